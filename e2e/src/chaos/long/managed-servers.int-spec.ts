import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { type RedisGroup, startRedisGroup } from '@lectern/test-kit/redis-group';
import { createTestCertificate } from '@lectern/test-kit/test-certificate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { startTestPooler, type TestPooler } from '@lectern/test-kit/test-pooler';
import { startSystem } from '../../testing/start-system.ts';
import { type CellResult, formatCells } from '../cell-table.ts';
import { ChaosSystem, type FaultCell } from '../fault-cell.ts';

/*
 * The whole system on servers as others run them: Postgres behind a pooler of transactions with few connections, Redis over TLS with a
 * replica and sentinels. People join, pay, enter, subscribe and write, a campaign is sent, and both servers fail under it.
 */
const random = seededRandom(process.env['FAULT_SEED']);
const FORM = { joiners: 2, afterMs: 300 };
const CELL_MS = 300_000;
/** For each of five roles. Billing may hold four locks, and asks beside them. */
const POOL_SIZE = 6;
const drawn = (): string => randomBytes(16).toString('hex');

let database: TestDatabase;
let pooler: TestPooler;
let redis: RedisGroup;
let chaos: ChaosSystem;
const results: CellResult[] = [];

const CELLS: FaultCell[] = [
  { name: 'nothing fails', heldBy: '', refusesNone: true, recoveryLimitMs: 10_000, strike: async () => undefined },
  {
    name: 'the pooler crashes',
    heldBy: 'transactions, and requests that are made again',
    recoveryLimitMs: 10_000,
    strike: () => pooler.crash(),
  },
  {
    name: 'the primary of Redis ends',
    heldBy: 'another run id, after which events are published again',
    recoveryLimitMs: 20_000,
    strike: () => redis.killPrimary(),
  },
];

beforeAll(async () => {
  [database, pooler, redis] = await Promise.all([
    createTestDatabase(),
    startTestPooler({ poolSize: POOL_SIZE }),
    createTestCertificate().then((tls) => startRedisGroup({ password: drawn(), sentinelPassword: drawn(), tls })),
  ]);
  const servers = {
    DATABASE_URL: database.adminUrl,
    DATABASE_POOLER_URL: pooler.through(database.adminUrl),
    REDIS_URL: redis.url,
  };
  chaos = await ChaosSystem.start(random, 1, (environment) => startSystem({ ...environment, ...servers }));
}, CELL_MS);

afterAll(async () => {
  await chaos?.stop();
  await Promise.all([pooler, redis].map((server) => server?.stop()));
  await database?.drop();
  process.stderr.write(`${formatCells(results)}\nFAULT_SEED=${random.seed}\n`);
});

describe(`a system on managed servers (FAULT_SEED=${random.seed})`, () => {
  it('asks Postgres through the pooler alone', async () => {
    const { rows } = await chaos.database.query<{ name: string; connections: number }>(
      `SELECT usename AS name, count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'lectern\\_%' GROUP BY usename ORDER BY usename`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'lectern_billing',
      'lectern_content',
      'lectern_identity',
      'lectern_messaging',
      'lectern_registrations',
    ]);
    expect(Math.max(...rows.map(({ connections }) => connections))).toBeLessThanOrEqual(POOL_SIZE);
  });

  it.each(CELLS.map((cell) => [cell.name, cell] as const))(
    'keeps what it promised when %s',
    async (_name, cell) => {
      const result = await chaos.run(cell, FORM);
      results.push(result);
      expect(result.findings).toEqual([]);
      expect(result.promises).toBeGreaterThan(6);
    },
    CELL_MS,
  );
});
