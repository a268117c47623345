import type { EmailCampaign as EmailCampaignAnswer } from '@lectern/contracts/messaging/campaign-model';
import type { EmailCampaign } from './email-campaign.entity.ts';

/** A campaign as administrators' lists show it. */
export const presentCampaign = (campaign: EmailCampaign): EmailCampaignAnswer => ({
  id: campaign.id,
  name: campaign.name,
  subject: campaign.subject,
  content: campaign.content,
  targetAudience: campaign.targetAudience,
  recipientCount: campaign.recipientCount,
  sentCount: campaign.sentCount,
  openCount: campaign.openCount,
  clickCount: campaign.clickCount,
  status: campaign.status,
  scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
  unsent:
    campaign.unsentReason == null || campaign.unsentAt == null
      ? null
      : { reason: campaign.unsentReason, at: campaign.unsentAt.toISOString() },
  sentAt: campaign.sentAt?.toISOString() ?? null,
  createdAt: campaign.createdAt.toISOString(),
});
