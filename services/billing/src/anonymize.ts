import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymizeSchema } from '@lectern/service-kit/person/anonymize';
import { billingSchema } from './database/schema.ts';
import { ANONYMIZED } from './person/anonymized.ts';

export const anonymize = (environment: Environment): Promise<void> =>
  anonymizeSchema(billingSchema, environment, ANONYMIZED);
