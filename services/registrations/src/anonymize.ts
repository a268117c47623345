import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymizeSchema } from '@lectern/service-kit/person/anonymize';
import { copiedTables } from '@lectern/service-kit/person/person-tables';
import { registrationsSchema } from './database/schema.ts';
import { PERSONAL_DATA } from './person/personal-data.ts';

export const anonymize = (environment: Environment): Promise<void> =>
  anonymizeSchema(registrationsSchema, environment, copiedTables(PERSONAL_DATA));
