import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingWorkerConfig } from '../config.ts';
import { type Batch, type Contents, DeliverEmails, type Returned } from '../delivery/deliver-emails.use-case.ts';
import { campaignPause } from '../delivery/delivery.ts';
import { type CampaignEmail, EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { SendingRate } from '../delivery/sending-rate.ts';
import { CampaignLanes } from './campaign-lanes.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { personalizer } from './email/campaign-email.ts';
import { campaignSite } from './email/campaign-site.ts';
import { RecipientRepository } from './recipient.repository.ts';

const CONTENTS_KEPT = 4;

/**
 * Sends the emails of campaigns that are being sent, batch by batch (`DeliverEmails`): one request for many recipients. Any number of
 * lanes in any number of processes may do so at the same time. Where the provider takes nothing now, the whole campaign waits, as
 * long as the provider asks, or longer each time.
 *
 * Memory holds one batch for each lane, however many recipients there are.
 */
@Injectable()
export class SendCampaigns {
  private readonly contents = new Map<string, Contents<CampaignEmail>>();

  constructor(
    @Inject(MessagingWorkerConfig) private readonly config: MessagingWorkerConfig,
    private readonly association: Association,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recipients: RecipientRepository,
    private readonly emails: EmailRecipientRepository,
    private readonly deliver: DeliverEmails,
    private readonly lanes: CampaignLanes,
    private readonly rate: SendingRate,
    private readonly clock: Clock,
  ) {}

  /** Posts until nobody waits, the provider asks for a pause, or the turn is over. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    return takeTurn(() => this.sendBatch());
  }

  /** Posts one batch of the campaign that waits longest. Returns whether there was one. */
  private async sendBatch(): Promise<boolean> {
    for (const campaignId of await this.campaigns.sendable()) {
      const { batch: limit } = this.rate;
      await this.rate.take(limit);
      const id = randomUUID();
      const claimed = await this.transactor.run(async (tx) => {
        const campaign = await this.campaigns.shareSendable(tx, campaignId);
        return campaign && { ...campaign, ...(await this.emails.claimOfCampaign(tx, campaignId, id, limit)) };
      });
      if (claimed === null) continue;
      if (claimed.taken === 0) {
        await this.finish(campaignId);
        continue;
      }
      if (claimed.emails.length > 0) {
        const batch: Batch<CampaignEmail> = {
          id,
          emails: claimed.emails,
          about: { campaignId, batchId: id },
          write: () => this.contentsOf(campaignId),
        };
        const returned = await this.deliver.execute(batch);
        if (returned !== null) await this.wait(campaignId, batch, returned);
        else if (claimed.refusals > 0) await this.transactor.run((tx) => this.campaigns.clearRefusals(tx, campaignId));
      }
      return true;
    }
    return false;
  }

  /** Lets the campaign wait, or pauses it where the provider refuses its email for every recipient, so that not all of them fail. */
  private async wait(
    campaignId: string,
    batch: Batch<CampaignEmail>,
    returned: Returned<CampaignEmail>,
  ): Promise<void> {
    const { outcome } = returned;
    const pauseMs = await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, campaignId);
      if (campaign === null) return 0;
      const pause = outcome.kind === 'rejected' ? 0 : campaignPause(campaign.refusals + 1, outcome.pauseMs);
      const isCancelled = campaign.status === 'cancelled';
      await this.deliver.postpone(tx, batch, returned, { pauseMs: pause, isCancelled });
      if (outcome.kind === 'postponed') await this.campaigns.hold(tx, campaignId, pause);
      else if (campaign.status === 'sending')
        await this.campaigns.change(tx, campaign, { status: 'paused', updatedAt: this.clock.now() });
      return pause;
    });
    if (outcome.kind === 'postponed') this.lanes.wake(pauseMs);
    else
      this.logger.error(
        { ...batch.about, reason: outcome.reason },
        'A campaign is paused because the provider refuses its email for every recipient',
      );
  }

  /** Ends a campaign when no recipient waits for an email or for its result. */
  private async finish(campaignId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, campaignId);
      if (campaign?.status !== 'sending' || (await this.recipients.hasOpen(tx, campaignId))) return;
      const now = this.clock.now();
      await this.campaigns.change(tx, campaign, { status: 'sent', sentAt: campaign.sentAt ?? now, updatedAt: now });
      this.logger.info({ campaignId }, 'A campaign was sent');
    });
  }

  private async contentsOf(campaignId: string): Promise<Contents<CampaignEmail>> {
    const known = this.contents.get(campaignId);
    if (known !== undefined) return known;
    const prepared = await this.campaigns.prepared(campaignId);
    const { subject, html, text } = prepared;
    const personalize = personalizer(prepared, campaignSite(this.config, await this.association.current()));
    const contents: Contents<CampaignEmail> = { category: 'campaign', subject, html, text, personalize };
    const [oldest] = this.contents.keys();
    if (this.contents.size >= CONTENTS_KEPT && oldest !== undefined) this.contents.delete(oldest);
    this.contents.set(campaignId, contents);
    return contents;
  }
}
