import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { DataSource } from 'typeorm';
import { receiveStripeEvent } from '@lectern/contracts/billing/rpc';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import type { Sandbox } from '@lectern/sandbox/sandbox';
import { startSandbox } from '@lectern/sandbox/sandbox';
import { createDataSource } from '@lectern/service-kit/database/data-source';
import { migrateSchema } from '@lectern/service-kit/database/migrate';
import type { JobContract } from '@lectern/service-kit/jobs/job';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { type RunningService, startService } from '@lectern/service-kit/process/run-service';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ownTables } from '@lectern/service-kit/testing/own-tables';
import { TEST_REQUEST_KEY, TestCaller } from '@lectern/service-kit/testing/test-caller';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { billingService } from '../billing.service.ts';
import { billingSchema } from '../database/schema.ts';

export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

export interface TestBilling {
  readonly rpc: RpcClient;
  readonly sandbox: Sandbox;
  readonly database: DataSource;
  /** Another replica of the service, on the same database and queues. */
  startReplica(definition?: typeof billingService): Promise<RunningService>;
  /** The provider's API, called without our service. */
  readonly stripe: Stripe;
  /** Runs a job of the service now, which it otherwise runs by itself. */
  wake(job: JobContract): Promise<void>;
  /** Moves the provider's clock, which the service follows. */
  advance(seconds: number): Promise<void>;
  /** Faults of webhook deliveries, or of the API; `{}` ends them. */
  faults(of: 'delivery' | 'api', faults: Readonly<Record<string, number | boolean | string>>): Promise<void>;
  /** Events of this contract that billing published, oldest first. `where` compares fields of the payload. */
  publishedEvents<C extends EventContract>(
    contract: C,
    where: Readonly<Record<string, string>>,
  ): Promise<EventPayload<C>[]>;
  /** Delivers an event of another service to billing, as that service’s relay does. Resolves when it is queued. */
  deliverEvent<C extends EventContract>(contract: C, payload: EventPayload<C>): Promise<void>;
  /** As {@link deliverEvent}, until it was handled. */
  deliverAndWait<C extends EventContract>(contract: C, payload: EventPayload<C>): Promise<void>;
  /** Deliveries that reached the webhook so far, by event type. */
  readonly delivered: string[];
  close(): Promise<void>;
}

/**
 * The real service on a real database and the Stripe emulator, whose webhooks reach it as through the gateway. With `ownClock` it does
 * not follow the provider's clock.
 */
export const startBilling = async ({
  replicas: count = 1,
  ownClock = false,
}: { replicas?: 0 | 1; ownClock?: boolean } = {}): Promise<TestBilling> => {
  const [testDatabase, testRedis, sandbox] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    startSandbox(),
  ]);
  const environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    DATABASE_URL: testDatabase.urlFor('billing'),
    DATABASE_ADMIN_URL: testDatabase.adminUrl,
    REDIS_URL: testRedis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: sandbox.url,
    ...(ownClock ? {} : { APP_CLOCK_URL: `${sandbox.url}/stripe/test_helpers/clock` }),
  };
  await migrateSchema(billingSchema, environment);
  await ownTables(testDatabase, 'billing');
  const rpc = new TestCaller(testRedis.url);
  await rpc.connect();
  const delivered: string[] = [];
  const receiver = await startReceiver(rpc, delivered);
  const { port } = receiver.address() as AddressInfo;
  const replicas: RunningService[] = [];
  const startReplica = async (definition = billingService): Promise<RunningService> => {
    const started = await startService(definition, environment);
    let closed: Promise<void> | undefined;
    const replica = { ...started, close: () => (closed ??= started.close()) };
    replicas.push(replica);
    return replica;
  };
  if (count === 1) await startReplica();
  const database = createDataSource(billingSchema, { url: environment.DATABASE_URL, poolSize: 4, processName: 'test' });
  await database.initialize();
  sandbox.pointWebhooksTo({ stripe: { url: `http://127.0.0.1:${port}/`, secret: WEBHOOK_SECRET } });
  const jobs = new JobQueue({ redisUrl: testRedis.url, processName: 'test', logger: createLogger('test', 'silent') });
  await jobs.connect();
  const ask = async (helper: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/stripe/test_helpers/${helper}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${helper}: ${answer.status} ${await answer.text()}`);
  };
  const connection = patientRedis(testRedis.url, 'test');
  await connection.connect();
  const eventDelivery = new TestEventDelivery(connection, 'billing');
  return {
    stripe: new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' }),
    wake: (contract) => jobs.enqueue(contract, {}),
    advance: (seconds) => ask('advance', { seconds }),
    faults: ask,
    publishedEvents: async (contract, where) => {
      const rows = await database.query<{ payload: never }[]>(
        'SELECT payload FROM outbox WHERE name = $1 AND payload @> $2::jsonb ORDER BY sequence',
        [contract.name, JSON.stringify(where)],
      );
      return rows.map((row) => row.payload);
    },
    deliverAndWait: async (contract, payload) => {
      await eventDelivery.deliverAndWait(contract, payload);
    },
    deliverEvent: async (contract, payload) => {
      await eventDelivery.deliver(contract, payload);
    },
    rpc,
    sandbox,
    database,
    startReplica,
    delivered,
    close: async () => {
      // First, while the service answers: a webhook under way would wait a minute for the answer of a closed one.
      await rpc.close();
      await eventDelivery.close();
      connection.disconnect();
      await jobs.close();
      await Promise.all(replicas.map((replica) => replica.close()));
      await sandbox.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
      await database.destroy();
      await testDatabase.drop();
    },
  };
};

/** Stands in for the gateway: hands the body on byte for byte and answers as billing says. */
const startReceiver = async (rpc: RpcClient, delivered: string[]): Promise<Server> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString('utf8');
      rpc.call(receiveStripeEvent, { payload, signature: String(request.headers['stripe-signature']) }).then(
        () => {
          delivered.push((JSON.parse(payload) as { type: string }).type);
          response.writeHead(200).end();
        },
        () => response.writeHead(503).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** Presses a button of the checkout page, as the browser's form does. Answers where the browser is sent. */
export const pressCheckoutButton = async (
  checkoutUrl: string,
  button: 'pay' | 'decline' | 'cancel',
): Promise<string | null> => {
  const answer = await fetch(`${checkoutUrl}/${button}`, { method: 'POST', redirect: 'manual' });
  return answer.headers.get('location');
};
