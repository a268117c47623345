import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables } from '../tables.ts';
import { expireCheckout, type CheckoutSession } from './checkout.ts';
import { collect, finalizeAndCollect, renewSubscription } from './renewal.ts';
import { currentPeriodEnd, endSubscription, type Subscription } from './subscription.ts';
import type { Invoice } from './draft-invoice.ts';

type Watched = 'subscriptions' | 'invoices' | 'checkoutSessions';

/** When something happens to the object by itself, in unix seconds; undefined when nothing will. */
const DUE: { [Name in Watched]: (object: StripeTables[Name]) => number | undefined } = {
  subscriptions: (subscription) => {
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return undefined;
    const end = currentPeriodEnd(subscription);
    return subscription.cancel_at === null ? end : Math.min(end, subscription.cancel_at);
  },
  invoices: (invoice) => {
    if (invoice.status === 'draft') return invoice.automatically_finalizes_at ?? undefined;
    return invoice.status === 'open' ? (invoice.next_payment_attempt ?? undefined) : undefined;
  },
  checkoutSessions: (session) => (session.status === 'open' ? session.expires_at : undefined),
};

const HAPPENS: { [Name in Watched]: (account: StripeAccount, object: StripeTables[Name]) => void } = {
  subscriptions: (account, subscription: Subscription) => {
    const isLast = subscription.cancel_at !== null && subscription.cancel_at <= account.now();
    if (isLast) endSubscription(account, subscription, 'cancellation_requested');
    else renewSubscription(account, subscription);
  },
  invoices: (account, invoice: Invoice) => {
    if (invoice.status === 'draft') finalizeAndCollect(account, invoice);
    else collect(account, invoice);
  },
  checkoutSessions: (account, session: CheckoutSession) => {
    expireCheckout(account, session);
  },
};

interface Due {
  table: Watched;
  id: string;
  at: number;
}

/** What happens by itself as time passes: renewals, collections and their retries, period ends, expiries. */
export class DueWork {
  readonly #account: StripeAccount;
  readonly #due = new Map<string, Due>();

  constructor(account: StripeAccount) {
    this.#account = account;
    account.store.watch((table, before, after) => {
      if (!Object.hasOwn(DUE, table)) return;
      const name = table as Watched;
      const id = after?.id ?? before?.id ?? '';
      const at = after === undefined ? undefined : DUE[name](after as never);
      if (at === undefined) this.#due.delete(`${name}/${id}`);
      else this.#due.set(`${name}/${id}`, { table: name, id, at });
    });
  }

  /** Carries out everything due by `until` (unix seconds), in order of time, each at the time it was due. */
  run(until: number): number {
    let count = 0;
    for (let next = this.#first(until); next !== undefined; next = this.#first(until)) {
      const { table, id, at } = next;
      this.#account.clock.at(at, () =>
        this.#account.during({ id: null, idempotency_key: null }, () => happen(this.#account, table, id)),
      );
      count += 1;
    }
    return count;
  }

  #first(until: number): Due | undefined {
    let first: Due | undefined;
    for (const due of this.#due.values())
      if (due.at <= until && (first === undefined || due.at < first.at)) first = due;
    return first;
  }
}

function happen<Name extends Watched>(account: StripeAccount, table: Name, id: string): void {
  HAPPENS[table](account, account.find(table, id));
}
