import { Inject, Injectable } from '@nestjs/common';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { CustomerRepository } from './customer.repository.ts';
import { updateRemoteCustomers } from '../jobs.ts';

const BATCH = 100;

/**
 * Sends changed names and addresses to the provider, whose receipts go there (decisions, "Accounts"): the row's present values, under the
 * customer's lock. Sending them twice does no harm.
 */
@Injectable()
export class UpdateRemoteCustomers {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(updateRemoteCustomers)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    for (const id of await this.customers.notUpdated(BATCH)) {
      if (stopping.aborted) return;
      try {
        await this.update(id);
      } catch (error) {
        this.logger.warn({ err: error, customerId: id }, 'A changed customer could not be updated at the provider yet');
      }
    }
  }

  private async update(id: string): Promise<void> {
    await this.lock.hold(`customer:${id}`, async () => {
      const customer = await this.customers.findById(id);
      if (customer === null || customer.isProviderUpdated || customer.erasedAt !== null || customer.lostAt !== null)
        return;
      const { email, firstName, lastName, accountVersion } = customer;
      const name = [firstName, lastName].filter(Boolean).join(' ');
      // The provider may have a name of a guest that we do not.
      const isMade = await callingProvider(() =>
        this.stripe.api.customers.update(id, { email, ...(name !== '' && { name }) }),
      ).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      );
      // Deleted at the provider, and the event of that was lost: the sync marks it.
      if (!isMade) return this.transactor.run((tx) => this.customers.makeSyncDue(tx, [id], this.clock.now()));
      await this.transactor.run(async (tx) => {
        const current = await this.customers.lockById(tx, id);
        // If the row changed again meanwhile, the next run sends that.
        if (current?.accountVersion === accountVersion) await this.customers.save(tx, { id, isProviderUpdated: true });
      });
    });
  }
}
