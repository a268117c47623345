import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { CLAIMED_KINDS, ClaimRepository } from './claim.repository.ts';

export const publishClaims = job({ service: 'registrations', name: 'publish-claims', everySeconds: 300 });

const BATCH = 200;

/** Publishes the claims of registrations that were stored without: imported ones, and those from before claims existed. */
@Injectable()
export class PublishClaims {
  constructor(
    private readonly transactor: Transactor,
    private readonly claims: ClaimRepository,
  ) {}

  @HandlesJob(publishClaims)
  async run(): Promise<void> {
    for (const kind of CLAIMED_KINDS) {
      while (await this.claims.hasUnpublished(kind)) {
        const published = await this.transactor.run(async (tx) => {
          const found = await this.claims.unpublished(tx, kind, BATCH);
          await this.claims.publish(tx, kind, found);
          return found.length;
        });
        // Another transaction has locked the rest, and publishes it.
        if (published === 0) break;
      }
    }
  }
}
