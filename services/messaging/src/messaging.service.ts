import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { compactCampaignCounts } from './campaign/compact-campaign-counts.job.ts';
import { sendScheduledCampaigns } from './campaign/send-scheduled-campaigns.job.ts';
import { MessagingConfig } from './config.ts';
import { messagingSchema } from './database/schema.ts';
import { pruneAfterADay } from './prune-after-a-day.job.ts';
import { messagingModule } from './messaging.module.ts';
import { compactSubscriberCounts } from './newsletter-subscriber/compact-subscriber-counts.job.ts';
import { publishPersonRecords } from './person-record/publish-person-records.job.ts';
import { forgetReadersOrigins } from './provider-event/forget-readers-origins.job.ts';

export const messagingService: ServiceDefinition<MessagingConfig> = {
  schema: messagingSchema,
  Config: MessagingConfig,
  module: messagingModule,
  answers: true,
  jobs: [
    compactCampaignCounts,
    compactSubscriberCounts,
    forgetReadersOrigins,
    pruneAfterADay,
    publishPersonRecords,
    sendScheduledCampaigns,
  ],
};
