import pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { IDLE_IN_TRANSACTION_MS, REQUEST_LIMITS } from './data-source.ts';

/** Held by who writes rows of the server's catalogue that others write too: of several at once, Postgres would refuse all but one. */
const CATALOGUE_LOCK = 'SELECT pg_advisory_xact_lock(7_163_600)';

/**
 * Gives the role that is signed in, as its own settings in this database, the limits of requests and the ways of Postgres that they need.
 * They hold from the next connection on, whoever opens it. Idempotent.
 */
export const settleOwnRole = async (manager: EntityManager): Promise<void> => {
  const [row] = await manager.query<{ database: string }[]>('SELECT quote_ident(current_database()) AS database');
  const settings = {
    statement_timeout: REQUEST_LIMITS.statementMs,
    lock_timeout: REQUEST_LIMITS.lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // Where a large table is read, another reading of it would begin where the last one stopped, and not at its beginning: how far
    // into it the first matches of a search lie (`readSearched`) would tell nothing.
    synchronize_seqscans: 'off',
    // To compile a question that looks costly takes longer than to answer one that has a limit.
    jit: 'off',
  };
  await manager.query(CATALOGUE_LOCK);
  for (const [name, value] of Object.entries(settings)) {
    await manager.query(`ALTER ROLE CURRENT_USER IN DATABASE ${row!.database} SET ${name} = ${value}`);
  }
};

/**
 * Makes a service's role and schema, with rights on nothing else: another service's table is out of its reach in the
 * database itself. Needs an address with the right to create roles. Idempotent; the password is set to the one given.
 */
export const provisionService = async (adminUrl: string, service: ServiceName, serviceUrl: string): Promise<void> => {
  const target = new URL(serviceUrl);
  const role = decodeURIComponent(target.username);
  const password = decodeURIComponent(target.password);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const database = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
    const id = (name: string): string => client.escapeIdentifier(name);
    await client.query('BEGIN');
    await client.query(CATALOGUE_LOCK);
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${client.escapeLiteral(role)}) THEN CREATE ROLE ${id(role)} LOGIN; END IF;
    END $$`);
    await client.query(`ALTER ROLE ${id(role)} LOGIN PASSWORD ${client.escapeLiteral(password)} NOSUPERUSER NOCREATEDB NOCREATEROLE`);
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} SET search_path = ${id(service)}, public`);
    await client.query(`REVOKE ALL ON DATABASE ${id(database)} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${id(database)} TO ${id(role)}`);
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
    // Membership lets a database owner that is no superuser hand the schema over.
    await client.query(`GRANT ${id(role)} TO CURRENT_USER`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${id(service)} AUTHORIZATION ${id(role)}`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};
