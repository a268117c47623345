import { Queue, QueueEvents } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import { type JobContract, jobQueueName } from '@lectern/service-kit/jobs/job';
import type { JobFrame } from '@lectern/service-kit/jobs/job-queue';
import { QUEUE_PREFIX } from '@lectern/service-kit/jobs/event-frame';
import { type RunningService, startService } from '@lectern/service-kit/process/run-service';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ownTables } from '@lectern/service-kit/testing/own-tables';
import { TEST_REQUEST_KEY, TestCaller } from '@lectern/service-kit/testing/test-caller';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { migrate, seed } from '../migrate.ts';
import { registrationsService } from '../registrations.service.ts';

export interface RunningRegistrations {
  readonly environment: Record<string, string>;
  readonly dataSource: DataSource;
  readonly rpc: RpcClient;
  /** Delivers an event of another service to registrations, as that service’s relay does. Resolves when it is handled. */
  deliverEvent<C extends EventContract>(contract: C, payload: EventPayload<C>, eventId?: string): Promise<void>;
  seed(): Promise<void>;
  /** Another replica, on the same database and queues. */
  startReplica(): Promise<RunningService>;
  /** Runs a job now, and resolves once it is done. */
  runJob(contract: JobContract): Promise<void>;
  /** Events of this contract that registrations published so far, oldest first. */
  publishedEvents<C extends EventContract>(contract: C): Promise<EventPayload<C>[]>;
  stop(): Promise<void>;
}

/** The whole service on an empty, migrated database. */
export const startRegistrations = async (overrides: Record<string, string> = {}): Promise<RunningRegistrations> => {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    REDIS_URL: redis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
    DATABASE_URL: database.urlFor('registrations'),
    DATABASE_ADMIN_URL: database.adminUrl,
    CALENDAR_FEED_SECRET: '0123456789abcdef0123456789abcdef',
    // All replicas have the same clock, whenever they start.
    APP_CLOCK_SET_AT: new Date().toISOString(),
    ...overrides,
  };
  await migrate(environment);
  await ownTables(database, 'registrations');
  const running = await startService(registrationsService, environment);
  const rpc = new TestCaller(redis.url);
  await rpc.connect();
  const connection = patientRedis(redis.url, 'test');
  await connection.connect();
  const eventDelivery = new TestEventDelivery(connection, 'registrations');
  const jobQueue = new Queue(jobQueueName('registrations', 'jobs'), { connection, prefix: QUEUE_PREFIX });
  const jobEvents = new QueueEvents(jobQueue.name, { connection: connection.duplicate(), prefix: QUEUE_PREFIX });
  await jobEvents.waitUntilReady();
  const replicas: RunningService[] = [];
  return {
    environment,
    dataSource: running.dataSource,
    rpc,
    deliverEvent: (contract, payload, eventId) => eventDelivery.deliverAndWait(contract, payload, eventId),
    seed: () => seed(environment),
    startReplica: async () => {
      const replica = await startService(registrationsService, environment);
      replicas.push(replica);
      return replica;
    },
    runJob: async (contract) => {
      const frame: JobFrame = { correlationId: 'test', data: {} };
      const run = await jobQueue.add(contract.name, frame, { attempts: 1 });
      await run.waitUntilFinished(jobEvents, 30_000);
    },
    publishedEvents: async <C extends EventContract>(contract: C) => {
      const rows = await running.dataSource.query<{ payload: EventPayload<C> }[]>(
        'SELECT payload FROM outbox WHERE name = $1 ORDER BY sequence',
        [contract.name],
      );
      return rows.map((row) => row.payload);
    },
    stop: async () => {
      await Promise.all([rpc.close(), eventDelivery.close(), jobEvents.close(), jobQueue.close()]);
      connection.disconnect();
      await Promise.all(replicas.map((replica) => replica.close()));
      await running.close();
      await database.drop();
    },
  };
};
