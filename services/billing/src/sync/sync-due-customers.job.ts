import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { GatherCredit } from '../referral/gather-credit.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { syncDueCustomers } from '../jobs.ts';

const BATCH = 50;

/** Syncs customers whose account changed in a way that affects the provider. A failure is tried again with the next run. */
@Injectable()
export class SyncDueCustomers {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomerRepository,
    private readonly syncCustomer: SyncCustomer,
    private readonly gatherCredit: GatherCredit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(syncDueCustomers)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    for (const due of await this.customers.syncDue(BATCH)) {
      if (stopping.aborted) return;
      try {
        await this.syncCustomer.execute(due.id);
        await this.gatherCredit.ofCustomer(due.id);
        await this.transactor.run((tx) => this.customers.synced(tx, due));
      } catch (error) {
        this.logger.warn({ err: error, customerId: due.id }, 'A customer could not be synced yet');
      }
    }
  }
}
