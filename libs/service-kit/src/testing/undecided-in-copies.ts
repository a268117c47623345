import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createDataSource, type DatabaseSchema } from '../database/data-source.ts';
import { migrateSchema } from '../database/migrate.ts';
import { undecidedOfCopies } from '../person/anonymize.ts';
import { undescribedColumns } from './person-tables.ts';
import { copiedTables, type PersonalData } from '../person/person-tables.ts';

/**
 * Columns of a fully migrated database that a service's personal data does not describe, or does not decide about for a copy; and
 * the latter without one of the tables.
 */
export const undecidedInCopies = async (
  schema: DatabaseSchema,
  data: PersonalData,
  without: string,
): Promise<{ all: string[]; planted: string[] }> => {
  const database = await createTestDatabase();
  const url = database.urlFor(schema.service);
  try {
    await migrateSchema(schema, { DEPLOYMENT: 'local', DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
    const dataSource = await createDataSource(schema, { url, poolSize: 1, processName: 'test' }).initialize();
    try {
      const tables = copiedTables(data);
      const rest = Object.fromEntries(Object.entries(tables).filter(([table]) => table !== without));
      return {
        all: [...(await undescribedColumns(dataSource, data)), ...(await undecidedOfCopies(dataSource, tables))],
        planted: await undecidedOfCopies(dataSource, rest),
      };
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await database.drop();
  }
};
