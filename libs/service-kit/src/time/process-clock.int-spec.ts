import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '@lectern/sandbox/sandbox';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { until } from '@lectern/test-kit/until';
import { DatabaseProcessConfig } from '../config/process-config.ts';
import type { DatabaseSchema } from '../database/data-source.ts';
import { migrateSchema } from '../database/migrate.ts';
import { startService } from '../process/run-service.ts';
import { TEST_REQUEST_KEY } from '../testing/test-caller.ts';
import { testLogger } from '../testing/test-logger.ts';
import { Clock } from './clock.ts';
import { type ProcessClock, startProcessClock } from './process-clock.ts';

const DAY = 86_400;
const DAY_MS = DAY * 1_000;

let dataDir: string;
let sandbox: Sandbox;
const clocks: ProcessClock[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'process-clock-'));
  sandbox = await startSandbox({ dataDir });
});

afterEach(async () => {
  for (const each of clocks.splice(0)) each.close();
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

const addressOf = ({ url }: { url: string }): string => `${url}/stripe/test_helpers/clock`;
const follow = async (
  address = addressOf(sandbox),
  set: { APP_CLOCK?: string; APP_CLOCK_SET_AT?: string } = {},
): Promise<Clock> => {
  const clock = await startProcessClock({ ...set, APP_CLOCK_URL: address }, testLogger());
  clocks.push(clock);
  return clock.clock;
};
const daysAhead = (clock: Clock, since = Date.now()): number => Math.round((clock.now().getTime() - since) / DAY_MS);
const advance = async (seconds: number): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/stripe/test_helpers/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds }),
  });
  expect(answer.status).toBe(200);
};

describe('the clock of a process', () => {
  it("has the sandbox's time from its start on", async () => {
    await advance(40 * DAY);
    expect(daysAhead(await follow())).toBe(40);
  });

  it("moves by the sandbox's offset, in every process and for each change", async () => {
    const all = await Promise.all([follow(), follow(), follow()]);
    // Once they long-poll, the next answer is not their first one.
    for (const days of [1, 8, 8, 31]) {
      const before = all.map((clock) => daysAhead(clock));
      await until('all to wait for news', async () => (await waiting()) === all.length);
      await advance(days * DAY);
      expect(all.map((clock) => daysAhead(clock))).toEqual(before.map((each) => each + days));
    }
  });

  it('counts an instant to which both clocks were set only once', async () => {
    const set = { APP_CLOCK: '2025-10-01T09:00:00Z', APP_CLOCK_SET_AT: new Date().toISOString() };
    await sandbox.close();
    sandbox = await startSandbox({
      dataDir,
      clockOffsetMs: Date.parse(set.APP_CLOCK) - Date.parse(set.APP_CLOCK_SET_AT),
    });
    const clock = await follow(addressOf(sandbox), set);
    await until('it to wait for news', async () => (await waiting()) === 1);
    await advance(3 * DAY);
    expect(clock.now().toISOString()).toMatch(/^2025-10-04T09:00/);
    expect(Math.abs(clock.now().getTime() - sandbox.clock.nowMs())).toBeLessThan(1_000);
  });

  it('keeps its time while the sandbox is unavailable, and follows it again afterwards', async () => {
    const { port } = sandbox;
    const clock = await follow();
    await until('it to wait for news', async () => (await waiting()) === 1);
    await advance(5 * DAY);
    await sandbox.close();
    expect(daysAhead(clock)).toBe(5);
    sandbox = await startSandbox({ dataDir, port });
    await advance(2 * DAY);
    await until('it to follow again', async () => daysAhead(clock) === 7);
  });

  it('starts without a sandbox within two seconds, and follows it once it is available', async () => {
    const { port } = sandbox;
    await advance(6 * DAY);
    await sandbox.close();
    const began = Date.now();
    const clock = await follow(addressOf(sandbox));
    expect(Date.now() - began).toBeLessThan(2_500);
    expect(daysAhead(clock)).toBe(0);
    sandbox = await startSandbox({ dataDir, port });
    await until('it to follow', async () => daysAhead(clock) === 6);
  });

  it('starts within two seconds without an answer', async () => {
    const mute: Server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as { port: number };
    const began = Date.now();
    const clock = await follow(`http://127.0.0.1:${port}/`);
    expect(Date.now() - began).toBeLessThan(2_500);
    expect(daysAhead(clock)).toBe(0);
    clocks[0]?.close();
    await new Promise((resolve) => mute.close(resolve));
  });

  it('does not keep a process alive', async () => {
    const program = `
      const { startProcessClock } = await import(${JSON.stringify(join(import.meta.dirname, 'process-clock.ts'))});
      const { createLogger } = await import(${JSON.stringify(join(import.meta.dirname, '../logging/logger.ts'))});
      await startProcessClock({ APP_CLOCK_URL: ${JSON.stringify(addressOf(sandbox))} }, createLogger('test', 'silent'));
      console.log('following');
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([0, 'following\n']);
  });
});

describe('a service', () => {
  it("uses the sandbox's time, and stops following when it stops", async () => {
    const schema: DatabaseSchema = { service: 'content', entities: [], migrations: [] };
    const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
    const environment = {
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'silent',
      OPS_PORT: '0',
      DATABASE_URL: database.urlFor('content'),
      DATABASE_ADMIN_URL: database.adminUrl,
      REDIS_URL: redis.url,
      REQUEST_KEY: TEST_REQUEST_KEY,
      APP_CLOCK_URL: addressOf(sandbox),
    };
    await migrateSchema(schema, environment);
    let clock: Clock | undefined;
    const keep = { provide: 'keep', useFactory: (given: Clock) => (clock = given), inject: [Clock] };
    const service = await startService(
      { schema, Config: DatabaseProcessConfig, module: { providers: [keep] }, answers: false, jobs: [] },
      environment,
    );
    await until('it to wait for news', async () => (await waiting()) === 1);
    await advance(9 * DAY);
    expect(clock === undefined ? undefined : daysAhead(clock)).toBe(9);
    await service.close();
    await until('it to be gone', async () => (await waiting()) === 0);
    await database.drop();
  });
});

/** The number of open long polls at the sandbox. */
const waiting = async (): Promise<number> => sandbox.followers.waiting;
