import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymizeSchema } from '@lectern/service-kit/person/anonymize';
import { contentSchema } from './database/schema.ts';
import { ANONYMIZED } from './person/anonymized.ts';

export const anonymize = (environment: Environment): Promise<void> =>
  anonymizeSchema(contentSchema, environment, ANONYMIZED);
