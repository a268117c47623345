import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSchema, pendingSchemaChanges, runAsOwner } from '@lectern/service-kit/database/migrate';
import { problemsWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { identitySchema } from './schema.ts';

let database: TestDatabase;
let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.urlFor('identity'), DATABASE_ADMIN_URL: database.adminUrl };
});

afterAll(async () => {
  await database.drop();
});

describe('the migrations of identity', () => {
  it('end in exactly the schema that the entities declare', async () => {
    await migrateSchema(identitySchema, environment);
    expect(await runAsOwner(identitySchema, environment, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the revision before serves', async () => {
    expect(await problemsWhileServing(identitySchema, 'Baseline1795651200000')).toEqual([]);
  });

  it('are not run twice', async () => {
    expect(await migrateSchema(identitySchema, environment)).toEqual([]);
  });

  it('are undone, the newest first, and end in the same schema when they are done again', async () => {
    await runAsOwner(identitySchema, environment, async (dataSource) => {
      for (const _migration of identitySchema.migrations) await dataSource.undoLastMigration();
      const tables = await dataSource.query<unknown[]>(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name IN ('users', 'admins', 'admin_actions')`,
      );
      expect(tables).toEqual([]);
    });
    await migrateSchema(identitySchema, environment);
    expect(await runAsOwner(identitySchema, environment, pendingSchemaChanges)).toEqual([]);
  });
});
