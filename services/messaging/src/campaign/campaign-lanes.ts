import { Injectable } from '@nestjs/common';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { CAMPAIGN_LANES, sendCampaigns } from './send-campaigns.contract.ts';

/** Wakes whoever posts campaigns. */
@Injectable()
export class CampaignLanes {
  constructor(private readonly jobs: JobQueue) {}

  /** A wake-up that gets lost delays a campaign by some seconds: the workers look by themselves. */
  wake(delayMs = 0): void {
    for (const lane of CAMPAIGN_LANES) this.wakeOne(lane, delayMs);
  }

  wakeOne(lane: number, delayMs = 0): void {
    // A longer pause is over at a look that comes by itself.
    if (delayMs <= sendCampaigns.everySeconds! * 1_000) {
      this.jobs.wake(sendCampaigns, { lane }, { key: `lane-${lane}`, ...(delayMs === 0 ? {} : { delayMs }) });
    }
  }
}
