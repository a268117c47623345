import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymizeSchema } from '@lectern/service-kit/person/anonymize';
import { runAsOwner } from '@lectern/service-kit/database/migrate';
import { copiedTables } from '@lectern/service-kit/person/person-tables';
import { identitySchema } from './database/schema.ts';
import { MARK_ALL_PEOPLE } from './listed-person/mark-all-people.ts';
import { PERSONAL_DATA } from './person/personal-data.ts';

export const anonymize = async (environment: Environment): Promise<void> => {
  await anonymizeSchema(identitySchema, environment, copiedTables(PERSONAL_DATA));
  // The copy makes its list of people from the other tables.
  await runAsOwner(identitySchema, environment, (dataSource) => dataSource.query(MARK_ALL_PEOPLE));
};
