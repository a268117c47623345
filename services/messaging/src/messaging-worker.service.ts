import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { deliverEmails, sendCampaigns } from './jobs.ts';
import { MessagingWorkerConfig } from './config.ts';
import { messagingSchema } from './database/schema.ts';
import { messagingWorkerModule } from './messaging-worker.module.ts';

/** Posts emails, beside the service and in any number. */
export const messagingWorker: ServiceDefinition<MessagingWorkerConfig> = {
  schema: messagingSchema,
  processName: 'messaging-worker',
  Config: MessagingWorkerConfig,
  module: messagingWorkerModule,
  answers: false,
  jobs: [deliverEmails, sendCampaigns],
};
