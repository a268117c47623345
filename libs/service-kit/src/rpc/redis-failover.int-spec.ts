import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisGroup, startRedisGroup } from '@lectern/test-kit/redis-group';
import { createTestCertificate } from '@lectern/test-kit/test-certificate';
import { until } from '@lectern/test-kit/until';
import { echo, type EchoServer, startEchoServer, startTestClient } from '../testing/test-rpc.ts';
import { failFastRedis, patientRedis } from '../redis/connections.ts';
import type { RpcClient } from './rpc-client.ts';

const drawn = (): string => randomBytes(16).toString('hex');

let group: RedisGroup;
let folder: string;
let server: EchoServer;
let client: RpcClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-authorities-'));
  group = await startRedisGroup({ password: drawn(), sentinelPassword: drawn(), tls: await createTestCertificate() });
});
afterAll(async () => {
  await client?.close();
  await server?.close();
  await group.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('Redis over TLS', () => {
  const pingOf = async (url: string): Promise<string> => {
    const redis = failFastRedis(url, 'test');
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.ping();
    } finally {
      redis.disconnect();
    }
  };

  it('answers where the URL names its certificate authority', async () => {
    expect(await pingOf(group.primaryUrl)).toBe('PONG');
    expect(await pingOf(group.url)).toBe('PONG');
  });

  it('gets no command where another authority, or an unknown one, signed its certificate', async () => {
    const other = join(folder, 'other.crt');
    await writeFile(other, (await createTestCertificate()).certificate);
    const named = (file: string): string => group.primaryUrl.replace(/ca=.*/, `ca=${file}`);
    await expect(pingOf(named(other))).rejects.toThrow();
    await expect(pingOf(group.primaryUrl.replace(/\?.*/, ''))).rejects.toThrow();
    await expect(pingOf(group.primaryUrl.replace('rediss:', 'redis:').replace(/\?.*/, ''))).rejects.toThrow();
  });
});

describe('a failed primary', () => {
  it('is replaced by the one that the sentinels choose, for callers and services', async () => {
    server = await startEchoServer(group.url, async ({ text }) => ({ text, by: 'me' }));
    client = await startTestClient(group.url);
    expect(await client.call(echo, { text: 'before' })).toMatchObject({ text: 'before' });

    // As many as several processes have: each must find the new primary, whatever it was doing when the sentinels
    // announced it.
    const others = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? failFastRedis : patientRedis)(group.url, 'other'),
    );
    for (const other of others) other.on('error', () => undefined);
    await Promise.all(others.map((other) => other.connect()));

    const killedAt = Date.now();
    await group.killPrimary();
    // Callers get an error immediately, or at their timeouts.
    await expect(client.call(echo, { text: 'meanwhile' })).rejects.toMatchObject({ code: 'service_unavailable' });
    for (;;) {
      const answer = await client.call(echo, { text: 'after' }).catch(() => undefined);
      if (answer !== undefined) break;
      if (Date.now() - killedAt > 60_000) throw new Error('Nobody answers any more');
      await pause(50);
    }
    process.stderr.write(
      `Redis: answered again ${((Date.now() - killedAt) / 1_000).toFixed(1)} s after the primary was killed (held for dead after 2 s)\n`,
    );
    for (const other of others)
      await until(
        'a connection',
        async () => (await other.ping().catch((error: Error) => error.message)) === 'PONG',
        20_000,
      );
    for (const other of others) other.disconnect();
    // The connections stay.
    for (let turn = 0; turn < 20; turn += 1)
      expect(await client.call(echo, { text: `${turn}` })).toMatchObject({ text: `${turn}` });
  });
});
