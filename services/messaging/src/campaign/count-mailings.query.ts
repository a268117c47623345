import { Injectable } from '@nestjs/common';
import { countMailings } from '@lectern/contracts/messaging/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

export interface MailingCounts {
  readonly activeNewsletterSubscribers: number;
  readonly totalEmailCampaigns: number;
  readonly sentEmailCampaigns: number;
  readonly draftEmailCampaigns: number;
}

/** The dashboard's counts of subscribers and campaigns. */
@Injectable()
export class CountMailings {
  constructor(
    private readonly campaigns: EmailCampaignRepository,
    private readonly subscribers: NewsletterSubscriberRepository,
  ) {}

  @Handles(countMailings)
  async execute(): Promise<MailingCounts> {
    const [activeNewsletterSubscribers, campaigns] = await Promise.all([
      this.subscribers.count('active'),
      this.campaigns.counts(),
    ]);
    return {
      activeNewsletterSubscribers,
      totalEmailCampaigns: campaigns.total,
      sentEmailCampaigns: campaigns.sent,
      draftEmailCampaigns: campaigns.draft,
    };
  }
}
