import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listTestimonials } from '@lectern/contracts/content/rpc';
import { Metrics } from '@lectern/service-kit/health/metrics';
import { SlowReads } from '@lectern/service-kit/load/slow-reads';
import { RedisRpcServer } from '@lectern/service-kit/rpc/redis-rpc-server';
import { TEST_IDENTITY_REQUEST_KEY, TEST_REQUEST_KEY, TEST_SEAL } from '@lectern/service-kit/testing/test-caller';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { until } from '@lectern/test-kit/until';
import { type RunningGateway, startGateway } from '../gateway.ts';

/** Longer than a read may take before it counts as slow. */
const SLOW_MS = 100;

let redisUrl: string;
let content: RedisRpcServer;
let gateway: RunningGateway;
let slowReads: SlowReads;
let answersAfterMs = 0;

beforeAll(async () => {
  redisUrl = (await createTestRedis()).url;
  content = new RedisRpcServer({
    service: 'content',
    redisUrl,
    processName: 'content',
    seal: TEST_SEAL,
    logger: testLogger(),
    metrics: new Metrics('content'),
    contracts: [listTestimonials],
  });
  content.addHandler(listTestimonials.name, async () => {
    await delay(answersAfterMs);
    // Each request reaches content: failures are not cached.
    throw new Error('No testimonials');
  });
  await new Promise<void>((resolve, reject) =>
    content.listen((error) =>
      error === undefined ? resolve() : reject(new Error('Content did not start', { cause: error })),
    ),
  );
  const { publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  gateway = await startGateway({
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    PORT: '0',
    OPS_PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    REDIS_URL: redisUrl,
    REQUEST_KEY: TEST_REQUEST_KEY,
    IDENTITY_REQUEST_KEY: TEST_IDENTITY_REQUEST_KEY,
    JWT_PUBLIC_KEY: publicKey,
  });
  slowReads = new SlowReads(redisUrl, 'worker', testLogger());
  await slowReads.connect();
});
afterAll(async () => {
  slowReads.close();
  await gateway.close();
  await content.close();
});

const readOften = (times: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: times }, async () =>
      (await fetch(`http://127.0.0.1:${gateway.port}/api/testimonials`)).arrayBuffer(),
    ),
  );

describe('a gateway with slow reads', () => {
  it('reports them, and stops when they are fast again', async () => {
    answersAfterMs = SLOW_MS;
    await until('slow reads to be reported', async () => {
      await readOften(5);
      return slowReads.reported();
    });
    answersAfterMs = 0;
    await until('nothing to be reported', async () => {
      await readOften(5);
      return !(await slowReads.reported());
    });
  });
});

describe('the report', () => {
  it('is lost while Redis is away, and nothing is thrown', async () => {
    const cut = new SlowReads(redisUrl, 'cut', testLogger());
    await cut.connect();
    cut.close();
    await expect(cut.report()).resolves.toBeUndefined();
    await expect(cut.reported()).resolves.toBe(false);
  });
});
