import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { CLAIMED_KINDS, ClaimRepository } from './claim.repository.ts';

export const publishClaims = job({ service: 'registrations', name: 'publish-claims', everySeconds: 300 });

const BATCH = 200;

/** Publishes claims of registrations that were stored without: by an import, or before there were claims. */
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
        // The rest is locked by somebody else, who publishes it.
        if (published === 0) break;
      }
    }
  }
}
