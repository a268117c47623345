import { Injectable } from '@nestjs/common';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { CAMPAIGN_LANES, sendCampaigns } from '../jobs.ts';

/** Wakes the workers that post campaigns. */
@Injectable()
export class CampaignLanes {
  constructor(private readonly jobs: JobQueue) {}

  /** A lost wake-up delays a campaign by some seconds: the workers poll as well. */
  wake(delayMs = 0): void {
    for (const lane of CAMPAIGN_LANES) this.wakeOne(lane, delayMs);
  }

  wakeOne(lane: number, delayMs = 0): void {
    // The next scheduled poll ends a longer pause.
    if (delayMs <= sendCampaigns.everySeconds! * 1_000) {
      this.jobs.wake(sendCampaigns, { lane }, { key: `lane-${lane}`, ...(delayMs === 0 ? {} : { delayMs }) });
    }
  }
}
