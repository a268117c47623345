import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { billingModule } from './billing.module.ts';
import { BillingConfig } from './config.ts';
import { billingSchema } from './database/schema.ts';
import { ensureCatalog } from './program/ensure-catalog.job.ts';
import { processStripeEvents } from './stripe-event/process-stripe-events.job-contract.ts';

export const billingService: ServiceDefinition<BillingConfig> = {
  schema: billingSchema,
  Config: BillingConfig,
  module: billingModule,
  answers: true,
  jobs: [ensureCatalog, processStripeEvents],
};
