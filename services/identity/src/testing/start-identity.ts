import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import { issueLink, type TokenClaims } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { migrateSchema } from '@lectern/service-kit/database/migrate';
import type { JobContract } from '@lectern/service-kit/jobs/job';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { startService } from '@lectern/service-kit/process/run-service';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ownTables } from '@lectern/service-kit/testing/own-tables';
import { TEST_IDENTITY_REQUEST_KEY, TEST_REQUEST_KEY, TestCaller } from '@lectern/service-kit/testing/test-caller';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { until } from '@lectern/test-kit/until';
import { identitySchema } from '../database/schema.ts';
import { identityService } from '../identity.service.ts';

export const ADMIN = { email: 'admin@lectern.test', password: 'correct horse battery' };

const SECOND_FACTOR_KEY = '8d1f64b0a37c92e5f0c4d7186b3ea952';

export interface TestIdentity {
  readonly rpc: RpcClient;
  readonly database: DataSource;
  readonly redis: TestRedis;
  /** The database URL that migrations use. */
  readonly databaseUrl: string;
  /** Delivers an event of another service to identity, as that service’s relay does. Resolves when it is handled. */
  deliverEvent<C extends EventContract>(contract: C, payload: EventPayload<C>): Promise<void>;
  /** Events of this contract that identity published, oldest first. */
  publishedEvents<C extends EventContract>(contract: C): Promise<EventPayload<C>[]>;
  /** The claims of a bearer token of identity; throws where its signature is not identity's. */
  claimsOf(token: string): TokenClaims;
  /** Starts both replicas again with the product's clock so much later than the real one. */
  setClockAhead(milliseconds: number): Promise<void>;
  /** Makes a link as messaging does, after identity published the email that carries it; longer ago than its limits count. */
  issueLink(asked: RpcInput<typeof issueLink>): Promise<RpcOutput<typeof issueLink>>;
  /** Runs a job now. */
  wake(job: JobContract): Promise<void>;
  /** Forgets failed sign-ins, whose counters live in Redis. */
  forgetFailures(): Promise<void>;
  close(): Promise<void>;
}

/** The real service, twice, on a real database and Redis. */
export const startIdentity = async (differences: Record<string, string> = {}): Promise<TestIdentity> => {
  const [testDatabase, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    DATABASE_URL: testDatabase.urlFor('identity'),
    DATABASE_ADMIN_URL: testDatabase.adminUrl,
    REDIS_URL: redis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
    IDENTITY_REQUEST_KEY: TEST_IDENTITY_REQUEST_KEY,
    JWT_PRIVATE_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    SECOND_FACTOR_KEY,
    PUBLIC_URL: 'https://lectern.test',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...differences,
  };
  await migrateSchema(identitySchema, environment);
  await ownTables(testDatabase, 'identity');
  const startReplicas = (clock: Record<string, string> = {}) =>
    Promise.all([
      startService(identityService, { ...environment, ...clock }),
      startService(identityService, { ...environment, ...clock }),
    ]);
  let replicas = await startReplicas();
  const rpc = new TestCaller(redis.url);
  const connection = patientRedis(redis.url, 'test');
  const jobs = new JobQueue({ redisUrl: redis.url, processName: 'test', logger: createLogger('test', 'silent') });
  await Promise.all([rpc.connect(), connection.connect(), jobs.connect()]);
  const eventDelivery = new TestEventDelivery(connection, 'identity');
  return {
    rpc,
    get database() {
      return replicas[0].dataSource;
    },
    redis,
    databaseUrl: environment.DATABASE_URL,
    deliverEvent: async (contract, payload) => {
      const eventId = await eventDelivery.deliver(contract, payload);
      await until('the event to be received', async () => {
        const received = await replicas[0].dataSource.query<unknown[]>('SELECT 1 FROM inbox WHERE event_id = $1', [
          eventId,
        ]);
        return received.length === 1;
      });
    },
    publishedEvents: async <C extends EventContract>(contract: C) => {
      const rows = await replicas[0].dataSource.query<{ payload: unknown }[]>(
        'SELECT payload FROM outbox WHERE name = $1 ORDER BY occurred_at',
        [contract.name],
      );
      return rows.map(({ payload }) => contract.payload.parse(payload) as EventPayload<C>);
    },
    claimsOf: (token) => {
      // Issued by a clock that may be set ahead.
      const payload = jwt.verify(token, publicKey, { algorithms: ['ES256'], ignoreExpiration: true }) as {
        sub: string;
        jti: string;
        sv: number;
        exp: number;
      };
      return { subject: payload.sub, tokenId: payload.jti, sessionVersion: payload.sv, expiresAt: payload.exp };
    },
    setClockAhead: async (milliseconds) => {
      await Promise.all(replicas.map((replica) => replica.close()));
      replicas = await startReplicas({ APP_CLOCK: new Date(Date.now() + milliseconds).toISOString() });
    },
    issueLink: async (asked) => {
      const published = await replicas[0].dataSource.query<{ id: string }[]>(
        `INSERT INTO link_requests (purpose, email, email_key, user_id, requested_at, answered_at, is_emailed)
         SELECT $1, $2, lower($2), (SELECT id FROM users WHERE id = $3), now() - interval '2 hours', now() - interval '2 hours', true
         WHERE $1 <> 'email_undo' RETURNING id`,
        [asked.purpose, asked.email, asked.userId ?? null],
      );
      const issued = await rpc.call(issueLink, asked);
      await replicas[0].dataSource.query('DELETE FROM link_requests WHERE id = ANY($1::uuid[])', [
        published.map(({ id }) => id),
      ]);
      return issued;
    },
    wake: (job) => jobs.enqueue(job, {}),
    forgetFailures: async () => {
      const counters = await connection.keys('lectern:sign-in:*');
      if (counters.length > 0) await connection.del(counters);
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await Promise.all([rpc.close(), eventDelivery.close(), jobs.close()]);
      connection.disconnect();
      await testDatabase.drop();
    },
  };
};

/** The code of a call's refusal, or `answered`. */
export const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
