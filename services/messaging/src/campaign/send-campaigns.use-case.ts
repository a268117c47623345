import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingWorkerConfig } from '../config.ts';
import { safeMailbox } from '../sendgrid/mailbox.ts';
import type { PostOutcome } from '../sendgrid/post-outcome.ts';
import { SendGridMailer } from '../sendgrid/sendgrid-mailer.ts';
import { CampaignLanes } from './campaign-lanes.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { type Personalize, personalizer, type PreparedCampaign } from './email/campaign-email.ts';
import { type CampaignSite, campaignSite } from './email/campaign-site.ts';
import { campaignPause } from './recipient.ts';
import { type ClaimedRecipient, RecipientRepository } from './recipient.repository.ts';
import { SendingRate } from './sending-rate.ts';

/** After this many single emails refused in a row, and none of the batch accepted, the email itself is the problem. */
const REFUSED_AS_A_WHOLE = 20;
const EMAILS_KEPT = 4;

/** An email with its function for recipients' values. */
interface CampaignEmail {
  readonly prepared: PreparedCampaign;
  readonly personalize: Personalize;
}

interface Batch {
  readonly id: string;
  readonly campaignId: string;
  readonly message: CampaignEmail;
  /** Results of this batch's requests so far. */
  taken: number;
  refusedAlone: number;
}

/**
 * Posts the emails of campaigns that are being sent, batch by batch. Any number of lanes in any number of processes may do so at the
 * same time and die at any moment; nobody gets an email twice, and nobody is lost silently:
 *
 * 1. Only the lane that moved a recipient from `pending` to `sending` posts the email, and only after the commit. Row locks let one
 *    claim win; the batch's id names it.
 * 2. Recipients return to `pending` only when the provider certainly does not have their email: it answered with a refusal, or no
 *    connection was made. Then the whole campaign waits, as long as the provider asks, or longer each time.
 * 3. A batch that is refused for good is posted in halves, and these again, until each refused address is alone: the others get
 *    their email. Each half is posted only because the provider refused the whole.
 * 4. Without an answer, the recipients stay `sending` until the provider's own events name them (`custom_args.recipientId`); after
 *    ten minutes they become `uncertain`, which is logged as an error, and which only a confirmation or an administrator ends.
 *
 * Memory holds one batch for each lane, however many recipients there are.
 */
@Injectable()
export class SendCampaigns {
  private readonly site: CampaignSite;
  private readonly messages = new Map<string, CampaignEmail>();

  constructor(
    @Inject(MessagingWorkerConfig) config: MessagingWorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recipients: RecipientRepository,
    private readonly mailer: SendGridMailer,
    private readonly lanes: CampaignLanes,
    private readonly rate: SendingRate,
    private readonly clock: Clock,
  ) {
    this.site = campaignSite(config);
  }

  /** Posts until nobody waits, the provider asks for a pause, or the turn is over. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    return takeTurn(() => this.sendBatch());
  }

  /** Makes emails without a result uncertain after too long a time, and logs their number. */
  async reportUnconfirmed(): Promise<void> {
    const unconfirmed = await this.transactor.run((tx) => this.recipients.setUnconfirmedApart(tx));
    for (const { campaignId, count } of unconfirmed)
      this.logger.error({ campaignId, count }, 'Nobody knows whether emails of a campaign were sent');
  }

  /** Posts one batch of the campaign that waits longest. Returns whether there was one. */
  private async sendBatch(): Promise<boolean> {
    for (const campaignId of await this.campaigns.sendable()) {
      const { batch: limit } = this.rate;
      await this.rate.take(limit);
      const batchId = randomUUID();
      const claimed = await this.transactor.run(async (tx) => {
        const campaign = await this.campaigns.shareSendable(tx, campaignId);
        return campaign === null
          ? null
          : { ...campaign, ...(await this.recipients.claim(tx, campaignId, batchId, limit)) };
      });
      if (claimed === null) continue;
      const { recipients, taken, refusals } = claimed;
      if (taken === 0) {
        await this.finish(campaignId);
        continue;
      }
      if (recipients.length > 0) {
        const batch: Batch = {
          id: batchId,
          campaignId,
          message: await this.emailOf(campaignId),
          taken: 0,
          refusedAlone: 0,
        };
        const isHeld = await this.deliver(batch, recipients);
        if (!isHeld && refusals > 0) await this.transactor.run((tx) => this.campaigns.clearRefusals(tx, campaignId));
      }
      return true;
    }
    return false;
  }

  /** Posts to these recipients, in parts where the provider refuses them together, and stores the results. Returns whether the campaign has to wait. */
  private async deliver(batch: Batch, recipients: readonly ClaimedRecipient[]): Promise<boolean> {
    const parts: (readonly ClaimedRecipient[])[] = [recipients];
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const outcome = await this.post(batch, part);
      const ids = part.map(({ id }) => id);
      switch (outcome.kind) {
        case 'accepted':
          batch.taken += part.length;
          await this.transactor.run((tx) => this.recipients.accepted(tx, batch.id, ids, this.clock.now()));
          break;
        case 'unanswered':
          batch.taken += part.length; // perhaps
          await this.transactor.run((tx) => this.recipients.unanswered(tx, batch.id, ids, outcome.reason));
          this.logger.warn(
            { ...about(batch), messages: ids.length, reason: outcome.reason },
            'Nobody knows yet whether the provider has emails of a campaign',
          );
          break;
        case 'postponed':
          await this.postpone(batch, [part, ...parts].flat(), outcome);
          return true;
        case 'rejected':
          if (part.length > 1) {
            const half = Math.ceil(part.length / 2);
            parts.unshift(part.slice(0, half), part.slice(half));
            await this.rate.take(part.length);
            break;
          }
          batch.refusedAlone += 1;
          await this.transactor.run((tx) => this.recipients.rejected(tx, batch.id, ids, outcome.reason));
          this.logger.error(
            { ...about(batch), recipientId: ids[0], reason: outcome.reason },
            'An email of a campaign will not be sent',
          );
          if (batch.taken === 0 && batch.refusedAlone >= REFUSED_AS_A_WHOLE && parts.length > 0) {
            await this.giveBack(batch, parts.flat(), outcome.reason);
            return true;
          }
          break;
      }
    }
    return false;
  }

  private async post(
    { id, campaignId, message: { prepared, personalize } }: Batch,
    recipients: readonly ClaimedRecipient[],
  ): Promise<PostOutcome> {
    return this.mailer.postCampaign({
      campaignId,
      batchId: id,
      subject: prepared.subject,
      html: prepared.html,
      text: prepared.text,
      readers: recipients.map((recipient) => ({
        recipientId: recipient.id,
        to: safeMailbox({ email: recipient.email, ...(recipient.name === null ? {} : { name: recipient.name }) }),
        ...personalize(recipient),
      })),
    });
  }

  private async postpone(
    batch: Batch,
    recipients: readonly ClaimedRecipient[],
    { reason, pauseMs: asked }: Extract<PostOutcome, { kind: 'postponed' }>,
  ): Promise<void> {
    const pauseMs = await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, batch.campaignId);
      if (campaign === null) return 0;
      await this.recipients.postponed(
        tx,
        batch.id,
        recipients.map(({ id }) => id),
        reason,
        campaign,
      );
      const pause = campaignPause(campaign.refusals + 1, asked);
      await this.campaigns.hold(tx, batch.campaignId, pause);
      return pause;
    });
    this.logger.warn(
      { ...about(batch), messages: recipients.length, reason, pauseMs },
      'A campaign waits because the provider does not take it now',
    );
    this.lanes.wake(pauseMs);
  }

  /** Pauses a campaign whose email the provider refuses for everybody, so that not all recipients fail. */
  private async giveBack(batch: Batch, recipients: readonly ClaimedRecipient[], reason: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, batch.campaignId);
      if (campaign === null) return;
      await this.recipients.postponed(
        tx,
        batch.id,
        recipients.map(({ id }) => id),
        reason,
        campaign,
      );
      if (campaign.status === 'sending')
        await this.campaigns.change(tx, campaign, { status: 'paused', updatedAt: this.clock.now() });
    });
    this.logger.error(
      { ...about(batch), reason },
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

  private async emailOf(campaignId: string): Promise<CampaignEmail> {
    const known = this.messages.get(campaignId);
    if (known !== undefined) return known;
    const prepared = await this.campaigns.prepared(campaignId);
    const message = { prepared, personalize: personalizer(prepared, this.site) };
    const [oldest] = this.messages.keys();
    if (this.messages.size >= EMAILS_KEPT && oldest !== undefined) this.messages.delete(oldest);
    this.messages.set(campaignId, message);
    return message;
  }
}

const about = ({ id, campaignId }: Batch): { campaignId: string; batchId: string } => ({ campaignId, batchId: id });
