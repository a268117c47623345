import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateSchema, pendingSchemaChanges, withDataSource } from '@lectern/service-kit/database/migrate';
import { foundWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { identitySchema } from './schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe('the migrations of identity', () => {
  it('end in exactly the schema that the entities declare', async () => {
    const url = database.urlFor('identity');
    await migrateSchema(identitySchema, { DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
    expect(await withDataSource(identitySchema, url, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the revision before serves', async () => {
    // The newest one from before the rule: docs/adr/0019.
    expect(await foundWhileServing(identitySchema, 'ShortenOrigins1763600280000')).toEqual([]);
  });

  it('are not run twice', async () => {
    const url = database.urlFor('identity');
    expect(await migrateSchema(identitySchema, { DATABASE_URL: url })).toEqual([]);
  });

  it('are undone, the newest first, and end in the same schema when they are done again', async () => {
    const url = database.urlFor('identity');
    await withDataSource(identitySchema, url, async (dataSource) => {
      for (const _migration of identitySchema.migrations) await dataSource.undoLastMigration();
      const tables = await dataSource.query<unknown[]>(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name IN ('users', 'admins', 'admin_actions')`,
      );
      expect(tables).toEqual([]);
    });
    await migrateSchema(identitySchema, { DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
    expect(await withDataSource(identitySchema, url, pendingSchemaChanges)).toEqual([]);
  });
});
