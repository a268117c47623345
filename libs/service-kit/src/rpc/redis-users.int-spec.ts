import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import { adminActed } from '@lectern/contracts/content/events';
import { createAdministrator } from '@lectern/contracts/identity/operator-rpc';
import { resetPassword } from '@lectern/contracts/identity/rpc';
import { freePort } from '@lectern/tools/servers/free-port';
import { findRedisProgram } from '@lectern/tools/servers/redis-program';
import { passwordVariable, REDIS_USER_NAMES, REDIS_USERS, redisUrlFor } from '@lectern/tools/servers/redis-users';
import type { Transactor } from '../database/transaction.ts';
import { Metrics } from '../metrics/metrics.ts';
import { EventConsumer } from '../outbox/event-consumer.ts';
import { eventQueueName, QUEUE_PREFIX } from '../jobs/event-frame.ts';
import { TEST_IDENTITY_SEAL, testSealOf } from '../testing/test-caller.ts';
import { testLogger } from '../testing/test-logger.ts';
import { replyBinding, replyLines, type RequestFrame, requestBinding, requestList } from './protocol.ts';
import { RedisRpcServer } from './redis-rpc-server.ts';
import { RpcClient } from './rpc-client.ts';

/* The composed system's Redis, started by its own script: the rights of each process's password, and their limits. */

const START = join(import.meta.dirname, '../../../../deploy/redis/start.sh');
const ADMINISTRATOR = 'f3b1c07a9d2e4586';
const passwordOf = (user: string): string => `0c4e7a19d5b2-${user}`;
const variables = (): Record<string, string> =>
  Object.fromEntries(REDIS_USER_NAMES.map((name) => [passwordVariable(name), passwordOf(name)]));

let folder: string;
let url: string;
let stop: () => Promise<void>;
const connections: Redis[] = [];
const closing: (() => Promise<void>)[] = [];

const start = async (environment: Record<string, string>, port: number) => {
  const program = await findRedisProgram(() => undefined);
  // The image has it on its PATH under this name.
  const child = spawn(
    'sh',
    [
      '-c',
      `ln -sf "${program.command.includes('/') ? program.command : `$(command -v ${program.command})`}" "$TMPDIR/redis-server"; PATH="$TMPDIR:$PATH" exec "${START}" --bind 127.0.0.1 --port ${port}`,
    ],
    {
      env: { PATH: process.env['PATH'], ...program.env, TMPDIR: folder, REDIS_MAXMEMORY: '64mb', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Ready to accept connections')) resolve();
      });
    }
    child.once('close', () => reject(new Error(said)));
  });
  return { child, ready };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-users-'));
  const port = await freePort();
  const { child, ready } = await start({ REDIS_PASSWORD: ADMINISTRATOR, ...variables() }, port);
  await ready;
  url = `redis://:${ADMINISTRATOR}@127.0.0.1:${port}`;
  stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
});

afterAll(async () => {
  for (const close of closing) await close();
  for (const connection of connections) connection.disconnect();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const urlOf = (user: string): string => redisUrlFor(url, user, passwordOf(user));
const as = (user: string): Redis => {
  const connection = new Redis(urlOf(user), { maxRetriesPerRequest: 0 });
  connection.on('error', () => undefined);
  connections.push(connection);
  return connection;
};
/** Redis's answer: `allowed`, or the first word of its refusal. */
const outcome = async (user: string, command: string, ...args: string[]): Promise<string> =>
  as(user)
    .call(command, ...args)
    .then(
      () => 'allowed',
      (error: unknown) => (error as Error).message.split(' ')[0] as string,
    );
const outcomes = async (
  user: string,
  commands: readonly (readonly [string, ...string[]])[],
): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(commands.map(async (command) => [command.join(' '), await outcome(user, ...command)] as const)),
  );
const all = (commands: readonly (readonly string[])[], said: string): Record<string, string> =>
  Object.fromEntries(commands.map((command) => [command.join(' '), said]));

const ADMINISTRATION: readonly (readonly [string, ...string[]])[] = [
  ['FLUSHALL'],
  ['FLUSHDB'],
  ['CONFIG', 'GET', '*'],
  ['KEYS', '*'],
  ['MONITOR'],
  ['ACL', 'LIST'],
  ['ACL', 'SETUSER', 'me'],
  ['SHUTDOWN', 'NOSAVE'],
  ['CLIENT', 'LIST'],
  ['CLIENT', 'KILL', 'ID', '1'],
  ['CLIENT', 'UNBLOCK', '1'],
  ['SAVE'],
  ['BGREWRITEAOF'],
  ['REPLICAOF', 'NO', 'ONE'],
  ['DUMP', 'lectern:epoch:identity'],
  ['MODULE', 'LIST'],
];
const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'] as const;

describe.each(REDIS_USER_NAMES)('the user %s', (name) => {
  const { asks, answers } = REDIS_USERS[name]!;

  it('may not administer', async () => {
    expect(await outcomes(name, ADMINISTRATION)).toEqual(all(ADMINISTRATION, 'NOPERM'));
  });

  it('sends requests in its own name only', async () => {
    const lists = SERVICES.flatMap((service) =>
      ['gateway', 'messaging-worker', 'operator'].map((caller) => ({ service, caller })),
    );
    for (const { service, caller } of lists) {
      const mayUseList = (caller === name && asks.includes(service)) || service === answers;
      expect([service, caller, await outcome(name, 'RPUSH', `lectern:requests:${service}:${caller}`, 'x')]).toEqual([
        service,
        caller,
        mayUseList ? 'allowed' : 'NOPERM',
      ]);
    }
  });

  it('takes no request of another service, and reads none of its own', async () => {
    const others = SERVICES.filter((service) => service !== answers);
    const commands = others.flatMap((service) => [
      ['BLMPOP', '0.01', '1', `lectern:requests:${service}:gateway`, 'LEFT'] as const,
      ['LRANGE', `lectern:requests:${service}:${name}`, '0', '-1'] as const,
      ['LPOP', `lectern:requests:${service}:${name}`] as const,
    ]);
    expect(await outcomes(name, commands)).toEqual(all(commands, 'NOPERM'));
  });

  it('receives no replies of another one', async () => {
    const commands = [
      ['SUBSCRIBE', 'lectern:replies:other:1'],
      ['PSUBSCRIBE', 'lectern:*'],
    ] as const;
    expect(await outcomes(name, commands)).toEqual(all(commands, 'NOPERM'));
  });

  it('reaches no other key', async () => {
    const commands = [
      ['GET', 'elsewhere'],
      ['SET', 'elsewhere', '1'],
      ['DEL', 'lectern:elsewhere'],
      ['EVAL', "return redis.call('GET', 'elsewhere')", '0'],
    ] as const;
    for (const [command, said] of Object.entries(await outcomes(name, commands)))
      expect([command, said]).toEqual([command, expect.stringMatching(/NOPERM|^ERR$/)]);
  });

  it('is refused with another password', async () => {
    const wrong = new Redis(redisUrlFor(url, name, passwordOf('nobody')), {
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      retryStrategy: () => null,
    });
    wrong.on('error', () => undefined);
    await expect(wrong.connect().then(() => wrong.ping())).rejects.toThrow();
    wrong.disconnect();
  });
});

describe('a service whose password has leaked', () => {
  it.each([
    ['billing', 'identity', 'lectern:sign-in:member:x'],
    ['content', 'billing', 'lectern:queue:billing-jobs:wait'],
    ['content', 'identity', 'lectern:epoch:identity'],
    ['registrations', 'billing', 'lectern:epoch:billing'],
    ['messaging', 'registrations', 'lectern:queue:registrations-events-of-identity:wait'],
  ])('%s reaches nothing of %s', async (user, _other, key) => {
    const commands = [
      ['DEL', key],
      ['EXISTS', key],
    ] as const;
    expect(await outcomes(user, commands)).toEqual(all(commands, 'NOPERM'));
  });

  it('stores and publishes nothing so long that it would exhaust the memory of its reader', async () => {
    const long = 'x'.repeat(5 * 1024 * 1024);
    expect(await outcome('content', 'PUBLISH', 'lectern:replies:content:gateway:x', long)).not.toBe('allowed');
    const list = 'lectern:queue:content-jobs:wait';
    expect(await outcome('content', 'LPUSH', list, long)).not.toBe('allowed');
    expect(await outcome('content', 'LPUSH', list, 'x')).toBe('allowed');
  });

  it('adds no event in the name of another publisher, although it has the key', async () => {
    const PUBLISHERS = SERVICES.filter((service) =>
      REDIS_USERS[service]!.queues.includes(`identity-events-of-${service}`),
    );
    expect(PUBLISHERS).toEqual(['billing', 'registrations', 'messaging', 'content']);
    for (const user of SERVICES.filter((service) => service !== 'identity')) {
      const added = await outcomes(
        user,
        PUBLISHERS.map((publisher) => ['LPUSH', `lectern:queue:identity-events-of-${publisher}:wait`, 'x'] as const),
      );
      expect([user, Object.values(added)]).toEqual([
        user,
        PUBLISHERS.map((publisher) => (publisher === user ? 'allowed' : 'NOPERM')),
      ]);
    }
  });

  it('changes no keys of a subscriber by jobs that name them', async () => {
    const root = new Redis(url);
    connections.push(root);
    const queue = eventQueueName('identity', 'content');
    const [planted, taken] = [`${QUEUE_PREFIX}:${queue}`, 'lectern:sign-in:member:planted'];
    // BullMQ moves the next job of a deduplication to the parent that it names.
    const opts = JSON.stringify({ attempts: 1, removeOnFail: true });
    const next = { name: 'x', data: '{"name":"x.y"}', opts, pdk: taken, jid: 'next' };
    await as('content').hset(`${planted}:dn:planted`, next);
    await as('content').hset(`${planted}:1`, { ...next, timestamp: 0, delay: 0, priority: 0, deid: 'planted' });
    await as('content').lpush(`${planted}:wait`, '1');
    const stuck = new Promise<string>((resolve) => {
      const logger = { ...testLogger(), warn: ({ err }: { err: Error }) => resolve(err.message) };
      const consumer = new EventConsumer({
        service: 'identity',
        processName: 'identity',
        redisUrl: urlOf('identity'),
        seal: TEST_IDENTITY_SEAL,
        transactor: {} as Transactor,
        poolSize: 2,
        handlers: [{ contract: adminActed, handle: async () => undefined }],
        logger: logger,
        metrics: new Metrics('test'),
      });
      void consumer.start();
      closing.push(() => consumer.close());
    });
    const reached = (async () => {
      while ((await root.exists(taken)) === 0) await root.ping();
      return 'reached';
    })();
    await expect(Promise.race([stuck, reached])).resolves.toMatch(/No permissions|NOPERM|can't access/);
  });

  it('answers no request to another service, although it has the key and knows the request', async () => {
    const gateway = new RpcClient({
      redisUrl: urlOf('gateway'),
      processName: 'gateway',
      caller: 'gateway',
      sealOf: testSealOf,
      logger: testLogger(),
    });
    await gateway.connect();
    const root = new Redis(url);
    connections.push(root);
    await root.del(requestList('identity', 'gateway'));
    const asked = gateway.call(resetPassword, { token: 'x'.repeat(43), password: 'seventeen quiet llamas' });
    const request = await root.blpop(requestList('identity', 'gateway'), 5);
    const [id, replyTo] = JSON.parse(request![1]) as RequestFrame;
    const forged = (channel: string): [string, string] => [
      channel,
      replyLines(id, TEST_IDENTITY_SEAL.seal(replyBinding(replyTo, id), [1, { deviceToken: 'forged' }])).join(''),
    ];
    for (const user of SERVICES.filter((service) => service !== 'identity')) {
      expect([user, await outcome(user, 'PUBLISH', ...forged(replyTo))]).toEqual([user, 'NOPERM']);
      const ownChannel = replyTo.replace(':identity:', `:${user}:`);
      expect([user, await outcome(user, 'PUBLISH', ...forged(ownChannel))]).toEqual([user, 'allowed']);
      for (const malformed of [
        '{',
        '\n',
        ' \n',
        `${id}`,
        `${id} x`,
        `${id}\n`,
        `\n${id} x\n`,
        `${id} 1 x\n`,
        'x 0 \n'.repeat(100_000),
      ])
        expect([user, await outcome(user, 'PUBLISH', ownChannel, malformed)]).toEqual([user, 'allowed']);
    }
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    await gateway.close();
  });

  it('cannot create an administrator or reset a password, although it has the key', async () => {
    const received: unknown[] = [];
    const server = new RedisRpcServer({
      service: 'identity',
      redisUrl: urlOf('identity'),
      processName: 'identity',
      seal: TEST_IDENTITY_SEAL,
      logger: testLogger(),
      metrics: new Metrics('test'),
      contracts: [createAdministrator, resetPassword],
    });
    server.addHandler(createAdministrator.name, async (input) => (received.push(input), { isNew: true }));
    server.addHandler(resetPassword.name, async (input) => (received.push(input), {}));
    await new Promise<void>((resolve, reject) =>
      server.listen((error) =>
        error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('It did not start')),
      ),
    );
    const client = (user: string, caller: 'gateway' | 'operator') =>
      new RpcClient({ redisUrl: urlOf(user), processName: 'test', caller, sealOf: testSealOf, logger: testLogger() });
    const input = { email: 'stranger@example.com', name: 'A Stranger', password: 'seventeen quiet llamas' };

    // As the operator, with the password of a service: neither its list nor its replies.
    const billing = client('billing', 'operator');
    await expect(billing.connect()).rejects.toThrow(/NOPERM/);
    const sealed = (caller: 'gateway' | 'operator', list: string): [string, string] => {
      const envelope = [
        '1',
        'lectern:replies:billing:1',
        Date.now() + 5_000,
        'forged',
        createAdministrator.name,
      ] as const;
      return [
        list,
        JSON.stringify([...envelope, TEST_IDENTITY_SEAL.seal(requestBinding('identity', caller, envelope), input)]),
      ];
    };
    for (const caller of ['gateway', 'operator'] as const)
      expect(await outcome('billing', 'RPUSH', ...sealed(caller, requestList('identity', caller)))).toBe('NOPERM');
    // As itself, a request that only the operator may send.
    const gateway = client('gateway', 'gateway');
    await gateway.connect();
    await expect(gateway.call(createAdministrator, input)).rejects.toMatchObject({ code: 'audience_wrong' });
    await expect(gateway.call({ ...createAdministrator, callers: ['gateway'] }, input)).rejects.toMatchObject({
      code: 'audience_wrong',
    });
    // The worker may add its own requests only.
    const worker = client('messaging-worker', 'gateway');
    await expect(worker.connect()).rejects.toThrow(/NOPERM/);
    expect(received).toEqual([]);
    const operator = client('operator', 'operator');
    await operator.connect();
    await expect(operator.call(createAdministrator, input)).resolves.toEqual({ isNew: true });
    expect(received).toHaveLength(1);
    await Promise.all([billing.close(), gateway.close(), operator.close(), worker.close(), server.close()]);
  });
});

it('does not start without each password', async () => {
  const { [passwordVariable('billing')]: _billing, ...others } = variables();
  const { ready } = await start({ REDIS_PASSWORD: ADMINISTRATOR, ...others }, await freePort());
  await expect(ready).rejects.toThrow('REDIS_BILLING_PASSWORD must be set');
});

it('keeps nothing on disk', async () => {
  const root = new Redis(url);
  connections.push(root);
  expect(await root.config('GET', 'appendonly')).toEqual(['appendonly', 'no']);
  expect(await root.config('GET', 'save')).toEqual(['save', '']);
});
