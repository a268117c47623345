import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { ConfigError, type Environment, loadConfig } from '../config/load-config.ts';
import { MigrationConfig } from '../config/process-config.ts';
import { createDataSource, type DatabaseConnection, type DatabaseSchema, MIGRATION_LIMITS } from './data-source.ts';
import { ownerOf, provisionService, settleRights } from './provision.ts';

/** How often who waits for another one's migrations looks whether they are done. */
const LOCK_LOOK_MS = 100;

/**
 * Makes the roles and the schema of a service, brings it to the newest migration as its owner, says which ones ran, and lets the service's
 * role do what it may. Refuses passwords that can be guessed outside the local system, before it sets them, and an address that leads to a
 * pooler. Safe to run at any time, by several at once: Postgres's advisory lock lets one work.
 */
export const migrateSchema = async (schema: DatabaseSchema, environment: Environment): Promise<string[]> => {
  const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl } = loadConfig(MigrationConfig, environment);
  await provisionService(adminUrl, schema, url);
  await refusePooler(adminUrl);
  const ran = await asOwner(schema, environment, async (dataSource) => {
    // Two connections: the lock's one waits while the other migrates.
    const lock = dataSource.createQueryRunner();
    await lock.connect();
    const tryLock = async (): Promise<boolean> => {
      const [row] = (await lock.query(`SELECT pg_try_advisory_lock(hashtext($1)) AS is_mine`, [
        `migrate:${schema.service}`,
      ])) as { is_mine: boolean }[];
      return row?.is_mine === true;
    };
    try {
      // Asked again and again: an index that another one builds CONCURRENTLY waits for every statement under way, also for one that waits for its lock.
      while (!(await tryLock())) await pause(LOCK_LOOK_MS);
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await lock.query(`SELECT pg_advisory_unlock(hashtext($1))`, [`migrate:${schema.service}`]).catch(() => undefined);
      await lock.release();
    }
  });
  await settleRights(adminUrl, schema, url);
  return ran;
};

/**
 * A pooler gives each transaction any of its connections: the lock would stay on one, and be given back on another. It makes up the id
 * that it tells its clients for their server process, so that this one's is not the one of whoever answers.
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

/** The same as the owner of the service's tables, with the addresses of migrations. */
export const asOwner = <T>(
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

/** The statements that would bring a migrated database to the entities; empty when migrations and entities agree. */
export const pendingSchemaChanges = async (dataSource: DataSource): Promise<string[]> => {
  const changes = await dataSource.driver.createSchemaBuilder().log();
  return changes.upQueries.map((query) => query.query);
};
