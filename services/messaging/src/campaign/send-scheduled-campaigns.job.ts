import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { FreezeAudience } from './freeze-audience.ts';

export const sendScheduledCampaigns = job({ service: 'messaging', name: 'send-scheduled-campaigns', everySeconds: 5 });

/** Begins to send campaigns that are due by the application clock. One with an empty audience or an invalid email becomes a draft again with the reason, which is logged. */
@Injectable()
export class SendScheduledCampaigns {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly freezeAudience: FreezeAudience,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(sendScheduledCampaigns)
  async run(): Promise<void> {
    for (const id of await this.campaigns.due(this.clock.now())) await this.send(id);
  }

  private async send(id: string): Promise<void> {
    try {
      await this.whileDue(id, (tx, campaign) => this.freezeAudience.execute(tx, campaign));
    } catch (error) {
      if (!(error instanceof DomainError) || (error.code !== 'audience_empty' && error.code !== 'invalid_request'))
        throw error;
      this.logger.error(
        { campaignId: id, code: error.code },
        'A scheduled campaign cannot be sent; it is a draft again',
      );
      const unsentReason = error.code === 'audience_empty' ? 'audience_empty' : 'email_refused';
      await this.whileDue(id, (tx, campaign) =>
        this.campaigns.change(tx, campaign, {
          status: 'draft',
          scheduledAt: null,
          unsentReason,
          unsentAt: campaign.scheduledAt,
          updatedAt: this.clock.now(),
        }),
      );
    }
  }

  /** Runs `work` unless somebody has unscheduled or sent the campaign meanwhile. */
  private async whileDue(
    id: string,
    work: (...locked: Parameters<FreezeAudience['execute']>) => Promise<unknown>,
  ): Promise<void> {
    await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, id);
      if (campaign?.status !== 'scheduled' || campaign.scheduledAt === null || campaign.scheduledAt > this.clock.now())
        return;
      await work(tx, campaign);
    });
  }
}
