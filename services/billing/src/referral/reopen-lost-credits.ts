import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { CREDIT_TRANSITIONS } from './referral-credit.ts';
import { ReferralRepository } from './referral.repository.ts';
import { settleCredits } from '../jobs.ts';

/**
 * Makes referral credits due again that were unspent on a customer which the provider deleted, once for each customer. They are granted on the
 * account's next one. Called under the customer's lock.
 */
@Injectable()
export class ReopenLostCredits {
  constructor(
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly referrals: ReferralRepository,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async ofCustomer(customerId: string): Promise<void> {
    const known = await this.customers.findById(customerId);
    if (known?.lostAt == null || known.lostCredit !== null || known.userId === null || known.erasedAt !== null) return;
    const { userId } = known;
    // Noted all the same: what is granted later is on another customer.
    const lostCredit = (await this.referrals.hasGranted(userId))
      ? await callingProvider(() => this.creditAtDeletion(customerId))
      : 0;
    if (lostCredit === null) {
      // The provider lists events of 30 days.
      this.logger.error({ customerId, userId }, 'The referral credit of a deleted customer is not known');
      return;
    }
    await this.transactor.run(async (tx) => {
      const customer = await this.customers.lockById(tx, customerId);
      if (customer === null || customer.lostCredit !== null) return;
      await this.customers.save(tx, { id: customerId, lostCredit });
      let left = lostCredit;
      // The credit that was granted last is spent last.
      for (const credit of await this.referrals.lockGranted(tx, userId)) {
        const lostAmount = Math.min(credit.amount, left);
        if (lostAmount <= 0) break;
        left -= lostAmount;
        const status = CREDIT_TRANSITIONS[credit.status].lost ?? credit.status;
        await this.referrals.saveCredits(tx, [{ ...credit, status, lostOn: customerId, lostAmount }]);
      }
      tx.afterCommit(() => this.jobs.wake(settleCredits, {}, { key: 'wake' }));
    });
  }

  /** Cents; `null` where the provider does not say any more. Its entries cannot be listed, but the event has the customer as it was. */
  private async creditAtDeletion(customerId: string): Promise<number | null> {
    const events = this.stripe.api.events.list({ type: 'customer.deleted', limit: 100 });
    for await (const event of events) {
      const customer = event.data.object as Stripe.Customer;
      if (customer.id === customerId) return Math.max(0, -customer.balance);
    }
    return null;
  }
}
