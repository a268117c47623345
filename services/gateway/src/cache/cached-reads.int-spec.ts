import { generateKeyPairSync } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listTestimonials } from '@lectern/contracts/content/rpc';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { eventsChannel } from '@lectern/service-kit/outbox/events-channel';
import { RedisRpcServer } from '@lectern/service-kit/rpc/redis-rpc-server';
import { TEST_IDENTITY_REQUEST_KEY, TEST_REQUEST_KEY, TEST_SEAL } from '@lectern/service-kit/testing/test-caller';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { type RunningGateway, startGateway } from '../gateway.ts';

const PATH = '/api/testimonials';
const quote = (text: string) => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada O.',
  role: 'Member',
  avatarUrl: null,
  quote: text,
  rating: 5,
});

let redisUrl: string;
let redis: Redis;
let content: RedisRpcServer;
let gateway: RunningGateway;
/** The content service's answer, and how often the gateway requested it. */
let said: string;
let asked: number;

beforeAll(async () => {
  redisUrl = (await createTestRedis()).url;
  redis = new Redis(redisUrl);
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
    asked += 1;
    return [quote(said)];
  });
  await new Promise<void>((resolve, reject) =>
    content.listen((error) =>
      error === undefined ? resolve() : reject(new Error('Content did not start', { cause: error })),
    ),
  );
});
afterAll(async () => {
  await content.close();
  redis.disconnect();
});

const { publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
beforeEach(async () => {
  [said, asked] = ['Good.', 0];
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
  await listening();
});
afterEach(async () => {
  await gateway.close();
});

const read = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${gateway.port}${PATH}`, { headers });
const text = async (): Promise<string> => ((await (await read()).json()) as { quote: string }[])[0]!.quote;
const listeners = async (): Promise<number> =>
  ((await redis.pubsub('NUMSUB', eventsChannel(redis))) as [string, number])[1];

/** Waits until the gateway receives events: then two reads send one request. */
const listening = async (): Promise<void> => {
  for (;;) {
    const before = asked;
    await text();
    await text();
    if ((await listeners()) === 1 && asked === before + 1) break;
  }
  // Clears the cache.
  await redis.publish(eventsChannel(redis), 'content');
  for (let before = asked; asked === before;) await text();
};

describe('reads that are the same for everybody', () => {
  it('are requested once, until an event is published', async () => {
    const before = asked;
    said = 'Better.';
    expect([await text(), await text()]).toEqual(['Good.', 'Good.']);
    await redis.publish(eventsChannel(redis), 'registrations');
    expect(await text()).toBe('Good.');
    expect(asked).toBe(before);
    await redis.publish(eventsChannel(redis), 'content');
    // The message and the request reach the gateway on connections of their own.
    while ((await text()) === 'Good.');
    expect(asked).toBe(before + 1);
  });

  it('have an ETag, and answer 304 to clients that hold them', async () => {
    const first = await read();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      'content-type': 'application/json; charset=utf-8',
    });
    const tag = first.headers.get('etag')!;
    const again = await read({ 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    said = 'Better.';
    await redis.publish(eventsChannel(redis), 'content');
    while ((await text()) === 'Good.');
    expect((await read({ 'if-none-match': tag })).status).toBe(200);
  });

  it('are compressed for clients that accept that', async () => {
    const packed = await read({ 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.json()).toEqual([quote('Good.')]);
    expect((await read({ 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br');
    const plain = await read({ 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), await plain.json()]).toEqual([null, [quote('Good.')]]);
  });

  it('are requested each time while the gateway receives no events, and cached again afterwards', async () => {
    const name = 'gateway-events';
    const clients = String(await redis.call('CLIENT', 'LIST')).split('\n');
    const client = clients.find((line) => line.includes(`name=${name} `))!;
    said = 'Better.';
    await redis.client('KILL', 'ID', /\bid=(\d+)/.exec(client)![1]!);
    // No process received the events of the meantime.
    while ((await text()) === 'Good.');
    await listening();
    expect(await text()).toBe('Better.');
  });
});
