import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Queue, Worker } from 'bullmq';
import type { DataSource } from 'typeorm';
import { event, type EventContract, type EventPayload } from '@lectern/contracts/event';
import { accountChanged } from '@lectern/contracts/identity/events';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { until } from '@lectern/test-kit/until';
import { createDataSource, type DatabaseSchema } from '../database/data-source.ts';
import { migrateSchema, pendingSchemaChanges } from '../database/migrate.ts';
import { type OutboxSignal, type Transaction, Transactor } from '../database/transaction.ts';
import { Metrics } from '../metrics/metrics.ts';
import { ownTables } from '../testing/own-tables.ts';
import { TEST_SEAL } from '../testing/test-caller.ts';
import { testLogger } from '../testing/test-logger.ts';
import { SystemClock } from '../time/clock.ts';
import { EventConsumer, EventPostponed } from './event-consumer.ts';
import {
  type EventFrame,
  eventQueueName,
  openEvent,
  QUEUE_PREFIX,
  SEALED_MAX,
  sealEvent,
} from '../jobs/event-frame.ts';
import { EventRelay } from './event-relay.ts';
import { eventsChannel } from './events-channel.ts';
import { failFastRedis, patientRedis } from '../redis/connections.ts';

/*
 * Identity publishes and registrations consumes: each has only the tables of outbox and inbox, and registrations a
 * table of effects, so that the test counts database rows.
 */
const publisher: DatabaseSchema = { service: 'identity', entities: [], migrations: [] };
const subscriber: DatabaseSchema = { service: 'registrations', entities: [], migrations: [] };

const POOL_SIZE = 4;

let database: TestDatabase;
let redis: TestRedis;
let identity: DataSource;
let registrations: DataSource;
const toClose: { close(): Promise<unknown> }[] = [];

const open = async (schema: DatabaseSchema): Promise<DataSource> => {
  const url = database.urlFor(schema.service);
  await migrateSchema(schema, { DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
  await ownTables(database, schema.service);
  return createDataSource(schema, { url, poolSize: POOL_SIZE, processName: 'test' }).initialize();
};

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  identity = await open(publisher);
  registrations = await open(subscriber);
  await registrations.query('CREATE TABLE effects (user_id uuid NOT NULL)');
});

afterEach(async () => {
  for (const part of toClose.splice(0).reverse()) await part.close();
  await redis.flush();
  await identity.query('TRUNCATE outbox; TRUNCATE relay_state');
  await registrations.query('TRUNCATE inbox; TRUNCATE effects');
});

afterAll(async () => {
  await Promise.all([identity.destroy(), registrations.destroy()]);
  await database.drop();
});

const newRelay = (
  onRedisForgot: () => Promise<void> = async () => undefined,
  contracts?: readonly EventContract[],
): EventRelay =>
  new EventRelay({
    ...(contracts === undefined ? {} : { contracts }),
    service: 'identity',
    processName: 'test-relay',
    redisUrl: redis.url,
    seal: TEST_SEAL,
    dataSource: identity,
    logger: testLogger(),
    metrics: new Metrics('test'),
    onRedisForgot,
  });

const startRelay = async (...how: Parameters<typeof newRelay>): Promise<EventRelay> => {
  const relay = newRelay(...how);
  await relay.start();
  toClose.push(relay);
  return relay;
};

const silentSignal = { wake: (): void => undefined, committed: (): void => undefined };

type Payload = EventPayload<typeof accountChanged>;

/** Consumes events; resolves `handled(n)` once n effects were committed. */
const startConsumer = async (
  effect: (payload: Payload, tx: Transaction) => Promise<void>,
  contracts: readonly EventContract[] = [accountChanged],
): Promise<EventConsumer> => {
  const consumer = new EventConsumer({
    service: 'registrations',
    processName: 'test-consumer',
    redisUrl: redis.url,
    seal: TEST_SEAL,
    transactor: new Transactor(registrations, new SystemClock(), silentSignal),
    poolSize: POOL_SIZE,
    handlers: contracts.map((contract) => ({ contract, handle: (payload, tx) => effect(payload as Payload, tx) })),
    logger: testLogger(),
    metrics: new Metrics('test'),
  });
  await consumer.start();
  toClose.push(consumer);
  return consumer;
};

const recordEffect = async (payload: Payload, tx: Transaction): Promise<void> => {
  await tx.manager.query('INSERT INTO effects (user_id) VALUES ($1)', [payload.userId]);
};

const payload = (): Payload => ({
  userId: randomUUID(),
  version: 1,
  email: 'someone@example.com',
  firstName: 'Some',
  lastName: 'One',
  division: 'development',
  createdAt: new Date().toISOString(),
});

const publish = async (count: number, relay: OutboxSignal = silentSignal): Promise<string[]> => {
  const events = Array.from({ length: count }, payload);
  await new Transactor(identity, new SystemClock(), relay).run(async (tx) => {
    for (const each of events) await tx.publish(accountChanged, each);
  });
  return events.map((each) => each.userId);
};

const effects = async (): Promise<string[]> =>
  (await registrations.query<{ user_id: string }[]>('SELECT user_id FROM effects')).map((row) => row.user_id);

describe('events between services', () => {
  it('has migrations that agree with its entities', async () => {
    expect(await pendingSchemaChanges(identity)).toEqual([]);
  });

  it('publishes a committed event to its subscriber', async () => {
    const relay = await startRelay();
    await startConsumer(recordEffect);
    const published = await publish(3, relay);
    await until('it to come to pass', async () => (await effects()).length === 3);
    expect((await effects()).sort()).toEqual(published.sort());
  });

  it('publishes events that were written before its relay started', async () => {
    const relay = newRelay();
    const published = await publish(1, relay);
    await relay.start();
    toClose.push(relay);
    await startConsumer(recordEffect);
    await until('it to come to pass', async () => (await effects()).length === 1);
    expect(await effects()).toEqual(published);
  });

  it('announces to listeners that its service published an event, also one without subscribers', async () => {
    const unreceived = event({
      name: 'identity.nothing-happened.v1',
      payload: accountChanged.payload,
      subscribers: [],
    });
    const listener = patientRedis(redis.url, 'test-listener');
    await listener.connect();
    toClose.push({ close: async () => listener.disconnect() });
    await listener.subscribe(eventsChannel(listener));
    const received = new Promise<[string, string]>((resolve) =>
      listener.on('message', (...message) => resolve(message)),
    );
    const relay = await startRelay(undefined, [unreceived]);
    await new Transactor(identity, new SystemClock(), relay).run((tx) => tx.publish(unreceived, payload()));
    expect(await received).toEqual([eventsChannel(listener), 'identity']);
  });

  it('announces commits without an event too, and concurrent commits together', async () => {
    const listener = patientRedis(redis.url, 'test-listener');
    await listener.connect();
    toClose.push({ close: async () => listener.disconnect() });
    await listener.subscribe(eventsChannel(listener));
    let received = 0;
    listener.on('message', () => (received += 1));
    const transactor = new Transactor(identity, new SystemClock(), await startRelay());
    await transactor.run(async () => undefined);
    await until('it to be said', async () => received === 1);
    await Promise.all(Array.from({ length: 50 }, () => transactor.run(async () => undefined)));
    await transactor.run(async () => undefined);
    await until('it to be said again', async () => received > 1);
    expect(received).toBeLessThan(51);
  });

  it('publishes no event of a change that was rolled back', async () => {
    await startConsumer(recordEffect);
    const transactor = new Transactor(identity, new SystemClock(), silentSignal);
    const failing = transactor.run(async (tx) => {
      await tx.publish(accountChanged, payload());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const rows = await identity.query<unknown[]>('SELECT id FROM outbox');
    expect(rows).toEqual([]);
  });

  it('takes effect once although it is delivered twice', async () => {
    const relay = await startRelay();
    await startConsumer(recordEffect);
    const [first] = await publish(1, relay);
    await until('it to come to pass', async () => (await effects()).length === 1);
    // As if the relay died after publishing and before marking: it publishes again.
    await identity.query('UPDATE outbox SET published_at = NULL');
    const last = await publish(1, relay);
    await until('it to come to pass', async () => (await effects()).includes(last[0] ?? ''));
    await until(
      'it to come to pass',
      async () => (await identity.query<unknown[]>('SELECT id FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    expect((await effects()).filter((id) => id === first)).toHaveLength(1);
  });

  it('retries a failed handler, and keeps nothing of the failed attempt', async () => {
    let tries = 0;
    const relay = await startRelay();
    await startConsumer(async (each, tx) => {
      await recordEffect(each, tx);
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    });
    await publish(1, relay);
    await until('it to come to pass', async () => (await effects()).length === 1);
    expect(tries).toBe(2);
  });

  it('leaves half of the connections to requests, however many events wait', async () => {
    const relay = await startRelay();
    let [atWork, most] = [0, 0];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await startConsumer(async (each, tx) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await released;
      await recordEffect(each, tx);
      atWork -= 1;
    });
    await publish(20, relay);
    const connection = failFastRedis(redis.url, 'test-queue');
    await connection.connect();
    toClose.push({ close: async () => connection.disconnect() });
    const queue = new Queue(eventQueueName('registrations', 'identity'), {
      connection,
      prefix: QUEUE_PREFIX,
      skipVersionCheck: true,
    });
    try {
      await until(
        'more events to be taken than may be handled',
        async () => atWork > 1 && (await queue.getActiveCount()) > POOL_SIZE,
      );
      await registrations.query('SELECT 1');
    } finally {
      release();
    }
    await until('them to come to pass', async () => (await effects()).length === 20);
    expect(most).toBe(POOL_SIZE / 2);
  });

  it('is not lost with consumers that die while they handle it, however many', async () => {
    const relay = await startRelay();
    await publish(1, relay);
    for (let deaths = 0; deaths < 3; deaths++) {
      const connection = patientRedis(redis.url, 'test-dying');
      await connection.connect();
      await new Promise<void>((taken) => {
        const dying = new Worker(
          eventQueueName('registrations', 'identity'),
          async () => {
            void dying.close(true).then(taken);
            await new Promise(() => undefined);
          },
          // The lock on the event expires sooner than a real one, so that the test takes less time.
          {
            connection,
            prefix: QUEUE_PREFIX,
            skipVersionCheck: true,
            lockDuration: 500,
            stalledInterval: 200,
            maxStalledCount: 100,
          },
        );
        dying.on('error', () => undefined);
      });
      connection.disconnect();
    }
    await startConsumer(recordEffect);
    await until('it to come to pass', async () => (await effects()).length === 1);
  });

  it('is refused where another publisher added it to its own queue, sealed or not, and where it is too long', async () => {
    const connection = failFastRedis(redis.url, 'test-queue');
    await connection.connect();
    const forged = new Queue<EventFrame>(eventQueueName('registrations', 'messaging'), {
      connection,
      prefix: QUEUE_PREFIX,
      skipVersionCheck: true,
    });
    const messagings = event({ ...accountChanged, name: 'messaging.planted.v1' });
    await startConsumer(recordEffect, [accountChanged, messagings]);
    const frameOf = (name: string): EventFrame =>
      sealEvent(TEST_SEAL, {
        eventId: randomUUID(),
        name,
        payload: payload(),
        correlationId: 'test',
        occurredAt: new Date().toISOString(),
      });
    await forged.add(accountChanged.name, frameOf(accountChanged.name), { attempts: 1_000 });
    await forged.add(messagings.name, frameOf(messagings.name));
    await forged.add(messagings.name, { ...frameOf(messagings.name), sealed: 'x'.repeat(SEALED_MAX + 1) });
    await until('its own to be handled', async () => (await effects()).length === 1);
    await until('the others to be given up', async () => (await forged.getFailedCount()) === 2);
    expect((await forged.getFailed()).map(({ failedReason }) => failedReason).sort()).toEqual([
      'It is too long for an event',
      'messaging does not publish identity.account-changed.v1',
    ]);
    expect(await effects()).toHaveLength(1);
    await forged.close();
    connection.disconnect();
  });

  it('is left to the next process where it waits for a connection as this one closes', async () => {
    const relay = await startRelay();
    let [atWork, release]: [number, () => void] = [0, () => undefined];
    const released = new Promise<void>((resolve) => (release = resolve));
    const consumer = await startConsumer(async (each, tx) => {
      atWork += 1;
      await released;
      await recordEffect(each, tx);
    });
    await publish(20, relay);
    await until('two to be handled', async () => atWork === POOL_SIZE / 2);
    const closed = consumer.close();
    release();
    await closed;
    expect(await effects()).toHaveLength(POOL_SIZE / 2);
    await startConsumer(recordEffect);
    await until('all to come to pass', async () => (await effects()).length === 20);
  });

  it('is left to the next process where it is postponed as this one closes', async () => {
    const relay = await startRelay();
    let tries = 0;
    const consumer = await startConsumer(async () => {
      tries += 1;
      throw new EventPostponed('Somebody else is at it');
    });
    await publish(1, relay);
    await until('it to be tried more than once', async () => tries > 1);
    await consumer.close();
    await startConsumer(recordEffect);
    await until('it to come to pass', async () => (await effects()).length === 1);
  });

  it('shares the outbox between two relays, each event once', async () => {
    const relays = [await startRelay(), await startRelay()];
    const redisConnection = failFastRedis(redis.url, 'test-queue');
    await redisConnection.connect();
    const queue = new Queue<EventFrame>(eventQueueName('registrations', 'identity'), {
      connection: redisConnection,
      prefix: QUEUE_PREFIX,
      skipVersionCheck: true,
    });
    const published = await publish(450);
    for (const relay of relays) relay.wake();
    await until('it to come to pass', async () => (await queue.getWaitingCount()) === 450);
    const jobs = await queue.getWaiting(0, 500);
    expect(jobs.map((job) => (openEvent(TEST_SEAL, job.data) as Payload).userId).sort()).toEqual(published.sort());
    await queue.close();
    redisConnection.disconnect();
  });

  it('deletes events that cannot be published again, and keeps the others', async () => {
    const kept = await publish(1);
    await publish(1);
    await identity.query(
      `UPDATE outbox SET published_at = now(), recorded_at = now() - interval '9 days' WHERE payload->>'userId' <> $1`,
      [kept[0]],
    );
    await identity.query(
      `INSERT INTO inbox (event_id, name, handled_at) VALUES (gen_random_uuid(), 'old', now() - interval '31 days')`,
    );
    await startRelay();
    await until(
      'the old ones to go',
      async () => (await identity.query<unknown[]>('SELECT 1 FROM outbox')).length === 1,
    );
    await until(
      'the old ones to go',
      async () => (await identity.query<unknown[]>('SELECT 1 FROM inbox')).length === 0,
    );
    const left = await identity.query<{ id: string }[]>(`SELECT payload->>'userId' AS id FROM outbox`);
    expect(left.map(({ id }) => id)).toEqual(kept);
  });

  it('does not publish an event older than a week again, however often Redis loses its data', async () => {
    await startRelay();
    await publish(1);
    await until(
      'it to be published',
      async () => (await identity.query<unknown[]>('SELECT id FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    await identity.query(`UPDATE outbox SET recorded_at = now() - interval '7 days 1 minute'`);
    await redis.flush();
    const [recent] = await publish(1);
    await startConsumer(recordEffect);
    await until('the recent one', async () => (await effects()).length > 0);
    expect(await effects()).toEqual([recent]);
  });

  it('lets every process create its schedules again after Redis was flushed', async () => {
    const laid: string[] = [];
    await startRelay(async () => void laid.push('service'));
    await startRelay(async () => void laid.push('worker'));
    const published = async (): Promise<boolean> =>
      (await identity.query<unknown[]>('SELECT 1 FROM relay_state')).length === 1;
    await until('the first poll', published);
    await publish(1);
    await until(
      'it to come to pass',
      async () => (await identity.query<unknown[]>('SELECT id FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    await redis.flush();
    await until('it to come to pass', async () => laid.length === 2);
    expect(laid.sort()).toEqual(['service', 'worker']);
  });

  it('publishes recent events again after Redis was flushed, so that none is lost and none takes effect twice', async () => {
    const relay = await startRelay();
    const published = await publish(5, relay);
    await until(
      'it to come to pass',
      async () => (await identity.query<unknown[]>('SELECT id FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    // The queue is gone before any event was consumed.
    await redis.flush();
    await startConsumer(recordEffect);
    await until('it to come to pass', async () => (await effects()).length === 5);
    await redis.flush();
    const [last] = await publish(1, relay);
    await until('it to come to pass', async () => (await effects()).includes(last ?? ''));
    await until(
      'it to come to pass',
      async () => (await identity.query<unknown[]>('SELECT id FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    expect((await effects()).sort()).toEqual([...published, last].sort());
  });
});

/* During an upgrade or a rollback, processes of two revisions share outbox and queues. */
describe('an event of a newer revision', () => {
  const newer = event({ ...accountChanged, name: 'identity.account-renamed.v1' });
  const publishNewer = async (): Promise<string> => {
    const published = payload();
    await new Transactor(identity, new SystemClock(), silentSignal).run((tx) => tx.publish(newer, published));
    return published.userId;
  };
  const waiting = async (): Promise<string[]> =>
    (
      await identity.query<{ id: string }[]>(`SELECT payload->>'userId' AS id FROM outbox WHERE published_at IS NULL`)
    ).map(({ id }) => id);

  it('waits for a relay that knows its subscribers, while others overtake it', async () => {
    const userId = await publishNewer();
    const older = await startRelay();
    await publish(2, older);
    await until('the others to be published', async () => (await waiting()).length <= 1);
    expect(await waiting()).toEqual([userId]);
    await startConsumer(recordEffect, [accountChanged, newer]);
    await startRelay(undefined, [accountChanged, newer]);
    await until('it to come to pass', async () => (await effects()).includes(userId));
  });

  it('waits for a subscriber that has a handler, with no growing pauses and without counting as failed', async () => {
    const connection = failFastRedis(redis.url, 'test-queue');
    await connection.connect();
    const queue = new Queue<EventFrame>(eventQueueName('registrations', 'identity'), {
      connection,
      prefix: QUEUE_PREFIX,
      skipVersionCheck: true,
    });
    const older = await startConsumer(recordEffect);
    const userId = await publishNewer();
    await startRelay(undefined, [accountChanged, newer]);
    const refused = async () => (await queue.getDelayed()).find((each) => each.data.name === newer.name);
    await until('the older one to put it back', async () => (await refused()) !== undefined);
    expect((await refused())?.attemptsMade).toBe(0);
    await older.close();
    await startConsumer(recordEffect, [accountChanged, newer]);
    await until('it to come to pass', async () => (await effects()).includes(userId));
    await queue.close();
    connection.disconnect();
  });
});
