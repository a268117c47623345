import type { Environment } from '@lectern/service-kit/config/load-config';
import { migrateSchema } from '@lectern/service-kit/database/migrate';
import { messagingSchema } from './database/schema.ts';

export const migrate = (environment: Environment): Promise<string[]> => migrateSchema(messagingSchema, environment);
