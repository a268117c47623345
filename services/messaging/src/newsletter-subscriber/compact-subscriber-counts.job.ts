import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { SubscriberCountRepository } from './subscriber-count.repository.ts';

export const compactSubscriberCounts = job({
  service: 'messaging',
  name: 'compact-subscriber-counts',
  everySeconds: 60,
});

@Injectable()
export class CompactSubscriberCounts {
  constructor(
    private readonly transactor: Transactor,
    private readonly counts: SubscriberCountRepository,
  ) {}

  @HandlesJob(compactSubscriberCounts)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.counts.compact(tx));
  }
}
