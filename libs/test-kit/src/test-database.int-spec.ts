import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestRedis } from './test-redis.ts';
import { redisCommand } from '@lectern/tools/servers/redis-command';

describe('databases for tests', () => {
  let one: TestDatabase;
  let two: TestDatabase;

  beforeAll(async () => {
    [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([one.drop(), two.drop()]));

  it('isolates suites', async () => {
    await run(one.adminUrl, 'CREATE TABLE mine (id int)');
    expect(await run(two.adminUrl, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }]);
  });

  it('supports non-ASCII characters, in lower() and in trigrams', async () => {
    await run(one.adminUrl, 'CREATE EXTENSION pg_trgm');
    expect(await run(one.adminUrl, "SELECT lower('ÉÑ') AS lower, similarity('É', 'é') AS same")).toEqual([
      { lower: 'éñ', same: 1 },
    ]);
  });

  it('sorts by code point, as every other installation does', async () => {
    const rows = await run(one.adminUrl, "SELECT x FROM unnest(ARRAY['b', 'B', 'a']) AS t(x) ORDER BY x");
    expect(rows).toEqual([{ x: 'B' }, { x: 'a' }, { x: 'b' }]);
  });

  it('removes a database with its roles while a client is connected', async () => {
    const gone = await createTestDatabase();
    const role = new URL(gone.urlFor('billing'));
    await run(gone.adminUrl, `CREATE ROLE ${role.username} LOGIN PASSWORD '${role.password}'`);
    const client = new pg.Client({ connectionString: role.href });
    client.on('error', () => undefined);
    await client.connect();
    await gone.drop();
    expect(await run(one.adminUrl, `SELECT 1 FROM pg_roles WHERE rolname = '${role.username}'`)).toEqual([]);
    await client.end().catch(() => undefined);
  });
});

describe('Redis for tests', () => {
  it('gives each suite an empty logical database of its own', async () => {
    const [one, two] = await Promise.all([createTestRedis(), createTestRedis()]);
    await redisCommand(one.url, 'SET key 1');
    expect(await redisCommand(two.url, 'DBSIZE')).toEqual(['0']);
    await one.flush();
    expect(await redisCommand(one.url, 'DBSIZE')).toEqual(['0']);
  });
});

const run = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};
