import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from '../process/process-owner.ts';
import { startEmbeddedPostgres } from '../servers/embedded-postgres.ts';
import { redisCommand } from '../servers/redis-command.ts';
import { startRedis } from '../servers/redis.ts';
import { type RunFile, runFilePath } from './run-file.ts';
import { FakeSystemRun, processNamed, untilAllGone } from './testing/fake-system-run.ts';

const LIMIT_MILLISECONDS = 60_000;

describe('the local system', () => {
  let dataDir: string;
  const runs: FakeSystemRun[] = [];

  // All tests use its data: the first start in an empty folder takes most of the time.
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-local-'));
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) {
      run.signal('SIGTERM');
      await run.ended;
    }
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const start = (env?: Record<string, string>, how?: 'through a shell', folder = dataDir): FakeSystemRun => {
    const run = new FakeSystemRun(folder, env, how);
    runs.push(run);
    return run;
  };

  it(
    'starts, is alone on its folder, stops in order, finds its data again, and leaves no process when it is killed itself',
    async () => {
      const first = start();
      const run = await first.ready();
      expect(first.output).toContain(`Site           ${run.siteUrl}`);
      expect(first.output).toContain(run.admin.password);
      await query(run, 'CREATE TABLE kept AS SELECT 7 AS number');
      await redisCommand(run.redisUrl, 'SET kept 7');

      const second = start();
      expect(await second.ended).toBe(1);
      expect(second.output.trim()).toBe(
        `Lectern already runs on ${dataDir} (process ${run.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );

      first.signal('SIGTERM');
      expect(await first.ended).toBe(0);
      await untilAllGone(run);
      expect((await first.journal()).slice(-3)).toEqual(['gateway stopped', 'billing stopped', 'sandbox stopped']);
      expect(existsSync(runFilePath(dataDir))).toBe(false);

      const third = start();
      const again = await third.ready();
      expect(third.output).not.toContain(again.admin.password);
      expect(again.admin.password).toBe(run.admin.password);
      expect(await query(again, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
      expect(await redisCommand(again.redisUrl, 'EXISTS kept')).toEqual(['0']);

      const seeded = await seedsOf(again);
      third.signal('SIGKILL');
      await third.ended;
      await untilAllGone(again);
      const next = await start().ready();
      expect(next.pid).not.toBe(again.pid);
      expect(isAlive(processNamed(next, 'postgres').pid)).toBe(true);
      expect(await seedsOf(next)).toBe(seeded + 1);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'starts crashed processes and killed servers again, with their data, and kills at the end what does not end within its time',
    async () => {
      const system = start();
      const run = await system.ready();
      const before = processNamed(run, 'billing');
      await fetch(`${before.opsUrl}/crash`).catch(() => undefined);
      const after = await system.until((now) => processNamed(now, 'billing').restarts === 1);
      expect(processNamed(after, 'billing').pid).not.toBe(before.pid);
      expect([before.lastEnd, processNamed(after, 'billing').lastEnd]).toEqual([undefined, 'exit code 3']);
      expect((await fetch(`${before.opsUrl}/readyz`)).status).toBe(200);
      expect(system.output).toContain('billing ended (exit code 3): the flux is gone');
      expect(system.output).toContain(`log: ${before.logFile}; starting again in 0.1 s`);

      process.kill(processNamed(run, 'postgres').pid, 'SIGKILL');
      process.kill(processNamed(run, 'redis').pid, 'SIGKILL');
      const last = await system.until((now) =>
        ['postgres', 'redis'].every((name) => processNamed(now, name).restarts > 0),
      );
      expect(await query(run, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
      expect(await redisCommand(run.redisUrl, 'PING')).toEqual(['PONG']);
      expect(system.output).toContain('postgres ended (SIGKILL)');

      await fetch(`${before.opsUrl}/ignore-sigterm`);
      system.signal('SIGINT');
      expect(await system.ended).toBe(0);
      await untilAllGone(last);
      expect(await system.journal()).toContain('billing ignored SIGTERM');
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'treats a signal that npm repeats as one, and ends immediately at a second Ctrl-C',
    async () => {
      const system = start({ FAKE_STOP_MILLISECONDS: '60000' });
      const run = await system.ready();
      await fetch(`${processNamed(run, 'gateway').opsUrl}/ignore-sigterm`);
      system.signal('SIGINT');
      system.signal('SIGINT');
      await system.until((now) => now.status === 'stopping');
      system.signal('SIGINT');
      // A signal that npm forwards comes within half a second; a person's second press comes later.
      await delay(600);
      expect(isAlive(run.pid)).toBe(true);
      system.signal('SIGINT');
      expect(await system.ended).toBe(130);
      await untilAllGone(run);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'stops in the middle of a start',
    async () => {
      const folder = await mkdtemp(join(dataDir, 'empty-'));
      const system = start({}, undefined, folder);
      const run = await system.until(({ status }) => status === 'starting');
      system.signal('SIGTERM');
      expect(await system.ended).toBe(0);
      await untilAllGone(run);
      expect(existsSync(join(folder, 'lock'))).toBe(false);
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'stops when npm, which started it through a shell, is ended',
    async () => {
      const system = start({ npm_lifecycle_event: 'start' }, 'through a shell');
      const run = await system.ready();
      system.signal('SIGKILL');
      await untilAllGone(run);
      expect((await system.journal()).slice(-3)).toEqual(['gateway stopped', 'billing stopped', 'sandbox stopped']);
      await system.ended;
    },
    LIMIT_MILLISECONDS,
  );

  it(
    "uses the person's own servers when configured, and leaves them running",
    async () => {
      const serversFolder = await mkdtemp(join(tmpdir(), 'lectern-own-'));
      const folder = join(serversFolder, 'system');
      const [database, redis] = await Promise.all([
        startEmbeddedPostgres({ folder: join(serversFolder, 'postgres'), password: 'own', durability: 'fast' }),
        startRedis({ folder: join(serversFolder, 'redis'), password: 'own' }),
      ]);
      const system = start({ DATABASE_URL: database.url, REDIS_URL: redis.url }, undefined, folder);
      const run = await system.ready();
      expect(run.processes.map(({ name }) => name).sort()).toEqual(['billing', 'gateway', 'sandbox']);
      expect(await seedsOf(run)).toBe(1);
      system.signal('SIGTERM');
      expect(await system.ended).toBe(0);
      expect(await query(run, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
      expect(existsSync(join(folder, 'postgres'))).toBe(false);
      await Promise.all([database.stop(), redis.stop()]);
      await rm(serversFolder, { recursive: true });
    },
    LIMIT_MILLISECONDS,
  );

  it(
    'refuses a port that was asked for and is taken, in one line',
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const system = start({ PORT: String(port) });
      expect(await system.ended).toBe(1);
      expect(system.output).toContain(`Port ${port} is taken by another program: set PORT to another port.`);
      await new Promise((resolve) => other.close(resolve));
    },
    LIMIT_MILLISECONDS,
  );
});

const query = async (run: RunFile, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: run.database.adminUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** How often billing was seeded; each start does. */
const seedsOf = async (run: RunFile): Promise<number> => {
  const [row] = await query(run, 'SELECT count(*)::int AS seeds FROM lectern_billing.seeds');
  return (row as { seeds: number }).seeds;
};
