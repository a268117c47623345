import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { CampaignCountRepository } from './campaign-count.repository.ts';

export const compactCampaignCounts = job({ service: 'messaging', name: 'compact-campaign-counts', everySeconds: 60 });

@Injectable()
export class CompactCampaignCounts {
  constructor(
    private readonly transactor: Transactor,
    private readonly counts: CampaignCountRepository,
  ) {}

  @HandlesJob(compactCampaignCounts)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.counts.compact(tx));
  }
}
