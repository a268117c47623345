import pg from 'pg';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { TestDatabase } from '@lectern/test-kit/test-database';
import { ownerOf, roleOf } from '../database/provision.ts';

/** Lets the role of a service do what tests do with its tables and a service may not: empty them, and change their form. */
export const ownTables = async (database: TestDatabase, service: ServiceName): Promise<void> => {
  const url = database.urlFor(service);
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    await client.query(`GRANT ${pg.escapeIdentifier(ownerOf(url))} TO ${pg.escapeIdentifier(roleOf(url))}`);
  } finally {
    await client.end();
  }
};
