import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateSchema, pendingSchemaChanges, withDataSource } from '@lectern/service-kit/database/migrate';
import { foundWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { contentSchema } from './schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe('the migrations of content', () => {
  it('end in exactly the schema that the entities declare', async () => {
    const url = database.urlFor('content');
    await migrateSchema(contentSchema, { DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
    expect(await withDataSource(contentSchema, url, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the revision before serves', async () => {
    // The newest one from before the rule: docs/adr/0019.
    expect(await foundWhileServing(contentSchema, 'LetAdministratorsWrite1763600530000')).toEqual([]);
  });

  it('are not run twice', async () => {
    const url = database.urlFor('content');
    expect(await migrateSchema(contentSchema, { DATABASE_URL: url })).toEqual([]);
  });
});
