import { Inject, Injectable } from '@nestjs/common';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { GRACE_MS } from './membership.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

export const endGrace = job({ service: 'billing', name: 'end-grace', everySeconds: 30 });

const BATCH = 200;

/** Closes the member area for members who are past due longer than the grace period. The provider has no event for that. */
@Injectable()
export class EndGrace {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(endGrace)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const due = await this.subscriptions.customersPastGrace(new Date(this.clock.now().getTime() - GRACE_MS), BATCH);
    for (const customerId of due) {
      if (stopping.aborted) return;
      await this.syncCustomer.execute(customerId).catch((error: unknown) => {
        this.logger.warn({ err: error, customerId }, 'A grace period could not be ended yet');
      });
    }
  }
}
