import { hash } from '@node-rs/argon2';
import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymizeSchema, newAnonymizeKey } from '@lectern/service-kit/person/anonymize';
import { identitySchema } from './database/schema.ts';
import { anonymized } from './person/anonymized.ts';

export const anonymize = async (environment: Environment): Promise<void> =>
  anonymizeSchema(identitySchema, environment, anonymized(await hash(newAnonymizeKey())));
