import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Difference } from '../stripe/difference.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { CreditRepository } from './credit.repository.ts';
import { entryOf } from './entry-of.ts';

/** Keeps the copy of the provider's entries on customers' balances. */
@Injectable()
export class KeepCredit {
  constructor(
    private readonly stripe: StripeClient,
    private readonly credit: CreditRepository,
  ) {}

  /** Newest first; none for a customer that the provider does not have any more. */
  async fetch(customerId: string): Promise<Stripe.CustomerBalanceTransaction[]> {
    return callingProvider(() =>
      this.stripe.api.customers
        .listBalanceTransactions(customerId, { limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
    ).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }

  /** Adds the entries that are missing here, and returns them as differences. */
  async add(
    tx: Transaction,
    customerId: string,
    remote: readonly Stripe.CustomerBalanceTransaction[],
  ): Promise<Difference[]> {
    const added = await this.credit.add(
      tx,
      remote.filter(({ amount }) => amount !== 0).map((entry) => entryOf(customerId, entry)),
    );
    return added.map(({ id, amount }) => ({
      ...{ subject: `credit ${id}`, field: 'amount', local: null, remote: String(amount) },
    }));
  }

  /**
   * Names what differs although nothing is missing here: entries that the provider does not have or has with another amount. Nothing is
   * repaired, because no entry is changed: staff find out why.
   */
  async compare(customerId: string): Promise<Difference[]> {
    // Read before the provider's, to which entries may be added meanwhile.
    const local = await this.credit.ofCustomer(customerId);
    if (local.length === 0) return [];
    const amounts = new Map((await this.fetch(customerId)).map(({ id, amount }) => [id, -amount]));
    return local
      .filter(({ id, amount }) => amounts.get(id) !== amount)
      .map(({ id, amount }) => ({
        ...{ subject: `credit ${id}`, field: 'amount', local: String(amount) },
        remote: amounts.has(id) ? String(amounts.get(id)) : null,
      }));
  }
}
