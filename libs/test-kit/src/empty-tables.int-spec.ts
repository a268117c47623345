import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { emptyTables } from './empty-tables.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

describe('emptying tables beside a service', () => {
  let database: TestDatabase;
  let test: pg.Client;
  let service: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    [test, service] = [
      new pg.Client({ connectionString: database.adminUrl }),
      new pg.Client({ connectionString: database.adminUrl }),
    ];
    await Promise.all([test.connect(), service.connect()]);
    await test.query('CREATE TABLE one (id int); CREATE TABLE two (id int)');
  });
  afterAll(async () => {
    await Promise.all([test.end(), service.end()]);
    await database.drop();
  });
  beforeEach(() => test.query('INSERT INTO one VALUES (1); INSERT INTO two VALUES (1)'));

  const left = async (): Promise<unknown> =>
    (await service.query('SELECT (SELECT count(*)::int FROM one) AS one, (SELECT count(*)::int FROM two) AS two'))
      .rows[0];

  it('empties them', async () => {
    await emptyTables(test, 'one, two');
    expect(await left()).toEqual({ one: 0, two: 0 });
  });

  it('tries again after a deadlock with a service', async () => {
    const { rows } = await test.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // The first to detect the deadlock breaks it: the emptying, which checks after two seconds.
    await test.query(`SET deadlock_timeout = '2s'`);
    await service.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'; SELECT FROM two`);
    const emptied = emptyTables(test, 'one, two');
    await until(
      'the emptying to wait for the service',
      async () =>
        (await service.query('SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted', [rows[0]!.pid])).rowCount === 1,
    );
    await service.query('SELECT FROM one');
    await service.query('COMMIT');
    await emptied;
    expect(await left()).toEqual({ one: 0, two: 0 });
  });

  it('leaves other errors to the caller', async () => {
    await expect(emptyTables(test, 'three')).rejects.toMatchObject({ code: '42P01' });
  });
});
