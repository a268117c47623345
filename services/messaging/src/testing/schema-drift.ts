import type { DataSource } from 'typeorm';
import { pendingSchemaChanges } from '@lectern/service-kit/database/migrate';

/**
 * What the entities want otherwise than the migrations made it. TypeORM also wants to drop every CHECK constraint that no
 * entity declares; those live in migrations alone, and are left out.
 */
export const schemaDrift = async (dataSource: DataSource): Promise<string[]> => {
  const checks = await dataSource.query<{ name: string }[]>(`SELECT conname AS name FROM pg_constraint WHERE contype = 'c'`);
  const drops = checks.map(({ name }) => `DROP CONSTRAINT "${name}"`);
  return (await pendingSchemaChanges(dataSource)).filter((change) => !drops.some((drop) => change.endsWith(drop)));
};
