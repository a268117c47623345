import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { type EventFrame, eventQueueName, QUEUE_PREFIX } from '@lectern/service-kit/outbox/event-frame';
import { startService } from '@lectern/service-kit/process/run-service';
import { patientRedis } from '@lectern/service-kit/rpc/connections';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { migrate, seed } from '../migrate.ts';
import { registrationsService } from '../registrations.service.ts';

export interface RunningRegistrations {
  readonly environment: Record<string, string>;
  readonly dataSource: DataSource;
  readonly rpc: RpcClient;
  /** Tells the service a fact through its queue, as a relay does, and resolves once it was heard. */
  tell<C extends EventContract>(contract: C, payload: EventPayload<C>, eventId?: string): Promise<void>;
  seed(): Promise<void>;
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
    DATABASE_URL: database.urlFor('registrations'),
    DATABASE_ADMIN_URL: database.adminUrl,
    ...overrides,
  };
  await migrate(environment);
  const running = await startService(registrationsService, environment);
  const rpc = new RpcClient({ redisUrl: redis.url, processName: 'test', logger: createLogger('test', 'silent') });
  await rpc.connect();
  const connection = patientRedis(redis.url, 'test');
  await connection.connect();
  const queue = new Queue(eventQueueName('registrations'), { connection, prefix: QUEUE_PREFIX });
  queue.setMaxListeners(0); // one for each fact that is waited for
  const queueEvents = new QueueEvents(eventQueueName('registrations'), { connection: connection.duplicate(), prefix: QUEUE_PREFIX });
  await queueEvents.waitUntilReady();
  return {
    environment,
    dataSource: running.dataSource,
    rpc,
    tell: async (contract, payload, eventId = randomUUID()) => {
      const frame: EventFrame = {
        eventId,
        name: contract.name,
        payload,
        correlationId: 'test',
        occurredAt: new Date().toISOString(),
      };
      const told = await queue.add(contract.name, frame, { attempts: 1 });
      await told.waitUntilFinished(queueEvents, 30_000);
    },
    seed: () => seed(environment),
    stop: async () => {
      await Promise.all([rpc.close(), queueEvents.close(), queue.close()]);
      connection.disconnect();
      await running.close();
      await database.drop();
    },
  };
};
