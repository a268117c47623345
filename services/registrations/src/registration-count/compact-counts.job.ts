import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { RegistrationCountRepository } from './registration-count.repository.ts';

export const compactCounts = job({ service: 'registrations', name: 'compact-counts', everySeconds: 60 });

@Injectable()
export class CompactCounts {
  constructor(
    private readonly transactor: Transactor,
    private readonly counts: RegistrationCountRepository,
  ) {}

  @HandlesJob(compactCounts)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.counts.compact(tx));
  }
}
