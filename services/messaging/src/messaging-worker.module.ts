import type { ModuleMetadata } from '@nestjs/common';
import { AudiencePartRepository } from './campaign/audience-part.repository.ts';
import { CampaignLanes } from './campaign/campaign-lanes.ts';
import { EmailCampaignRepository } from './campaign/email-campaign.repository.ts';
import { RecipientRepository } from './campaign/recipient.repository.ts';
import { SendCampaignsJob } from './campaign/send-campaigns.job.ts';
import { SendCampaigns } from './campaign/send-campaigns.use-case.ts';
import { SendingRate } from './campaign/sending-rate.ts';
import { DeliverLettersJob } from './letter/deliver-letters.job.ts';
import { DeliverLetters } from './letter/deliver-letters.use-case.ts';
import { LetterRepository } from './letter/letter.repository.ts';
import { SendGridMailer } from './sendgrid/sendgrid-mailer.ts';

export const messagingWorkerModule: ModuleMetadata = {
  providers: [
    LetterRepository,
    SendGridMailer,
    DeliverLetters,
    DeliverLettersJob,
    EmailCampaignRepository,
    AudiencePartRepository,
    RecipientRepository,
    CampaignLanes,
    SendingRate,
    SendCampaigns,
    SendCampaignsJob,
  ],
};
