import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { CLAIMED_KINDS, type ClaimedKind, ClaimRepository } from './claim.repository.ts';

export const publishClaims = job({ service: 'registrations', name: 'publish-claims', everySeconds: 300 });

const BATCH = 200;

/** Publishes the claims of registrations that were stored without: imported ones, and those from before claims existed. */
@Injectable()
export class PublishClaims {
  constructor(
    private readonly transactor: Transactor,
    private readonly claims: ClaimRepository,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesJob(publishClaims)
  async run(): Promise<void> {
    for (const kind of CLAIMED_KINDS) {
      if (await takeTurn(() => this.publishBatch(kind))) return this.jobs.wake(publishClaims, {}, { key: 'more' });
    }
  }

  /** Returns whether it published any. If not, none are left, or another transaction has locked the rest and publishes it. */
  private async publishBatch(kind: ClaimedKind): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      const found = await this.claims.unpublished(tx, kind, BATCH);
      await this.claims.publish(tx, kind, found);
      return found.length > 0;
    });
  }
}
