import { hash } from '@node-rs/argon2';
import type { Environment } from '@lectern/service-kit/config/load-config';
import { anonymiseSchema, newAnonymiseKey } from '@lectern/service-kit/person/anonymise';
import { identitySchema } from './database/schema.ts';
import { anonymised } from './person/anonymised.ts';

export const anonymise = async (environment: Environment): Promise<void> =>
  anonymiseSchema(identitySchema, environment, anonymised(await hash(newAnonymiseKey())));
