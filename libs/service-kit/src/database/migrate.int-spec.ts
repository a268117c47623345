import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { createDataSource, type DatabaseSchema } from './data-source.ts';
import { migrateSchema } from './migrate.ts';

class NoteLimits1763600990000 implements MigrationInterface {
  readonly name = 'NoteLimits1763600990000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE limits AS SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
  }
  async down(): Promise<void> {}
}

class WidenLimits1763600991000 implements MigrationInterface {
  readonly name = 'WidenLimits1763600991000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `SET LOCAL lock_timeout = '50ms'; CREATE TABLE half_done (id int); ALTER TABLE limits ADD COLUMN more int`,
    );
  }
  async down(): Promise<void> {}
}

class Third1763600992000 implements MigrationInterface {
  readonly name = 'Third1763600992000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE third (id int)');
  }
  async down(): Promise<void> {}
}

describe('migrating a schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const schema = (...migrations: DatabaseSchema['migrations']): DatabaseSchema => ({
    service: 'content',
    entities: [],
    migrations,
  });
  const migrate = (...migrations: DatabaseSchema['migrations']) =>
    migrateSchema(schema(...migrations), {
      DATABASE_URL: database.urlFor('content'),
      DATABASE_ADMIN_URL: database.adminUrl,
    });

  it('lets a statement take as long as its rows need, and gives up on a lock soon; requests may not take long', async () => {
    expect(await migrate(NoteLimits1763600990000)).toContain('NoteLimits1763600990000');
    const dataSource = await createDataSource(schema(), {
      url: database.urlFor('content'),
      poolSize: 1,
      processName: 'test',
    }).initialize();
    try {
      expect(await dataSource.query('SELECT * FROM limits')).toEqual([{ statement: '0', lock: '10s' }]);
      expect(await dataSource.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '15s' }]);
      // The server's configuration may have the same values; the role must set them itself.
      expect(await dataSource.query(`SELECT setting, source FROM pg_settings WHERE name = 'jit'`)).toEqual([
        { setting: 'off', source: 'database user' },
      ]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('changes nothing where a lock is unavailable, and continues when it is run again', async () => {
    const reader = new pg.Client({ connectionString: database.adminUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN; SELECT * FROM content.limits');
      await expect(migrate(NoteLimits1763600990000, WidenLimits1763600991000)).rejects.toThrow('lock timeout');
      expect((await reader.query(`SELECT to_regclass('content.half_done') AS made`)).rows).toEqual([{ made: null }]);
      await reader.query('COMMIT');
      expect(await migrate(NoteLimits1763600990000, WidenLimits1763600991000)).toEqual(['WidenLimits1763600991000']);
    } finally {
      await reader.end();
    }
  });

  it('runs once where several processes start it at the same time', async () => {
    const ran = await Promise.all(
      [1, 2, 3].map(() => migrate(NoteLimits1763600990000, WidenLimits1763600991000, Third1763600992000)),
    );
    expect(ran.flat()).toEqual(['Third1763600992000']);
  });

  it('runs in one of several processes also where an index is built concurrently, which waits for all statements', async () => {
    class Beside1763600993000 implements MigrationInterface {
      readonly name = 'Beside1763600993000';
      readonly transaction = false;
      async up(runner: QueryRunner): Promise<void> {
        // By then the others wait for their turn, or they arrive during the build.
        await runner.query('SELECT pg_sleep(0.5)');
        await runner.query('CREATE INDEX CONCURRENTLY third_id ON third (id)');
      }
      async down(): Promise<void> {}
    }
    const ran = await Promise.all(
      [1, 2, 3].map(() =>
        migrate(NoteLimits1763600990000, WidenLimits1763600991000, Third1763600992000, Beside1763600993000),
      ),
    );
    expect(ran.flat()).toEqual(['Beside1763600993000']);
  });
});
