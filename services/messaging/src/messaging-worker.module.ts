import type { ModuleMetadata } from '@nestjs/common';
import { AudiencePartRepository } from './campaign/audience-part.repository.ts';
import { CampaignLanes } from './campaign/campaign-lanes.ts';
import { EmailCampaignRepository } from './campaign/email-campaign.repository.ts';
import { RecipientRepository } from './campaign/recipient.repository.ts';
import { SendCampaignsJob } from './campaign/send-campaigns.job.ts';
import { SendCampaigns } from './campaign/send-campaigns.use-case.ts';
import { SendingRate } from './campaign/sending-rate.ts';
import { DeliverEmailsJob } from './email/deliver-emails.job.ts';
import { DeliverEmails } from './email/deliver-emails.use-case.ts';
import { EmailRepository } from './email/email.repository.ts';
import { SendGridMailer } from './sendgrid/sendgrid-mailer.ts';

export const messagingWorkerModule: ModuleMetadata = {
  providers: [
    EmailRepository,
    SendGridMailer,
    DeliverEmails,
    DeliverEmailsJob,
    EmailCampaignRepository,
    AudiencePartRepository,
    RecipientRepository,
    CampaignLanes,
    SendingRate,
    SendCampaigns,
    SendCampaignsJob,
  ],
};
