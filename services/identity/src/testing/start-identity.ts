import { generateKeyPairSync } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { migrateSchema } from '@lectern/service-kit/database/migrate';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { startService } from '@lectern/service-kit/process/run-service';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { identitySchema } from '../database/schema.ts';
import { identityService } from '../identity.service.ts';

export const ADMIN = { email: 'admin@lectern.test', password: 'correct horse battery' };

export interface TestIdentity {
  readonly rpc: RpcClient;
  readonly database: DataSource;
  readonly redis: TestRedis;
  readonly publicKey: string;
  close(): Promise<void>;
}

/** The real service, twice, on a real database and Redis. */
export const startIdentity = async (): Promise<TestIdentity> => {
  const [testDatabase, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    DATABASE_URL: testDatabase.urlFor('identity'),
    DATABASE_ADMIN_URL: testDatabase.adminUrl,
    REDIS_URL: redis.url,
    JWT_PRIVATE_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  await migrateSchema(identitySchema, environment);
  const replicas = await Promise.all([startService(identityService, environment), startService(identityService, environment)]);
  const rpc = new RpcClient({ redisUrl: redis.url, processName: 'test', logger: createLogger('test', 'silent') });
  await rpc.connect();
  return {
    rpc,
    database: replicas[0].dataSource,
    redis,
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await rpc.close();
      await testDatabase.drop();
    },
  };
};
