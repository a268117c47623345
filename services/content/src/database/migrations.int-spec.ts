import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSchema, pendingSchemaChanges, runAsOwner } from '@lectern/service-kit/database/migrate';
import { problemsWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { contentSchema } from './schema.ts';

let database: TestDatabase;
let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.urlFor('content'), DATABASE_ADMIN_URL: database.adminUrl };
});

afterAll(async () => {
  await database.drop();
});

describe('the migrations of content', () => {
  it('end in exactly the schema that the entities declare', async () => {
    await migrateSchema(contentSchema, environment);
    expect(await runAsOwner(contentSchema, environment, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the previous revision serves requests', async () => {
    expect(await problemsWhileServing(contentSchema, 'Baseline1795651200000')).toEqual([]);
  });

  it('are not run twice', async () => {
    expect(await migrateSchema(contentSchema, environment)).toEqual([]);
  });
});
