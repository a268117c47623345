import pg from 'pg';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { TestDatabase } from '@lectern/test-kit/test-database';
import { ownerOf, roleOf } from '../database/provision.ts';

/** Grants the role of a service the rights that tests need on its tables and a service lacks: to truncate and alter them. */
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
