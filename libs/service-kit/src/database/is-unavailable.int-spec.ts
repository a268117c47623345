import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { InboxEntry } from './inbox.entity.ts';
import { createDataSource, type DatabaseSchema } from './data-source.ts';
import { isUnavailable } from './is-unavailable.ts';
import { migrateSchema } from './migrate.ts';
import { PooledClient } from './pooled-client.ts';

const schema: DatabaseSchema = { service: 'identity', entities: [], migrations: [] };

describe('an unavailable database', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = database.urlFor('identity');
    await migrateSchema(schema, { DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
    dataSource = await createDataSource(schema, { url, poolSize: 1, processName: 'test' }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('is recognized when no connection is returned in time, before the caller stops waiting', async () => {
    const held = dataSource.createQueryRunner();
    await held.connect();
    const begun = Date.now();
    expect(isUnavailable(await errorOf(dataSource.query('SELECT 1')))).toBe(true);
    expect(Date.now() - begun).toBeLessThan(5_000);
    await held.release();
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is recognized by a connection that the server ends', async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const error = errorOf(dataSource.query('SELECT pg_sleep(60)'));
    for (;;) {
      const { rows } = await admin.query<{ ended: boolean }>(
        `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND application_name = 'test' AND datname = $1`,
        [new URL(database.adminUrl).pathname.slice(1)],
      );
      if (rows.length > 0) break;
    }
    expect(isUnavailable(await error)).toBe(true);
    await admin.end();
  });

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['the next statement', (manager) => manager.query('SELECT 1')],
    ['a repository', (manager) => manager.insert(InboxEntry, { eventId: randomUUID(), name: 'x' })],
    ['the commit', async () => undefined],
  ])('is known by a connection that the server ends within a transaction, as %s finds', async (_who, next) => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const found = await errorOf(
      dataSource.transaction(async (manager) => {
        const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
        const connection = (await manager.queryRunner!.connect()) as pg.PoolClient;
        const ended = new Promise<void>((resolve) => connection.once('end', resolve));
        await admin.query('SELECT pg_terminate_backend($1)', [pid]);
        await ended;
        await next(manager);
      }),
    );
    await admin.end();
    expect(found).toBeInstanceOf(Error);
    expect(isUnavailable(found)).toBe(true);
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('does not end a process by a connection that is lost before its borrower listens', async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const pool = new pg.Pool({ connectionString: database.urlFor('identity'), max: 1, Client: PooledClient });
    const connection = await pool.connect();
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => connection.once('end', resolve));
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await ended;
    expect(isUnavailable(await errorOf(connection.query('SELECT 1')))).toBe(true);
    connection.release();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([admin.end(), pool.end()]);
  });

  it('is recognized by a server that accepts a connection without answering, and by a closed connection', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const unanswered = new pg.Client({
      connectionString: `postgres://nobody@127.0.0.1:${port}/none`,
      connectionTimeoutMillis: 50,
    });
    expect(isUnavailable(await errorOf(unanswered.connect()))).toBe(true);
    silent.close();
    const closed = new pg.Client({ connectionString: database.adminUrl });
    await closed.connect();
    await closed.end();
    expect(isUnavailable(await errorOf(closed.query('SELECT 1')))).toBe(true);
  });

  it('is recognized by a missing server', async () => {
    const nobody = createDataSource(schema, {
      url: 'postgres://nobody@127.0.0.1:1/none',
      poolSize: 1,
      processName: 'test',
    });
    expect(isUnavailable(await errorOf(nobody.initialize()))).toBe(true);
  });

  it.each([
    ['a statement that is wrong', 'SELECT nothing_of_that_name'],
    ['a value that is refused', `SELECT 'x'::int`],
  ])('is not meant by %s', async (_what, statement) => {
    const error = await errorOf(dataSource.query(statement));
    expect(error).toBeInstanceOf(Error);
    expect(isUnavailable(error)).toBe(false);
  });

  it.each([undefined, 'ECONNREFUSED', new Error('something else')])('is not recognized in %p', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
