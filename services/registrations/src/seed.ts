import type { Environment } from '@lectern/service-kit/config/load-config';
import { withDataSource } from '@lectern/service-kit/database/migrate';
import { registrationsSchema } from './database/schema.ts';
import { addSampleEvents } from './season/sample-events.ts';

/**
 * Inserts the season's events into a migrated database, unless the setup of the site chose none. An existing event stays as it is, with
 * administrators' changes, so this may run at every start.
 */
export const seed = async (environment: Environment): Promise<void> => {
  const url = environment['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL must be set');
  await withDataSource(registrationsSchema, url, async (dataSource) => {
    await addSampleEvents(dataSource.manager);
  });
};
