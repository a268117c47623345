import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { MOVED_BY, MOVED_FROM } from '../credit/entry-of.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import type { Difference } from '../stripe/difference.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';

/**
 * Keeps the credit of an account on the customer with which it pays: the provider uses a balance for that customer's invoices alone. Runs
 * under the account's lock, and only after looking for entries of an interrupted run: credit is added first and removed then, and the
 * second entry names the first, so that it is never moved twice.
 */
@Injectable()
export class GatherCredit {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
  ) {}

  /**
   * Moves the credit that the account of a customer has elsewhere, and answers the amounts and where they were. Must not run under a
   * customer's lock.
   */
  async ofCustomer(customerId: string): Promise<Difference[]> {
    const userId = (await this.customers.findById(customerId))?.userId ?? null;
    if (userId === null || (await this.customers.servingOf(userId)).length < 2) return [];
    return this.lock.hold(`account:${userId}`, async () => {
      const [paying, ...others] = (await this.customers.servingOf(userId)).map(({ id }) => id);
      return paying === undefined ? [] : callingProvider(() => this.gather(paying, others));
    });
  }

  private async gather(paying: string, others: readonly string[]): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const from of others) {
      const balance = await this.balanceOf(from);
      if (balance >= 0) continue;
      differences.push({ subject: `credit of ${from}`, field: 'customer', local: paying, remote: from });
      const entries = await this.entriesOf([paying, ...others]);
      const left = entries.find(
        (entry) =>
          entry.metadata?.[MOVED_FROM] === from && !entries.some(({ metadata }) => metadata?.[MOVED_BY] === entry.id),
      );
      const newest = entries.find(({ customer }) => customer === from);
      const brought =
        left ??
        (await this.enter(paying, balance, { [MOVED_FROM]: from }, `credit-to-${paying}-after-${newest?.id ?? from}`));
      await this.enter(from, -brought.amount, { [MOVED_BY]: brought.id }, `credit-moved-by-${brought.id}`);
    }
    return differences;
  }

  private async balanceOf(customerId: string): Promise<number> {
    const customer = await this.stripe.api.customers.retrieve(customerId);
    return customer.deleted === true ? 0 : customer.balance;
  }

  /** Newest first for each customer. */
  private async entriesOf(customerIds: readonly string[]): Promise<Stripe.CustomerBalanceTransaction[]> {
    const list = (id: string) =>
      this.stripe.api.customers.listBalanceTransactions(id, { limit: 100 }).autoPagingToArray({ limit: 10_000 });
    return (await Promise.all(customerIds.map(list))).flat();
  }

  private async enter(
    customerId: string,
    amount: number,
    metadata: Record<string, string>,
    idempotencyKey: string,
  ): Promise<Stripe.CustomerBalanceTransaction> {
    return this.stripe.api.customers.createBalanceTransaction(
      customerId,
      { amount, currency: 'usd', description: 'Credit moved to the customer that pays', metadata },
      { idempotencyKey },
    );
  }
}
