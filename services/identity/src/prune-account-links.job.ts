import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ErasureRepository } from './erasure/erasure.repository.ts';
import { MergeRepository } from './merged-person/merge.repository.ts';
import { LinkRequestRepository } from './link-request/link-request.repository.ts';
import { LINK_LIFETIME_MS } from './account-token/account-token.ts';
import { AccountTokenRepository } from './account-token/account-token.repository.ts';

export const pruneAccountLinks = job({ service: 'identity', name: 'prune-account-links', everySeconds: 3_600 });

/**
 * Removes expired links, requests after three days, the addresses that accounts left once that cannot be undone any more, and the
 * requests of staff to erase or merge people after a day.
 */
@Injectable()
export class PruneAccountLinks {
  constructor(
    private readonly transactor: Transactor,
    private readonly tokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly erasures: ErasureRepository,
    private readonly merges: MergeRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(pruneAccountLinks)
  async run(): Promise<void> {
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.tokens.prune(tx, now);
      await this.requests.prune(
        tx,
        new Date(now.getTime() - LINK_LIFETIME_MS.setup),
        new Date(now.getTime() - LINK_LIFETIME_MS.email_undo),
      );
      await this.erasures.forgetRequests(tx, now);
      await this.merges.forgetRequests(tx, now);
    });
  }
}
