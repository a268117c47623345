import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { ConfigError, type Environment, loadConfig } from '../config/load-config.ts';
import { MigrationConfig } from '../config/process-config.ts';
import { createDataSource, type DatabaseConnection, type DatabaseSchema, MIGRATION_LIMITS } from './data-source.ts';
import { KEY_NUMBER } from './lock-key.ts';
import { grantSchemaRights, ownerOf, provisionService } from './provision.ts';

/** The interval at which a process that waits for another one's migrations tries for the lock. */
const LOCK_POLL_MS = 100;

/**
 * Creates the roles and the schema of a service, migrates it to the newest version as its owner, answers the migrations
 * that ran, and grants the service's role its rights. Refuses passwords that can be guessed outside the local system
 * before it sets them, and a URL that leads to a pooler. Safe to run at any time, by several processes: an advisory
 * lock of Postgres lets one work.
 */
export const migrateSchema = async (schema: DatabaseSchema, environment: Environment): Promise<string[]> => {
  const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl } = loadConfig(MigrationConfig, environment);
  await provisionService(adminUrl, schema, url);
  await refusePooler(adminUrl);
  const ran = await runAsOwner(schema, environment, async (dataSource) => {
    // Two connections: one holds the lock while the other migrates.
    const lock = dataSource.createQueryRunner();
    await lock.connect();
    const tryLock = async (): Promise<boolean> => {
      const [row] = (await lock.query(`SELECT pg_try_advisory_lock(${KEY_NUMBER}) AS is_mine`, [
        `migrate:${schema.service}`,
      ])) as { is_mine: boolean }[];
      return row?.is_mine === true;
    };
    try {
      // Polled: an index that another process builds CONCURRENTLY waits for every running statement, so also for one
      // that waits for its lock.
      while (!(await tryLock())) await pause(LOCK_POLL_MS);
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await lock
        .query(`SELECT pg_advisory_unlock(${KEY_NUMBER})`, [`migrate:${schema.service}`])
        .catch(() => undefined);
      await lock.release();
    }
  });
  await grantSchemaRights(adminUrl, schema, url);
  return ran;
};

/**
 * A pooler gives each transaction any of its connections, so the lock would stay on one connection and be released on
 * another. A pooler invents the server process id that it reports to its clients; it differs from the id that Postgres
 * itself answers.
 */
const refusePooler = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    if (rows[0]?.pid === (client as pg.Client & { readonly processID: number }).processID) return;
  } finally {
    await client.end();
  }
  throw new ConfigError(['DATABASE_ADMIN_URL must lead migrations to Postgres itself: what answers there is a pooler']);
};

/** Runs `work` with a connected data source of the service, with the limits of migrations, and closes it. */
export const withDataSource = <T>(
  schema: DatabaseSchema,
  url: string,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> => connected(schema, { url }, work);

/** The same as the owner of the service's tables, with the URLs of migrations. */
export const runAsOwner = <T>(
  schema: DatabaseSchema,
  environment: Environment,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> => {
  const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl } = loadConfig(MigrationConfig, environment);
  return connected(schema, { url: adminUrl, role: ownerOf(url) }, work);
};

const connected = async <T>(
  schema: DatabaseSchema,
  connection: Pick<DatabaseConnection, 'url' | 'role'>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> => {
  const dataSource = await createDataSource(schema, {
    ...connection,
    poolSize: 3,
    processName: `${schema.service}-migrate`,
    limits: MIGRATION_LIMITS,
  }).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
};

/** The statements that would change a migrated database to match the entities; empty when they agree. */
export const pendingSchemaChanges = async (dataSource: DataSource): Promise<string[]> => {
  const changes = await dataSource.driver.createSchemaBuilder().log();
  return changes.upQueries.map((query) => query.query);
};
