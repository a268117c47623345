import type { Environment } from '@lectern/service-kit/config/load-config';
import { withDataSource } from '@lectern/service-kit/database/migrate';
import { registrationsSchema } from './database/schema.ts';
import { Event } from './event/event.entity.ts';
import { SEASON } from './season/season.ts';

/**
 * Lays the season's events into a migrated database. An event that is there already stays as it is, whatever an administrator
 * made of it, so this may run at every start.
 */
export const seed = async (environment: Environment): Promise<void> => {
  const url = environment['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL must be set');
  await withDataSource(registrationsSchema, url, async (dataSource) => {
    await dataSource
      .createQueryBuilder()
      .insert()
      .into(Event)
      .values([...SEASON])
      .orIgnore()
      .execute();
  });
};
