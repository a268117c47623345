import { EventEmitter, once } from 'node:events';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { RateLimiter } from '../edge/rate-limiter.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { SignInPace } from './sign-in-pace.ts';

it('slows down the known browsers of a network, taken together, and refuses none of them', async () => {
  const limiter = {
    waitOf: async (_kind: string, caller: string) => (caller === '192.0.2.1' ? 60 : null),
    hasFailedOnMany: async () => false,
  } as unknown as RateLimiter;
  const devices = { devicesIn: () => [{}] } as unknown as DeviceCookie;
  const rpc = { call: async () => ({ deviceId: 'a-device' }) } as unknown as RpcClient;
  const hungUp = new AbortController();
  const call = { body: { email: 'a@example.com' }, origin: { ipAddress: '192.0.2.1', userAgent: null } };
  const slowed = new SignInPace(limiter, devices, rpc).admit(
    { ...call, caller: undefined, header: () => undefined },
    () => {
      // Only who waits is asked whether they hung up.
      queueMicrotask(() => hungUp.abort());
      return hungUp.signal;
    },
  );
  await expect(slowed).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 2 });
});

it('a caller who hangs up while they are slowed down does not try to sign in', async () => {
  const limiter = { waitOf: async () => 60, hasFailedOnMany: async () => false } as unknown as RateLimiter;
  const devices = { devicesIn: () => [] } as unknown as DeviceCookie;
  const request = {
    routeOptions: { config: { contract: { rateLimit: 'sign-in' } } },
    call: { body: { email: 'a@example.com' }, origin: { ipAddress: '192.0.2.1' }, header: () => undefined },
  };
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  const context = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ raw }) }) };
  let isTried = false;
  const next = { handle: () => (isTried = true) };
  const waited = once(raw, 'newListener');
  const slowed = new SignInPace(limiter, devices, {} as RpcClient).intercept(
    context as unknown as ExecutionContext,
    next as unknown as CallHandler,
  );
  await waited;
  raw.emit('close');
  await expect(slowed).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(isTried).toBe(false);
});
