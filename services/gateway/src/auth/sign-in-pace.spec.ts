import { EventEmitter } from 'node:events';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { firstValueFrom, from } from 'rxjs';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { RateLimiter } from '../edge/rate-limiter.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { SignInPace } from './sign-in-pace.ts';

const SLOWED = '192.0.2.1';
const limiter = {
  waitOf: async (_kind: string, caller: string) => (caller === SLOWED ? 60 : null),
  hasFailedOnMany: async () => false,
} as unknown as RateLimiter;
const paceOf = (isKnown: boolean, asked: string[] = []): SignInPace =>
  new SignInPace(
    limiter,
    { devicesIn: (cookies?: string) => (isKnown || cookies !== undefined ? [{}] : []) } as unknown as DeviceCookie,
    {
      call: async (_contract: unknown, { email }: { email: string }) => {
        asked.push(email);
        return { deviceId: 'a-device' };
      },
    } as unknown as RpcClient,
  );

/** Calls that are handled until `answer` is called. */
const callsAt = (pace: SignInPace) => {
  let answer = (): void => undefined;
  const answered = new Promise<string>((resolve) => (answer = () => resolve('answered')));
  const sent: string[] = [];
  const send = (email: string, ipAddress = '192.0.2.2', cookie?: string, sessionId?: string, destroyed = false) => {
    const raw = Object.assign(new EventEmitter(), { destroyed });
    const request = {
      routeOptions: { config: { contract: { rateLimit: 'sign-in' } } },
      call: { body: { email, sessionId }, origin: { ipAddress }, header: () => cookie },
    };
    const context = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ raw }) }) };
    const next = { handle: () => from((sent.push(email), answered)) };
    const outcome = pace
      .intercept(context as unknown as ExecutionContext, next as unknown as CallHandler)
      .then(firstValueFrom)
      .catch((error: unknown) => (error as { code: string }).code);
    return { outcome, hangUp: () => void raw.emit('close') };
  };
  return { sent, send, answer: () => answer() };
};
const allAwaited = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a network that is slowed down', () => {
  it.each([
    ['a browser that nobody knows', false],
    ['a known browser, where all of them together try too often', true],
  ])('keeps %s waiting, and refuses it only where it hangs up, before it is tried', async (_who, isKnown) => {
    const { sent, send } = callsAt(paceOf(isKnown));
    const { outcome, hangUp } = send('a@example.com', SLOWED);
    await allAwaited();
    hangUp();
    expect(await outcome).toBe('too_many_requests');
    expect(sent).toEqual([]);
  });
});

describe('the sign-ins of a network', () => {
  it('are sent a few at a time: one that was sent keeps its turn until its answer, and one that hung up before is dropped', async () => {
    const { sent, send, answer } = callsAt(paceOf(false));
    const flood = Array.from({ length: 20 }, () => send('a@example.com'));
    await allAwaited();
    expect(sent).toHaveLength(4);
    for (const { hangUp } of flood) hangUp();
    const other = send('b@example.com');
    const elsewhere = send('c@example.com', '192.0.2.3');
    await allAwaited();
    expect(sent.slice(4)).toEqual(['c@example.com']);
    answer();
    expect(await Promise.all([other.outcome, elsewhere.outcome])).toEqual(['answered', 'answered']);
    const outcomes = await Promise.all(flood.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(16);
    expect(sent).toHaveLength(6);
  });

  it('by strangers do not hold up a caller with a known browser', async () => {
    const { sent, send } = callsAt(paceOf(false));
    for (let times = 0; times < 60; times += 1) send(`somebody${times}@example.com`);
    await allAwaited();
    send('holder@example.com', undefined, 'a cookie of theirs');
    await allAwaited();
    expect(sent).toEqual([
      ...Array.from({ length: 4 }, (_, times) => `somebody${times}@example.com`),
      'holder@example.com',
    ]);
  });

  it('ask for no known browser of a caller who hung up already', async () => {
    const asked: string[] = [];
    const { sent, send, answer } = callsAt(paceOf(true, asked));
    const gone = send('gone@example.com', undefined, undefined, undefined, true);
    const there = send('there@example.com');
    answer();
    expect(await Promise.all([gone.outcome, there.outcome])).toEqual(['too_many_requests', 'answered']);
    expect(asked).toEqual(['there@example.com']);
    expect(sent).toEqual(['there@example.com']);
  });

  it('take turns by the payment that they show, whatever addresses they name with it', async () => {
    const { sent, send, answer } = callsAt(paceOf(false));
    const flood = Array.from({ length: 30 }, (_, times) => send(`a${times}@example.com`, undefined, undefined, 'cs_1'));
    const other = send('b@example.com');
    await allAwaited();
    answer();
    await Promise.all([...flood, other].map(({ outcome }) => outcome));
    expect(sent.indexOf('b@example.com')).toBeLessThan(7);
  });
});
