import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymiseSchema } from '@lectern/service-kit/person/anonymise';
import { messagingSchema } from './database/schema.ts';
import { ANONYMISED } from './person/anonymised.ts';

export const anonymise = (environment: Environment): Promise<void> =>
  anonymiseSchema(messagingSchema, environment, ANONYMISED);
