import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSchema, pendingSchemaChanges, runAsOwner } from '@lectern/service-kit/database/migrate';
import { problemsWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { billingSchema } from './schema.ts';

let database: TestDatabase;
let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.urlFor('billing'), DATABASE_ADMIN_URL: database.adminUrl };
});

afterAll(async () => {
  await database.drop();
});

describe('the migrations of billing', () => {
  it('end in exactly the schema that the entities declare', async () => {
    await migrateSchema(billingSchema, environment);
    expect(await runAsOwner(billingSchema, environment, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the revision before serves', async () => {
    expect(await problemsWhileServing(billingSchema, 'Baseline1795651200000')).toEqual([]);
  });

  it('are not run twice', async () => {
    expect(await migrateSchema(billingSchema, environment)).toEqual([]);
  });
});
