import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendCampaign,
  sendToMissed,
  unscheduleCampaign,
} from '@lectern/contracts/messaging/campaign-sending-rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction, type RecordedAction } from '../record-admin-action.ts';
import { CampaignLanes } from './campaign-lanes.ts';
import { campaignGone, campaignState } from './campaign-state.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { type CampaignChange, EmailCampaignRepository } from './email-campaign.repository.ts';
import { FreezeAudience } from './freeze-audience.ts';
import { ReadCampaign } from './read-campaign.query.ts';
import { RecipientRepository } from './recipient.repository.ts';

type Status = EmailCampaign['status'];
interface CampaignAction {
  readonly id: string;
  readonly by: ActingAdmin;
}

/**
 * Administrators' actions on a campaign. Each locks the campaign, is recorded in the same transaction, and is idempotent. All throw
 * `not_found`, and `campaign_state` where the campaign's state does not allow the action.
 */
@Injectable()
export class CampaignActions {
  constructor(
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recipients: RecipientRepository,
    private readonly freezeAudience: FreezeAudience,
    private readonly read: ReadCampaign,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly lanes: CampaignLanes,
    private readonly clock: Clock,
  ) {}

  /** Fixes the audience and begins to send. Throws `audience_empty`. */
  @Handles(sendCampaign)
  async send({ id, by }: CampaignAction): Promise<{ recipients: number }> {
    return this.transactor.run(async (tx) => {
      const campaign = await this.lock(tx, id);
      if (campaign.status === 'sending' || campaign.status === 'paused') return { recipients: campaign.recipientCount };
      this.expect(campaign, ['draft', 'scheduled'], 'It cannot be sent again.');
      const { recipientCount } = await this.freezeAudience.execute(tx, campaign);
      await this.record(tx, by, 'send_campaign', campaign, { recipients: recipientCount });
      return { recipients: recipientCount };
    });
  }

  /** Throws `invalid_request` for a time that is over. */
  @Handles(scheduleCampaign)
  async schedule({ id, by, at }: CampaignAction & { at: string }): Promise<CampaignDetails> {
    return this.transactor.run(async (tx) => {
      const campaign = await this.lock(tx, id);
      this.expect(campaign, ['draft', 'scheduled'], 'It cannot be scheduled any more.');
      const scheduledAt = new Date(at);
      if (scheduledAt <= this.clock.now())
        throw new DomainError('invalid_request', { fields: { at: 'Please choose a time in the future' } });
      if (campaign.status === 'scheduled' && campaign.scheduledAt?.getTime() === scheduledAt.getTime())
        return this.read.of(tx, campaign);
      return this.change(
        tx,
        by,
        'schedule_campaign',
        campaign,
        { status: 'scheduled', scheduledAt, unsentReason: null, unsentAt: null },
        { at: scheduledAt.toISOString() },
      );
    });
  }

  @Handles(unscheduleCampaign)
  async unschedule({ id, by }: CampaignAction): Promise<CampaignDetails> {
    return this.transition(id, 'draft', ['scheduled'], 'There is nothing to unschedule.', (tx, campaign) =>
      this.change(tx, by, 'unschedule_campaign', campaign, { status: 'draft', scheduledAt: null }),
    );
  }

  @Handles(pauseCampaign)
  async pause({ id, by }: CampaignAction): Promise<CampaignDetails> {
    return this.transition(id, 'paused', ['sending'], 'There is nothing to pause.', (tx, campaign) =>
      this.change(tx, by, 'pause_campaign', campaign, { status: 'paused' }),
    );
  }

  @Handles(resumeCampaign)
  async resume({ id, by }: CampaignAction): Promise<CampaignDetails> {
    return this.transition(id, 'sending', ['paused'], 'There is nothing to resume.', (tx, campaign) => {
      tx.afterCommit(() => this.lanes.wake());
      return this.change(tx, by, 'resume_campaign', campaign, { status: 'sending', heldUntil: null, refusals: 0 });
    });
  }

  @Handles(cancelCampaign)
  async cancel({ id, by }: CampaignAction): Promise<CampaignDetails> {
    return this.transition(
      id,
      'cancelled',
      ['scheduled', 'sending', 'paused'],
      'There is nothing to cancel.',
      async (tx, campaign) => {
        await this.recipients.cancel(tx, campaign.id);
        return this.change(tx, by, 'cancel_campaign', campaign, { status: 'cancelled' });
      },
    );
  }

  /** Sends the email again to recipients that it did not reach. Throws `audience_empty` where there are none. */
  @Handles(sendToMissed)
  async sendToMissed({ id, by, uncertain }: CampaignAction & { uncertain: boolean }): Promise<CampaignDetails> {
    return this.transactor.run(async (tx) => {
      const campaign = await this.lock(tx, id);
      this.expect(campaign, ['sent'], 'Only a campaign that was sent can go to missed recipients again.');
      const recipients = await this.recipients.retry(tx, id, uncertain);
      if (recipients === 0)
        throw new DomainError('audience_empty', { message: 'There are no missed recipients to resend it to.' });
      tx.afterCommit(() => this.lanes.wake());
      return this.change(
        tx,
        by,
        'send_campaign_to_missed',
        campaign,
        { status: 'sending', heldUntil: null, refusals: 0 },
        { recipients, uncertain },
      );
    });
  }

  /** Leads a campaign to a state; a campaign that is there already stays as it is, with the same answer. */
  private async transition(
    id: string,
    to: Status,
    from: readonly Status[],
    otherwise: string,
    work: (tx: Transaction, campaign: EmailCampaign) => Promise<CampaignDetails>,
  ): Promise<CampaignDetails> {
    return this.transactor.run(async (tx) => {
      const campaign = await this.lock(tx, id);
      if (campaign.status === to) return this.read.of(tx, campaign);
      this.expect(campaign, from, otherwise);
      return work(tx, campaign);
    });
  }

  private async lock(tx: Transaction, id: string): Promise<EmailCampaign> {
    const campaign = await this.campaigns.lockById(tx, id);
    if (campaign === null) throw campaignGone();
    return campaign;
  }

  private expect({ status }: EmailCampaign, allowed: readonly Status[], otherwise: string): void {
    if (!allowed.includes(status)) throw campaignState(status, otherwise);
  }

  private async change(
    tx: Transaction,
    by: ActingAdmin,
    action: RecordedAction,
    campaign: EmailCampaign,
    change: Omit<CampaignChange, 'updatedAt'>,
    details: Record<string, unknown> = {},
  ): Promise<CampaignDetails> {
    const changed = await this.campaigns.change(tx, campaign, { ...change, updatedAt: this.clock.now() });
    await this.record(tx, by, action, campaign, details);
    return this.read.of(tx, changed);
  }

  private async record(
    tx: Transaction,
    by: ActingAdmin,
    action: RecordedAction,
    { id, name }: EmailCampaign,
    details: Record<string, unknown>,
  ): Promise<void> {
    await this.recordAdminAction.execute(tx, by, action, { campaignId: id, name, ...details });
  }
}
