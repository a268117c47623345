import pg from 'pg';
import { type DatabaseSchema, IDLE_IN_TRANSACTION_MS, MIGRATION_LIMITS, REQUEST_LIMITS } from './data-source.ts';
import { LOCK_KEY } from './lock-key.ts';

/**
 * Held while writing rows of the server's catalog that others write too: Postgres would refuse all concurrent writers
 * but one.
 */
const CATALOG = 'catalog';

/** The limits of requests, and a planner setting that they need, as settings of a service's role. */
const ROLE_SETTINGS = {
  statement_timeout: REQUEST_LIMITS.statementMs,
  lock_timeout: REQUEST_LIMITS.lockMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // Compiling a query that looks expensive takes longer than running one that has a limit.
  jit: 'off',
};

/** A service's rights on a table for which its schema defines none. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';
/** A service must not change which migrations ran. */
const MIGRATIONS_RIGHTS = { migrations: 'SELECT' };

/** The role of a service's database URL, which signs in and owns nothing. */
export const roleOf = (serviceUrl: string): string => decodeURIComponent(new URL(serviceUrl).username);
/** The role that owns the tables of a service. Nobody signs in as it: migrations switch to it. */
export const ownerOf = (serviceUrl: string): string => `owner_of_${roleOf(serviceUrl)}`;

const id = pg.escapeIdentifier;

/** Runs `work` in one transaction of the administrator, and lets no other process change the server's catalog meanwhile. */
const inCatalog = async (adminUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(LOCK_KEY, [CATALOG]);
    await work(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};

/** Gives a role its settings in this database. They apply from its next connection on. Idempotent. */
export const configureRole = async (client: Pick<pg.Client, 'query'>, role: string): Promise<void> => {
  const database = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
  for (const [name, value] of Object.entries(ROLE_SETTINGS))
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} SET ${name} = ${value}`);
};

/**
 * Creates a service's role, the role that owns its tables, and its schema. The service's role has rights on rows of its
 * schema and on nothing else: the database itself denies it other services' tables and changes of its own table
 * definitions. Objects that it owned in an older database move to the owner. Requires a URL with the right to create
 * roles. Idempotent; the password is set to the given one, and connections that were opened with another one end.
 */
export const provisionService = async (adminUrl: string, schema: DatabaseSchema, serviceUrl: string): Promise<void> => {
  const { service } = schema;
  const [role, owner] = [roleOf(serviceUrl), ownerOf(serviceUrl)];
  const password = decodeURIComponent(new URL(serviceUrl).password);
  const isNewPassword = !(await hasPassword(adminUrl, role, password));
  await inCatalog(adminUrl, async (client) => {
    const database = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
    for (const [name, kind] of [
      [role, 'LOGIN'],
      [owner, 'NOLOGIN'],
    ] as const) {
      await client.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${client.escapeLiteral(name)}) THEN CREATE ROLE ${id(name)} ${kind}; END IF;
      END $$`);
      // Membership lets a database owner that is not a superuser transfer ownership.
      await client.query(`GRANT ${id(name)} TO CURRENT_USER`);
    }
    await client.query(
      `ALTER ROLE ${id(role)} LOGIN PASSWORD ${client.escapeLiteral(password)} NOSUPERUSER NOCREATEDB NOCREATEROLE`,
    );
    // Settings that a role made for itself, while a stranger knew its password, end with the new password.
    await client.query(`ALTER ROLE ${id(role)} RESET ALL`);
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} RESET ALL`);
    // One service alone cannot use up the connections that the others need. With a pooler, the pool is smaller anyway.
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', ${client.escapeLiteral(role)}, current_setting('max_connections')::int / 2);
    END $$`);
    await client.query(`ALTER ROLE ${id(role)} IN DATABASE ${id(database)} SET search_path = ${id(service)}, public`);
    await configureRole(client, role);
    await client.query(`REVOKE ALL ON DATABASE ${id(database)} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${id(database)} TO ${id(role)}`);
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    // Large objects belong to no schema. Where the database owner is not a superuser, this changes nothing and warns.
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

/** Whether a role signs in with this password. Postgres checks it first, so any other refusal means that it was right. */
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

/** A holder of a role's former password may have connected with it. */
const endConnections = (adminUrl: string, role: string): Promise<void> =>
  inCatalog(adminUrl, async (client) => {
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  });

/** Grants the service's role the rights of its schema. Idempotent: rights that the schema no longer has are revoked. */
export const grantSchemaRights = (adminUrl: string, schema: DatabaseSchema, serviceUrl: string): Promise<void> =>
  inCatalog(adminUrl, (client) => grantRights(client, schema, serviceUrl));

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
    // Both in this transaction, so that a service that uses the table meanwhile never lacks its rights.
    if (rights[name] !== undefined) await client.query(`REVOKE ALL ON ${within}.${id(name)} FROM ${role}`);
    await client.query(`GRANT ${rights[name] ?? RIGHTS} ON ${within}.${id(name)} TO ${role}`);
  }
  await client.query('RESET ROLE');
};
