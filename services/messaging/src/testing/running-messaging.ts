import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type DataSource, IsNull } from 'typeorm';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import type { receiveInboundEmail } from '@lectern/contracts/messaging/inbound-rpc';
import { type receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { JobContract } from '@lectern/service-kit/jobs/job';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { type RunningService, startService } from '@lectern/service-kit/process/run-service';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ownTables } from '@lectern/service-kit/testing/own-tables';
import { TEST_IDENTITY_REQUEST_KEY, TEST_REQUEST_KEY, TestCaller } from '@lectern/service-kit/testing/test-caller';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { deliverEmails } from '../jobs.ts';
import { EmailRecipient } from '../delivery/email-recipient.entity.ts';
import { messagingService } from '../messaging.service.ts';
import { messagingWorker } from '../messaging-worker.service.ts';
import { migrate } from '../migrate.ts';
import { until } from '@lectern/test-kit/until';

export interface RunningMessaging {
  readonly dataSource: DataSource;
  readonly rpc: RpcClient;
  readonly redisUrl: string;
  /** The port of the operator endpoints. */
  readonly opsPort: number;
  /** Delivers an event of another service to messaging, as that service’s relay does. Resolves when it is handled. */
  deliverEvent<C extends EventContract>(contract: C, payload: EventPayload<C>, eventId?: string): Promise<void>;
  /** Starts a worker that posts to this URL, with other variables than usual. */
  startWorker(sendgridUrl: string, overrides?: Record<string, string>): Promise<RunningService>;
  /** Runs a job of the service now. */
  startJob(contract: JobContract): Promise<void>;
  /** Makes a worker poll for emails now. */
  wakeWorkers(): Promise<void>;
  /** Deletes all data of Redis. */
  forgetRedis(): Promise<void>;
  /** The transactional emails, oldest first. */
  emails(): Promise<EmailRecipient[]>;
  /** Resolves once the email of the occasion has that status; `sent` also where it is delivered by now. */
  emailIn(status: EmailRecipient['status'], dedupeKey: string): Promise<EmailRecipient>;
  /** A post of the provider, signed with its key, at `timestamp` (Unix seconds; now by default). */
  signedPost(payload: string, timestamp?: number, key?: KeyObject): RpcInput<typeof receiveSendgridEvents>;
  /** A post of an email that the provider received, signed with its key. */
  signedForm(form: { body: Buffer; contentType: string }, key?: KeyObject): RpcInput<typeof receiveInboundEmail>;
  /** The provider's private key, PEM. */
  readonly webhookPrivateKey: string;
  stop(): Promise<void>;
}

export const UNSUBSCRIBE_SECRET = '0123456789abcdef0123456789abcdef';
/** The domain to which people answer. */
export const INBOUND_DOMAIN = 'reply.lectern.test';
export const SUPPORT_EMAIL = 'support@lectern.test';

export const newSigningKey = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Starts the service without a worker, on an empty, migrated database. */
export const startMessaging = async (): Promise<RunningMessaging> => {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const keys = newSigningKey();
  const common = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    OPS_PORT: '0',
    REDIS_URL: redis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
    DATABASE_URL: database.urlFor('messaging'),
    DATABASE_ADMIN_URL: database.adminUrl,
    UNSUBSCRIBE_SECRET,
    SUPPORT_EMAIL,
    PUBLIC_URL: 'https://lectern.test',
  };
  await migrate(common);
  await ownTables(database, 'messaging');
  const running = await startService(messagingService, {
    ...common,
    SENDGRID_WEBHOOK_KEY: keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    INBOUND_DOMAIN,
    SENDGRID_INBOUND_KEY: keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  });
  const logger = createLogger('test', 'silent');
  const rpc = new TestCaller(redis.url);
  const jobs = new JobQueue({ redisUrl: redis.url, processName: 'test', logger });
  const connection = patientRedis(redis.url, 'test');
  await Promise.all([rpc.connect(), jobs.connect(), connection.connect()]);
  const eventDelivery = new TestEventDelivery(connection, 'messaging');
  const workers = new Set<RunningService>();
  const emails = (): Promise<EmailRecipient[]> =>
    running.dataSource
      .getRepository(EmailRecipient)
      .find({ where: { campaignId: IsNull() }, order: { createdAt: 'ASC' } });

  return {
    dataSource: running.dataSource,
    rpc,
    redisUrl: redis.url,
    opsPort: running.opsPort,
    webhookPrivateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    deliverEvent: (contract, payload, eventId) => eventDelivery.deliverAndWait(contract, payload, eventId),
    startWorker: async (sendgridUrl, overrides = {}) => {
      const worker = await startService(messagingWorker, {
        ...common,
        IDENTITY_REQUEST_KEY: TEST_IDENTITY_REQUEST_KEY,
        SENDGRID_API_KEY: 'SG.sandbox',
        SENDGRID_API_URL: sendgridUrl,
        ...overrides,
      });
      workers.add(worker);
      return {
        ...worker,
        close: async () => {
          workers.delete(worker);
          await worker.close();
        },
      };
    },
    startJob: (contract) => jobs.enqueue(contract, {}),
    forgetRedis: async () => {
      await connection.flushdb();
    },
    wakeWorkers: () => jobs.enqueue(deliverEmails, {}),
    emails,
    emailIn: (status, dedupeKey) =>
      until(`the email ${dedupeKey} to be ${status}`, async () =>
        (await emails()).find(
          (message) =>
            message.dedupeKey === dedupeKey &&
            (message.status === status || (status === 'sent' && message.status === 'delivered')),
        ),
      ),
    signedPost: (payload, timestamp = Math.floor(Date.now() / 1_000), key = keys.privateKey) => ({
      payload,
      timestamp: String(timestamp),
      signature: createSign('sha256').update(`${timestamp}${payload}`).sign(key, 'base64'),
    }),
    signedForm: ({ body, contentType }, key = keys.privateKey) => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createSign('sha256').update(timestamp).update(body).sign(key, 'base64');
      return { form: body.toString('base64'), contentType, timestamp, signature };
    },
    stop: async () => {
      await Promise.all([...workers].map((worker) => worker.close()));
      await Promise.all([rpc.close(), eventDelivery.close(), jobs.close()]);
      connection.disconnect();
      await running.close();
      await database.drop();
    },
  };
};
