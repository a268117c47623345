import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import * as z from 'zod/mini';
import { DomainError } from '@lectern/contracts/errors';
import { actor } from '@lectern/contracts/identity/model';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { rpc } from '@lectern/contracts/rpc';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { currentCorrelationId, withCorrelation } from '../tracing/correlation.ts';
import { TEST_IDENTITY_SEAL, TEST_SEAL } from '../testing/test-caller.ts';
import { echo, type EchoHandler, startEchoServer, startTestClient } from '../testing/test-rpc.ts';
import {
  piecesIn,
  replyBinding,
  REQUEST_LIMIT,
  requestBinding,
  type RequestFrame,
  requestList,
  type ReplyPiece,
} from './protocol.ts';
import type { RpcClient } from './rpc-client.ts';

const LIST = requestList('identity', 'gateway');

let redis: TestRedis;
let inspector: Redis;
const toClose: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  redis = await createTestRedis();
  inspector = new Redis(redis.url);
});

afterEach(async () => {
  for (const part of toClose.splice(0).reverse()) await part.close();
  await inspector.flushdb();
});

afterAll(async () => {
  inspector.disconnect();
  await redis.flush();
});

const replica = async (name: string, handler?: EchoHandler, concurrency?: number): Promise<void> => {
  const answer: EchoHandler = handler ?? (async ({ text }) => ({ text, by: name }));
  toClose.push(await startEchoServer(redis.url, answer, concurrency === undefined ? {} : { concurrency }));
};

const client = async (maxWaiting?: number): Promise<RpcClient> => {
  const made = await startTestClient(redis.url, maxWaiting);
  toClose.push(made);
  return made;
};

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

/** Resolves once `count` requests wait in the list. */
const waiting = async (count: number): Promise<void> => {
  while ((await inspector.llen(LIST)) < count) await new Promise((resolve) => setImmediate(resolve));
};

/** Closes the connections whose names begin with one of these. Other suites share the server. */
const dropConnections = async (names: readonly string[]): Promise<void> => {
  const lines = String(await inspector.client('LIST')).split('\n');
  const ids = lines
    .filter((line) => names.some((name) => line.includes(` name=${name}`)))
    .map((line) => /^id=(\d+)/.exec(line)?.[1]);
  expect(ids.length).toBeGreaterThanOrEqual(2 * names.length);
  for (const id of ids) await inspector.client('KILL', 'ID', Number(id));
};

/** The result of `attempt`, once it succeeds; its last failure after two seconds. */
const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const until = Date.now() + 2_000;
  for (;;) {
    const [answer] = await Promise.allSettled([attempt()]);
    if (answer.status === 'fulfilled') return answer.value;
    if (Date.now() > until) throw answer.reason;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('requests between processes', () => {
  it('answers a request', async () => {
    await replica('a');
    const caller = await client();
    await expect(caller.call(echo, { text: 'hello' })).resolves.toEqual({ text: 'hello', by: 'a' });
  });

  it('runs each request once, whichever of two replicas takes it', async () => {
    const seen: string[] = [];
    const record =
      (by: string): EchoHandler =>
      async ({ text }) => {
        seen.push(text);
        return { text, by };
      };
    await replica('a', record('a'), 4);
    await replica('b', record('b'), 4);
    const caller = await client();
    const texts = Array.from({ length: 500 }, (_, index) => `n${index}`);
    const answers = await Promise.all(texts.map((text) => caller.call(slow, { text })));
    expect(answers.map(({ text }) => text)).toEqual(texts);
    expect([...seen].sort()).toEqual([...texts].sort());
    expect(new Set(answers.map(({ by }) => by))).toEqual(new Set(['a', 'b']));
  });

  it('gives the caller the error of the service, with its fields', async () => {
    await replica('a', async () => {
      throw new DomainError('email_taken', { fields: { email: 'taken' }, retryAfter: 3 });
    });
    const caller = await client();
    await expect(caller.call(echo, { text: 'x' })).rejects.toMatchObject({
      code: 'email_taken',
      fields: { email: 'taken' },
      retryAfter: 3,
    });
  });

  it('reveals nothing of an unexpected error', async () => {
    await replica('a', async () => {
      throw new Error('password=hunter2');
    });
    const caller = await client();
    const error = await caller.call(echo, { text: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String(error)).not.toContain('hunter2');
  });

  it('refuses an input that the contract does not allow before the handler sees it', async () => {
    let called = false;
    await replica('a', async ({ text }) => ((called = true), { text, by: 'a' }));
    const caller = await client();
    expect(await codeOf(caller.call(echo, { text: 7 } as unknown as { text: string }))).toBe('invalid_request');
    expect(called).toBe(false);
  });

  it('answers only what the contract names', async () => {
    await replica('a', async ({ text }) => ({ text, by: 'a', passwordHash: 'secret' }));
    const caller = await client();
    await expect(caller.call(echo, { text: 'x' })).resolves.toEqual({ text: 'x', by: 'a' });
  });

  it('is unavailable within its timeout, with Retry-After, without an answer', async () => {
    const caller = await client();
    await expect(caller.call(echo, { text: 'x' })).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfter: 2,
    });
  });

  it('does not carry out a request whose caller has given up', async () => {
    const seen: string[] = [];
    const caller = await client();
    expect(await codeOf(caller.call(echo, { text: 'late' }))).toBe('service_unavailable');
    expect(await inspector.llen(LIST)).toBe(1);
    await replica('a', async ({ text }) => (seen.push(text), { text, by: 'a' }));
    await caller.call(echo, { text: 'fresh' });
    expect(seen).toEqual(['fresh']);
  });

  it('refuses immediately when the list is full, and never carries out a refused request', async () => {
    const caller = await client(3);
    const accepted = [1, 2, 3].map((n) => codeOf(caller.call(echo, { text: `kept ${n}` })));
    await waiting(3);
    const refused = await Promise.race([
      codeOf(caller.call(echo, { text: 'refused' })),
      Promise.all(accepted).then(() => 'later than the timeout'),
    ]);
    expect(refused).toBe('service_unavailable');
    const list = await inspector.lrange(LIST, 0, -1);
    expect(list.join()).not.toContain('refused');
    await Promise.all(accepted);
  });

  it('finishes and answers received requests before it closes, and leaves the rest to the next replica', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let took!: () => void;
    const taken = new Promise<void>((resolve) => (took = resolve));
    const first = await startEchoServer(redis.url, async ({ text }) => (took(), await held, { text, by: 'first' }), {
      concurrency: 1,
    });
    const caller = await client();
    const underWay = caller.call(echo, { text: 'one' });
    await taken;
    const waitingCall = caller.call(echo, { text: 'two' });
    await waiting(1);
    const closed = first.close();
    release();
    await expect(underWay).resolves.toEqual({ text: 'one', by: 'first' });
    await closed;
    await replica('second');
    await expect(waitingCall).resolves.toEqual({ text: 'two', by: 'second' });
  });

  it('closes without waiting for the end of its blocked read, and leaves nothing behind', async () => {
    for (const name of ['one', 'two', 'three']) {
      const server = await startEchoServer(redis.url, async ({ text }) => ({ text, by: name }));
      const caller = await client();
      await caller.call(echo, { text: 'x' });
      const began = Date.now();
      await server.close();
      expect(Date.now() - began).toBeLessThan(1_000);
    }
    expect(await inspector.keys('lectern:requests:*')).toEqual([]);
  });

  it('loses no request that is made while it closes', async () => {
    const made: Promise<unknown>[] = [];
    const caller = await client();
    for (const name of ['one', 'two', 'three', 'four']) {
      const server = await startEchoServer(redis.url, async ({ text }) => ({ text, by: name }));
      await caller.call(echo, { text: 'x' });
      const closed = server.close();
      for (const text of ['a', 'b', 'c']) {
        made.push(caller.call(echo, { text }));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closed;
    }
    await replica('last');
    expect(await Promise.all(made)).toHaveLength(12);
  });

  it('refuses a request of a caller that its contract does not name, without carrying it out', async () => {
    const received: string[] = [];
    const operatorsEcho = { ...echo, callers: ['operator'] } as typeof echo;
    const both = { ...echo, name: 'identity.both.v1', callers: ['operator', 'gateway'] } as typeof echo;
    const server = await startEchoServer(redis.url, async ({ text }) => (received.push(text), { text, by: 'a' }), {
      contract: operatorsEcho,
      beside: [both],
    });
    toClose.push(server);
    const operator = await startTestClient(redis.url, undefined, 'operator');
    toClose.push(operator);
    const gateway = await client();
    expect(await codeOf(gateway.call(operatorsEcho, { text: 'forged' }))).toBe('audience_wrong');
    await expect(operator.call(operatorsEcho, { text: 'allowed' })).resolves.toEqual({ text: 'allowed', by: 'a' });
    await expect(gateway.call(both, { text: 'also allowed' })).resolves.toEqual({ text: 'also allowed', by: 'a' });
    expect(received).toEqual(['allowed', 'also allowed']);
  });

  it('refuses a request for an administrator whose role lacks the permission of its contract', async () => {
    const refund = rpc({
      name: 'identity.echo-refund.v1',
      permission: 'payments:refund',
      input: z.object({ by: actor, text: z.string() }),
      output: echo.output,
    });
    const carriedOut: string[] = [];
    const answer: EchoHandler = async ({ text }) => {
      carriedOut.push(text);
      return { text, by: 'a' };
    };
    toClose.push(await startEchoServer(redis.url, answer, { contract: refund }));
    const caller = await client();
    const as = (role: StaffRole) =>
      caller.call(refund, {
        by: { adminId: randomUUID(), origin: { ipAddress: null, userAgent: null }, role },
        text: role,
      });
    await expect(as('editor')).rejects.toMatchObject({
      code: 'permission_missing',
      message: 'Only an owner, manager, or treasurer may refund payments, and give and withdraw credit.',
    });
    await as('treasurer');
    expect(carriedOut).toEqual(['treasurer']);
  });

  it('does not carry out a request that was moved to the list of another caller, or to another name', async () => {
    const received: string[] = [];
    const contract = { ...echo, callers: ['operator', 'gateway'] } as typeof echo;
    const other = { ...contract, name: 'identity.other.v1' } as typeof echo;
    const caller = await client();
    const outcomes = ['one', 'two'].map((text) => codeOf(caller.call(contract, { text })));
    await waiting(2);
    const [first = '', second = ''] = await inspector.lrange(LIST, 0, -1);
    await inspector.del(LIST);
    await inspector.rpush(requestList('identity', 'operator'), first);
    await inspector.rpush(LIST, second.replace(contract.name, other.name));
    toClose.push(
      await startEchoServer(redis.url, async ({ text }) => (received.push(text), { text, by: 'a' }), {
        contract,
        beside: [other],
      }),
    );
    expect(await Promise.all(outcomes)).toEqual(['service_unavailable', 'service_unavailable']);
    await expect(caller.call(contract, { text: 'three' })).resolves.toEqual({ text: 'three', by: 'a' });
    expect(received).toEqual(['three']);
  });

  it("seals identity's requests and replies with its key, and those of other services with the common one", async () => {
    const caller = await client();
    const listener = new Redis(redis.url);
    toClose.push({ close: async () => listener.disconnect() });
    const asked = caller.call(echo, { text: 'seventeen quiet llamas' });
    await waiting(1);
    const request = JSON.parse((await inspector.lindex(LIST, 0)) ?? '') as RequestFrame;
    const binding = requestBinding('identity', 'gateway', request);
    expect(TEST_IDENTITY_SEAL.open(binding, request[5])).toEqual({ text: 'seventeen quiet llamas' });
    expect(() => TEST_SEAL.open(binding, request[5])).toThrow();

    const batch = new Promise<ReplyPiece[]>((resolve) =>
      listener.on('message', (_channel, message: string) => resolve([...piecesIn(message)])),
    );
    await listener.subscribe(request[1]);
    await replica('a');
    await asked;
    const [[id, , reply] = ['', 0, '']] = await batch;
    expect(TEST_IDENTITY_SEAL.open(replyBinding(request[1], id), reply)).toMatchObject([1, { by: 'a' }]);
    expect(() => TEST_SEAL.open(replyBinding(request[1], id), reply)).toThrow();

    const other = { ...echo, name: 'content.echo.v1', timeoutMs: 100 } as typeof echo;
    expect(await codeOf(caller.call(other, { text: 'one' }))).toBe('service_unavailable');
    const [message = ''] = await inspector.lrange(requestList('content', 'gateway'), 0, -1);
    const frame = JSON.parse(message) as RequestFrame;
    expect(TEST_SEAL.open(requestBinding('content', 'gateway', frame), frame[5])).toEqual({ text: 'one' });
  });

  it('carries out no request to identity that was sealed with the common key', async () => {
    const received: string[] = [];
    await replica('a', async ({ text }) => (received.push(text), { text, by: 'a' }));
    const envelope = ['1', 'lectern:replies:identity:gateway:1', Date.now() + 5_000, 'forged', echo.name] as const;
    const binding = requestBinding('identity', 'gateway', envelope);
    await inspector.rpush(LIST, JSON.stringify([...envelope, TEST_SEAL.seal(binding, { text: 'forged' })]));
    const caller = await client();
    await expect(caller.call(echo, { text: 'asked' })).resolves.toEqual({ text: 'asked', by: 'a' });
    expect(received).toEqual(['asked']);
  });

  it('calls no service of which this caller has no seal', async () => {
    const worker = await startTestClient(redis.url, undefined, 'messaging-worker');
    toClose.push(worker);
    const other = { ...echo, name: 'content.echo.v1' } as typeof echo;
    await expect(worker.call(other, { text: 'one' })).rejects.toThrow('messaging-worker does not ask content');
    expect(await inspector.exists(requestList('content', 'messaging-worker'))).toBe(0);
  });

  it('serves each caller, however many requests another one sends', async () => {
    const order: string[] = [];
    const contract = { ...echo, callers: ['gateway', 'operator'] } as typeof echo;
    const gateway = await client();
    const operator = await startTestClient(redis.url, undefined, 'operator');
    toClose.push(operator);
    const asked = Array.from({ length: 20 }, (_, index) => gateway.call(contract, { text: `gateway ${index}` }));
    const beside = operator.call(contract, { text: 'operator' });
    await waiting(20);
    toClose.push(
      await startEchoServer(redis.url, async ({ text }) => (order.push(text), { text, by: 'a' }), {
        contract,
        concurrency: 1,
      }),
    );
    await Promise.all([...asked, beside]);
    expect(order.indexOf('operator')).toBeLessThan(3);
  });

  const slow = { ...echo, timeoutMs: 10_000 } as typeof echo;
  it.each([
    ['many large answers', 12, 700 * 1024],
    ['one that is larger than what Redis takes', 1, 10 * 1024 * 1024],
  ])('answers %s', async (_what, count, length) => {
    await replica('a', async ({ text }) => ({ text: 'é'.repeat(length / 2), by: text }));
    const caller = await client();
    const texts = Array.from({ length: count }, (_, index) => String(index));
    const answers = await Promise.all(texts.map(async (text) => caller.call(slow, { text })));
    expect(answers.map(({ text, by }) => [text.length, by])).toEqual(texts.map((text) => [length / 2, text]));
  });

  it("answers with an error instead of a reply that would exhaust its caller's memory", async () => {
    await replica('a', async () => ({ text: 'x'.repeat(25 * 1024 * 1024), by: 'a' }));
    expect(await codeOf((await client()).call(slow, { text: 'long' }))).toBe('internal');
  });

  it('refuses a request that is too large for Redis without affecting others', async () => {
    await replica('a');
    const caller = await client();
    // Each of these characters takes six bytes in JSON.
    const calls = ['one', '\u0001'.repeat(1_000_000), 'two'].map((text) => caller.call(slow, { text }));
    expect(await Promise.all(calls.map(codeOf))).toEqual(['answered', 'body_too_large', 'answered']);
    // Base64 turns three bytes into four.
    expect(await codeOf(caller.call(slow, { text: 'x'.repeat((REQUEST_LIMIT / 4) * 3 - 1_000) }))).toBe('answered');
  });

  it('drops a malformed request, and answers those that came with it', async () => {
    await inspector.rpush(LIST, 'no json', '{"not":"a request"}', '[1,2]');
    const caller = await client();
    const answer = caller.call(echo, { text: 'beside it' });
    await replica('a');
    await expect(answer).resolves.toEqual({ text: 'beside it', by: 'a' });
  });

  it('carries the correlation id of the caller', async () => {
    await replica('a', async ({ text }) => ({ text, by: currentCorrelationId() }));
    const caller = await client();
    const answer = await withCorrelation('follow-me', () => caller.call(echo, { text: 'x' }));
    expect(answer.by).toBe('follow-me');
  });

  it('recovers by itself after Redis closed every connection', async () => {
    await replica('a');
    const caller = await client();
    await caller.call(echo, { text: 'before' });
    await dropConnections(['echo-', 'test-client-']);
    const answer = await eventually(() => caller.call(echo, { text: 'after' }));
    expect(answer).toEqual({ text: 'after', by: 'a' });
  });

  it('reports lost answers to callers immediately when Redis closes the connections', async () => {
    let took!: () => void;
    const taken = new Promise<void>((resolve) => (took = resolve));
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await replica('a', async ({ text }) => (took(), await held, { text, by: 'a' }));
    const caller = await client();
    const patient = { ...echo, timeoutMs: 60_000 };
    const outcome = codeOf(caller.call(patient, { text: 'x' }));
    await taken;
    await dropConnections(['test-client-']);
    expect(await outcome).toBe('service_unavailable');
    release();
  });

  it('leaves a request of a newer revision to the replicas that know it', async () => {
    const other = { ...echo, name: 'identity.other.v1' } as typeof echo;
    toClose.push(await startEchoServer(redis.url, async ({ text }) => ({ text, by: 'older' }), { contract: other }));
    const caller = await client();
    const early = caller.call(echo, { text: 'early' });
    await expect(caller.call(other, { text: 'known' })).resolves.toEqual({ text: 'known', by: 'older' });
    await replica('newer');
    await expect(early).resolves.toEqual({ text: 'early', by: 'newer' });
    const texts = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const answers = await Promise.all(texts.map((text) => caller.call(slow, { text })));
    expect(answers).toEqual(texts.map((text) => ({ text, by: 'newer' })));
  });

  it('is unavailable, and not unknown, while no replica knows it; nothing of it stays behind', async () => {
    toClose.push(
      await startEchoServer(redis.url, async ({ text }) => ({ text, by: 'older' }), {
        contract: { ...echo, name: 'identity.other.v1' },
      }),
    );
    const caller = await client();
    expect(await codeOf(caller.call(echo, { text: 'x' }))).toBe('service_unavailable');
    await eventually(async () => expect(await inspector.llen(LIST)).toBe(0));
  });

  it('answers with the empty object where a handler returns nothing', async () => {
    const quiet = { ...echo, output: z.object({}) };
    toClose.push(await startEchoServer(redis.url, async () => undefined, { contract: quiet }));
    await expect((await client()).call(quiet, { text: 'x' })).resolves.toEqual({});
  });
});
