import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { RunningServer } from '../process/started-process.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { redisCommand } from './redis-command.ts';
import { startRedis } from './redis.ts';

const LIMIT_MILLISECONDS = 60_000;

describe('the embedded servers', () => {
  let folder: string;
  const started: RunningServer[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-servers-'));
    // Started by root, Postgres runs as another user, who has to pass through.
    await chmod(folder, 0o711);
  });
  afterAll(async () => {
    for (const server of started) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const postgres = async (password = 'secret'): Promise<RunningServer> => {
    const server = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      password,
      durability: 'durable',
    });
    started.push(server);
    return server;
  };
  const redis = async (name = 'redis'): Promise<RunningServer> => {
    const server = await startRedis({
      folder: join(folder, name),
      password: 'secret',
    });
    started.push(server);
    return server;
  };

  it(
    'keep the data of Postgres from one start to the next, and nothing of Redis',
    async () => {
      const [first, firstRedis] = await Promise.all([postgres(), redis()]);
      await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
      await redisCommand(firstRedis.url, 'SET kept 7');
      await Promise.all([first.stop(), firstRedis.stop()]);

      const [second, secondRedis] = await Promise.all([postgres(), redis()]);
      expect(await query(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
      expect(await redisCommand(secondRedis.url, 'EXISTS kept')).toEqual(['0']);
      expect(await readdir(join(folder, 'redis'))).toEqual(['redis.conf']);
      await Promise.all([second.stop(), secondRedis.stop()]);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'let nobody in without the password',
    async () => {
      const [server, cache] = await Promise.all([postgres(), redis()]);
      await expect(query(server.url.replace('secret', 'guess'), 'SELECT 1')).rejects.toThrow('password');
      await expect(redisCommand(cache.url.replace(':secret@', ''), 'PING')).rejects.toThrow('NOAUTH');
      await Promise.all([server.stop(), cache.stop()]);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'end what a killed supervisor left running, and go on with its data',
    async () => {
      const [server, cache] = await Promise.all([postgres(), redis()]);
      await query(server.url, 'CREATE TABLE left_over AS SELECT 1 AS number');
      const [next, nextCache] = await Promise.all([postgres(), redis()]);
      await Promise.all([server.ended, cache.ended]);
      expect(await query(next.url, 'SELECT number FROM left_over')).toEqual([{ number: 1 }]);
      expect(await redisCommand(nextCache.url, 'PING')).toEqual(['PONG']);
      await Promise.all([next.stop(), nextCache.stop()]);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'start although the number of a killed postmaster belongs to a stranger by now',
    async () => {
      const server = await postgres();
      server.kill();
      await server.ended;
      const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
      const left = await readFile(pidFile, 'utf8');
      await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
      const next = await postgres();
      expect(await query(next.url, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
      await next.stop();
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'run below a folder that only its owner may enter, for root too',
    async () => {
      const closed = await mkdtemp(join(tmpdir(), 'lectern-closed-'));
      await chmod(closed, 0o700);
      const server = await startEmbeddedPostgres({
        folder: join(closed, 'postgres'),
        password: 'secret',
        durability: 'fast',
      });
      expect(await query(server.url, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
      await server.stop();
      await rm(closed, { recursive: true });
    },
    LIMIT_MILLISECONDS,
  );

  it('refuse the data of another major version in one line', async () => {
    const version = join(folder, 'postgres', 'data', 'PG_VERSION');
    const writtenVersion = await readFile(version, 'utf8');
    await writeFile(version, '15\n');
    await expect(postgres()).rejects.toThrow(/written by PostgreSQL 15, this is 18/);
    await writeFile(version, writtenVersion);
  });

  it('keep their folders from other users', async () => {
    for (const name of ['postgres', 'redis']) {
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    }
  });
});

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  // Emitted when the server stops.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};
