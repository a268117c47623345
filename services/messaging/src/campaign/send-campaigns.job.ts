import { Injectable } from '@nestjs/common';
import type { JobData } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { DeliverEmails } from '../delivery/deliver-emails.use-case.ts';
import { CampaignLanes } from './campaign-lanes.ts';
import { sendCampaigns } from '../jobs.ts';
import { SendCampaigns } from './send-campaigns.use-case.ts';

@Injectable()
export class SendCampaignsJob {
  constructor(
    private readonly send: SendCampaigns,
    private readonly deliver: DeliverEmails,
    private readonly lanes: CampaignLanes,
  ) {}

  @HandlesJob(sendCampaigns)
  async run({ lane }: JobData<typeof sendCampaigns>): Promise<void> {
    if (lane === undefined) {
      // Also where a lane's wake-up was lost, or is stuck in the queue because its process was killed.
      await this.deliver.reportUnconfirmed();
      if (await this.send.turn()) this.lanes.wake();
    } else if (await this.send.turn()) {
      this.lanes.wakeOne(lane);
    }
  }
}
