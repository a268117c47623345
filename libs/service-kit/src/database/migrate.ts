import type { DataSource } from 'typeorm';
import type { Environment } from '../config/load-config.ts';
import { createDataSource, type DatabaseSchema, MIGRATION_LIMITS } from './data-source.ts';
import { provisionService } from './provision.ts';

const required = (environment: Environment, name: string): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`${name} must be set`);
  return value;
};

/**
 * Brings a service's schema to the newest migration and says which ones ran. With `DATABASE_ADMIN_URL` it makes the
 * service's role and schema first. Safe to run at any time, by several at once: Postgres's advisory lock lets one work.
 */
export const migrateSchema = async (schema: DatabaseSchema, environment: Environment): Promise<string[]> => {
  const url = required(environment, 'DATABASE_URL');
  const adminUrl = environment['DATABASE_ADMIN_URL'];
  if (adminUrl !== undefined && adminUrl !== '') await provisionService(adminUrl, schema.service, url);
  return withDataSource(schema, url, async (dataSource) => {
    // Two connections: the lock's one waits while the other migrates.
    const lock = dataSource.createQueryRunner();
    await lock.connect();
    try {
      await lock.query(`SET lock_timeout = 0`); // another one's migrations
      await lock.query(`SELECT pg_advisory_lock(hashtext($1))`, [`migrate:${schema.service}`]);
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await lock.query(`SELECT pg_advisory_unlock(hashtext($1))`, [`migrate:${schema.service}`]).catch(() => undefined);
      await lock.release();
    }
  });
};

/** Runs `work` with a connected data source of the service, with the limits of migrations, and closes it. */
export const withDataSource = async <T>(
  schema: DatabaseSchema,
  url: string,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> => {
  const dataSource = await createDataSource(schema, { url, poolSize: 3, processName: `${schema.service}-migrate`, limits: MIGRATION_LIMITS }).initialize();
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
