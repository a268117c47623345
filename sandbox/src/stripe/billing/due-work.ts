import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables, WebhookDelivery } from '../tables.ts';
import { arrive, PAYOUT_DUE, payOut } from './balance.ts';
import { paymentOf } from './collect-invoice.ts';
import { DueQueue } from './due-queue.ts';
import { expireCheckout, finishDelayedCheckout, type CheckoutSession } from './checkout.ts';
import { finishDelayed } from './payment.ts';
import { collect, finalizeAndCollect, renewSubscription } from './renewal.ts';
import { currentPeriodEnd, endSubscription, type Subscription } from './subscription.ts';
import type { Invoice } from './draft-invoice.ts';

type Watched = 'subscriptions' | 'invoices' | 'charges' | 'checkoutSessions' | 'payouts' | 'settings' | 'deliveries';

/** How long a bank takes to answer for a debit. Source: Stripe documentation, "ACH Direct Debit": up to four business days. */
const BANK_ANSWERS_AFTER = 4 * 86_400;

/** The time of the object's next automatic change, in unix seconds; undefined when there is none. */
const DUE: { [Name in Watched]: (object: StripeTables[Name]) => number | undefined } = {
  subscriptions: (subscription) => {
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return undefined;
    const resumesAt = subscription.pause_collection?.resumes_at ?? Infinity;
    return Math.min(currentPeriodEnd(subscription), subscription.cancel_at ?? Infinity, resumesAt);
  },
  invoices: (invoice) => {
    if (invoice.status === 'draft') return invoice.automatically_finalizes_at ?? undefined;
    return invoice.status === 'open' ? (invoice.next_payment_attempt ?? undefined) : undefined;
  },
  charges: (charge) => (charge.status === 'pending' ? charge.created + BANK_ANSWERS_AFTER : undefined),
  checkoutSessions: (session) => (session.status === 'open' ? session.expires_at : undefined),
  payouts: (payout) => (payout.status === 'in_transit' ? payout.arrival_date : undefined),
  settings: ({ id, value }) => (id === PAYOUT_DUE ? Number(value) : undefined),
  deliveries: (delivery) => (delivery.status === 'pending' ? (delivery.dueAt ?? undefined) : undefined),
};

const HAPPENS: {
  [Name in Exclude<Watched, 'deliveries'>]: (account: StripeAccount, object: StripeTables[Name]) => void;
} = {
  subscriptions: (account, subscription: Subscription) => {
    const resumesAt = subscription.pause_collection?.resumes_at ?? Infinity;
    if (resumesAt <= account.now()) {
      account.change('subscriptions', subscription, { pause_collection: null }, 'customer.subscription.updated');
      return;
    }
    const isLast = subscription.cancel_at !== null && subscription.cancel_at <= account.now();
    if (isLast) endSubscription(account, subscription, 'cancellation_requested');
    else renewSubscription(account, subscription);
  },
  invoices: (account, invoice: Invoice) => {
    if (invoice.status === 'draft') finalizeAndCollect(account, invoice);
    else collect(account, invoice);
  },
  charges: (account, { customer, payment_intent: intent }) => {
    const isPaidBy = ({ payment_intent: sessionIntent, invoice: id }: CheckoutSession): boolean => {
      const invoice = account.store.get('invoices', String(id));
      return (
        sessionIntent === intent ||
        (invoice !== undefined && paymentOf(account, invoice)?.payment.payment_intent === intent)
      );
    };
    const session = account.store.where('checkoutSessions', 'customer', customer).find(isPaidBy);
    if (session === undefined) finishDelayed(account, account.find('paymentIntents', String(intent)), true);
    else finishDelayedCheckout(account, session, true);
  },
  checkoutSessions: (account, session: CheckoutSession) => {
    expireCheckout(account, session);
  },
  payouts: arrive,
  settings: payOut,
};

/** Automatic changes as time passes: renewals, collections and their retries, period ends, expiries, late deliveries. */
export class DueWork {
  readonly #account: StripeAccount;
  readonly #deliver: (delivery: WebhookDelivery) => void;
  readonly #due = new DueQueue();

  /** @param deliver sends a delivery on its way that waited for the clock */
  constructor(account: StripeAccount, deliver: (delivery: WebhookDelivery) => void) {
    this.#account = account;
    this.#deliver = deliver;
    account.store.watch((table, before, after) => {
      if (!Object.hasOwn(DUE, table)) return;
      const name = table as Watched;
      const id = after?.id ?? before?.id ?? '';
      this.#due.plan(`${name}/${id}`, after === undefined ? undefined : DUE[name](after as never));
    });
  }

  /** Carries out everything due by `until` (unix seconds), in order of time, each at the time it was due. */
  run(until: number): number {
    let count = 0;
    for (let next = this.#due.first(until); next !== undefined; next = this.#due.first(until)) {
      const { key, at } = next;
      const [table = '', id = ''] = key.split('/');
      this.#account.clock.at(at, () =>
        this.#account.during({ id: null, idempotency_key: null }, () => this.#happen(table as Watched, id)),
      );
      count += 1;
    }
    return count;
  }

  #happen(table: Watched, id: string): void {
    if (table !== 'deliveries') return happen(this.#account, table, id);
    const delivery = this.#account.store.get('deliveries', id);
    if (delivery !== undefined) this.#deliver(delivery);
  }
}

const happen = <Name extends keyof typeof HAPPENS>(account: StripeAccount, table: Name, id: string): void => {
  const object = account.store.get(table, id);
  if (object !== undefined) HAPPENS[table](account, object);
};
