import type { ModuleMetadata } from '@nestjs/common';
import { associationProviders } from '@lectern/service-kit/association/association';
import { CampaignLanes } from './campaign/campaign-lanes.ts';
import { EmailCampaignRepository } from './campaign/email-campaign.repository.ts';
import { RecipientRepository } from './campaign/recipient.repository.ts';
import { SendCampaignsJob } from './campaign/send-campaigns.job.ts';
import { SendCampaigns } from './campaign/send-campaigns.use-case.ts';
import { MessagingWorkerConfig } from './config.ts';
import { DeliverEmails } from './delivery/deliver-emails.use-case.ts';
import { EmailRecipientRepository } from './delivery/email-recipient.repository.ts';
import { SendingRate } from './delivery/sending-rate.ts';
import { DeliverEmailsJob } from './email/deliver-emails.job.ts';
import { DueEmails } from './email/due-emails.ts';
import { SendGridMailer } from './sendgrid/sendgrid-mailer.ts';

export const messagingWorkerModule: ModuleMetadata = {
  providers: [
    ...associationProviders(MessagingWorkerConfig),
    EmailRecipientRepository,
    SendGridMailer,
    SendingRate,
    DeliverEmails,
    DueEmails,
    DeliverEmailsJob,
    EmailCampaignRepository,
    RecipientRepository,
    CampaignLanes,
    SendCampaigns,
    SendCampaignsJob,
  ],
};
