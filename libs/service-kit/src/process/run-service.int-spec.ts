import { afterAll, beforeAll, expect, it } from 'vitest';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { listPayments } from '@lectern/contracts/billing/rpc';
import { deleteArticle, readMeetingPlaces } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { ConfigError, type Environment } from '../config/load-config.ts';
import { DatabaseProcessConfig } from '../config/process-config.ts';
import type { DatabaseSchema } from '../database/data-source.ts';
import { migrateSchema } from '../database/migrate.ts';
import { Handles } from '../rpc/rpc-handler.decorator.ts';
import { TEST_REQUEST_KEY } from '../testing/test-caller.ts';
import { startService } from './run-service.ts';

const schema: DatabaseSchema = { service: 'content', entities: [], migrations: [] };

@Injectable()
class MeetingPlaces implements OnModuleInit, OnApplicationBootstrap {
  static readonly hooks: string[] = [];

  @Handles(readMeetingPlaces)
  async read({ reader }: RpcInput<typeof readMeetingPlaces>): Promise<RpcOutput<typeof readMeetingPlaces>> {
    return { zoomUrl: reader, discordUrl: null, hasCommunity: false };
  }

  @Handles(deleteArticle)
  async nothing(): Promise<void> {}

  onModuleInit(): void {
    MeetingPlaces.hooks.push('init');
  }

  onApplicationBootstrap(): void {
    MeetingPlaces.hooks.push('bootstrap');
  }
}

@Injectable()
class Planted {
  @Handles(readMeetingPlaces)
  async again(): Promise<RpcOutput<typeof readMeetingPlaces>> {
    return { zoomUrl: null, discordUrl: null, hasCommunity: false };
  }

  @Handles(listPayments)
  async another(): Promise<RpcOutput<typeof listPayments>> {
    return [];
  }
}

@Injectable()
export class DoesNotCompile {
  // @ts-expect-error: the contract's input has no such field
  @Handles(readMeetingPlaces)
  async input({ audience }: { audience: string }): Promise<RpcOutput<typeof readMeetingPlaces>> {
    return { zoomUrl: audience, discordUrl: null, hasCommunity: false };
  }

  // @ts-expect-error: the contract's output has another field
  @Handles(readMeetingPlaces)
  async output(): Promise<{ zoomUrl: string }> {
    return { zoomUrl: '' };
  }

  // @ts-expect-error: only the empty object may be left out
  @Handles(readMeetingPlaces)
  async nothing(): Promise<void> {}
}

let database: TestDatabase;
let redis: TestRedis;
let environment: Environment;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    DATABASE_URL: database.urlFor('content'),
    DATABASE_ADMIN_URL: database.adminUrl,
    REDIS_URL: redis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
  };
  await migrateSchema(schema, environment);
});

afterAll(async () => database.drop());

it('does not start where a request has no handler or two, or is of another service', async () => {
  const problems = await startService(
    {
      schema,
      Config: DatabaseProcessConfig,
      module: { providers: [MeetingPlaces, Planted] },
      answers: true,
      jobs: [],
    },
    environment,
  ).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.problems : [String(error)]),
  );
  expect(problems).toContain('content.list-articles.v1 has no handler');
  expect(problems.filter((problem) => !problem.endsWith(' has no handler'))).toEqual([
    'billing.list-payments.v1 is not for this process to handle',
    'content.read-meeting-places.v1 has two handlers',
  ]);
  expect(problems).not.toContain('content.delete-article.v1 has no handler');
});

it('takes no requests in a process that answers none, and runs the hooks of its providers once', async () => {
  MeetingPlaces.hooks.length = 0;
  const worker = await startService(
    {
      schema,
      processName: 'planted-worker',
      Config: DatabaseProcessConfig,
      module: { providers: [MeetingPlaces] },
      answers: false,
      jobs: [],
    },
    environment,
  );
  expect(MeetingPlaces.hooks).toEqual(['init', 'bootstrap']);
  const inspector = new Redis(redis.url);
  const connections = String(await inspector.client('LIST'));
  inspector.disconnect();
  expect(connections).toContain(' name=planted-worker-');
  expect(connections).not.toContain(' name=planted-worker-rpc-intake');
  await worker.close();
});
