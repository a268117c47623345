import pg from 'pg';
import { type DatabaseSchema, IDLE_IN_TRANSACTION_MS, MIGRATION_LIMITS, REQUEST_LIMITS } from './data-source.ts';

/** Held by who writes rows of the server's catalogue that others write too: of several at once, Postgres would refuse all but one. */
const CATALOGUE_LOCK = 'SELECT pg_advisory_xact_lock(7_163_600)';

/** The limits of requests, and the ways of Postgres that they need, as settings of a service's role. */
const ROLE_SETTINGS = {
  statement_timeout: REQUEST_LIMITS.statementMs,
  lock_timeout: REQUEST_LIMITS.lockMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // Where a large table is read, another reading of it would begin where the last one stopped, and not at its beginning: how far
  // into it the first matches of a search lie (`readSearched`) would tell nothing.
  synchronize_seqscans: 'off',
  // To compile a question that looks costly takes longer than to answer one that has a limit.
  jit: 'off',
};

/** What a service may do with a table that its schema says nothing else of. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';
/** Which migrations ran is nothing that a service may change. */
const MIGRATIONS_RIGHTS = { migrations: 'SELECT' };

/** The role of a service's address, which signs in and owns nothing. */
export const roleOf = (serviceUrl: string): string => decodeURIComponent(new URL(serviceUrl).username);
/** The role that owns the tables of a service. Nobody signs in as it: migrations become it. */
export const ownerOf = (serviceUrl: string): string => `owner_of_${roleOf(serviceUrl)}`;

const id = pg.escapeIdentifier;

/** Runs `work` in one transaction of the administrator, and lets nobody else at the server's catalogue meanwhile. */
const inCatalogue = async (adminUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(CATALOGUE_LOCK);
    await work(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};

/** Gives a role its settings in this database. They hold from its next connection on, whoever opens it. Idempotent. */
export const settleRole = async (client: Pick<pg.Client, 'query'>, role: string): Promise<void> => {
  const database = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
  for (const [name, value] of Object.entries(ROLE_SETTINGS))
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} SET ${name} = ${value}`);
};

/**
 * Makes a service's role, the role that owns its tables, and its schema. The service's role has rights on rows of its schema and on nothing
 * else: another service's table, and the form of its own, are out of its reach in the database itself. What it owned in a database of before
 * goes over to the owner. Needs an address with the right to create roles. Idempotent; the password is set to the one given, and connections
 * that were opened with another one end.
 */
export const provisionService = async (adminUrl: string, schema: DatabaseSchema, serviceUrl: string): Promise<void> => {
  const { service } = schema;
  const [role, owner] = [roleOf(serviceUrl), ownerOf(serviceUrl)];
  const password = decodeURIComponent(new URL(serviceUrl).password);
  const isNewPassword = !(await hasPassword(adminUrl, role, password));
  await inCatalogue(adminUrl, async (client) => {
    const database = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
    for (const [name, kind] of [
      [role, 'LOGIN'],
      [owner, 'NOLOGIN'],
    ] as const) {
      await client.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${client.escapeLiteral(name)}) THEN CREATE ROLE ${id(name)} ${kind}; END IF;
      END $$`);
      // Membership lets a database owner that is no superuser hand things over.
      await client.query(`GRANT ${id(name)} TO CURRENT_USER`);
    }
    await client.query(
      `ALTER ROLE ${id(role)} LOGIN PASSWORD ${client.escapeLiteral(password)} NOSUPERUSER NOCREATEDB NOCREATEROLE`,
    );
    // What a role set for itself, as long as somebody else knew its password, does not outlive a new one.
    await client.query(`ALTER ROLE ${id(role)} RESET ALL`);
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} RESET ALL`);
    // One service alone cannot take what the others need to connect. Where a pooler connects, its pool is smaller anyway.
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', ${client.escapeLiteral(role)}, current_setting('max_connections')::int / 2);
    END $$`);
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} SET search_path = ${id(service)}, public`);
    await settleRole(client, role);
    await client.query(`REVOKE ALL ON DATABASE ${id(database)} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${id(database)} TO ${id(role)}`);
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    // Large objects belong to no schema. Where the owner of the database is no superuser, this changes nothing and warns.
    await client.query(
      'REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC',
    );
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${id(service)} AUTHORIZATION ${id(owner)}`);
    const [held] = (
      await client.query<{ by: string }>(
        'SELECT pg_get_userbyid(nspowner) AS by FROM pg_namespace WHERE nspname = $1',
        [service],
      )
    ).rows;
    if (held?.by !== role) return;
    await client.query(`SET LOCAL lock_timeout = ${MIGRATION_LIMITS.lockMs}`);
    await client.query(`ALTER SCHEMA ${id(service)} OWNER TO ${id(owner)}`);
    await client.query(`REASSIGN OWNED BY ${id(role)} TO ${id(owner)}`);
    await grantRights(client, schema, serviceUrl);
  });
  if (isNewPassword) await endConnections(adminUrl, role);
};

/** Whether a role signs in with this password. Postgres asks for it before anything else, so other refusals come after a right one. */
const hasPassword = async (adminUrl: string, role: string, password: string): Promise<boolean> => {
  const { href } = Object.assign(new URL(adminUrl), { username: role, password });
  const client = new pg.Client({ connectionString: href });
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === undefined) throw error;
    return code !== '28P01' && code !== '28000';
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Who has a role's former password may have connected with it. */
const endConnections = (adminUrl: string, role: string): Promise<void> =>
  inCatalogue(adminUrl, async (client) => {
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  });

/** Lets the service's role do with its tables what its schema says. Idempotent: what it says no more is taken back. */
export const settleRights = (adminUrl: string, schema: DatabaseSchema, serviceUrl: string): Promise<void> =>
  inCatalogue(adminUrl, (client) => grantRights(client, schema, serviceUrl));

const grantRights = async (client: pg.Client, schema: DatabaseSchema, serviceUrl: string): Promise<void> => {
  const [role, within] = [id(roleOf(serviceUrl)), id(schema.service)];
  await client.query(`SET LOCAL ROLE ${id(ownerOf(serviceUrl))}`);
  await client.query(`GRANT USAGE ON SCHEMA ${within} TO ${role}`);
  await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${role}`);
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tableowner = $2',
    [schema.service, ownerOf(serviceUrl)],
  );
  const rights: Readonly<Record<string, string>> = { ...MIGRATIONS_RIGHTS, ...schema.rights };
  for (const { name } of tables) {
    // Both within this transaction: whoever works with the table meanwhile sees no moment without rights.
    if (rights[name] !== undefined) await client.query(`REVOKE ALL ON ${within}.${id(name)} FROM ${role}`);
    await client.query(`GRANT ${rights[name] ?? RIGHTS} ON ${within}.${id(name)} TO ${role}`);
  }
  await client.query('RESET ROLE');
};
