import type { StripeAccount } from '../stripe-account.ts';
import { finalizeInvoice } from './collect-invoice.ts';
import { draftInvoice } from './draft-invoice.ts';
import type { Price } from './invoice-line.ts';
import { collect } from './renewal.ts';
import { intervalOf, itemLines, newItem, type Subscription } from './subscription.ts';
import { nextPeriodEnd } from './billing-period.ts';

/**
 * Another price for an item, without proration. At another interval a new period begins now and is collected immediately; else the new
 * price counts from the next renewal on. Source: Stripe documentation, "Modify subscriptions" and "Prorations".
 */
export const changePrice = (
  account: StripeAccount,
  subscription: Subscription,
  itemId: string,
  price: Price,
  quantity: number,
): Subscription => {
  const now = account.now();
  const before = subscription.items.data.find(({ id }) => id === itemId);
  if (before === undefined) throw new Error(`${subscription.id} has no item ${itemId}`);
  const [was, becomes] = [intervalOf(before.price), intervalOf(price)];
  const isSameInterval = was.interval === becomes.interval && was.interval_count === becomes.interval_count;
  const end = isSameInterval ? before.current_period_end : nextPeriodEnd(now, becomes, now);
  const item = {
    ...newItem(account, subscription.id, price, quantity, end),
    id: before.id,
    created: before.created,
    current_period_start: isSameInterval ? before.current_period_start : now,
  };
  const items = {
    ...subscription.items,
    data: subscription.items.data.map((each) => (each.id === itemId ? item : each)),
  };
  const anchor = isSameInterval ? subscription.billing_cycle_anchor : now;
  const changed = account.change(
    'subscriptions',
    subscription,
    { items, billing_cycle_anchor: anchor },
    'customer.subscription.updated',
  );
  if (isSameInterval) return changed;
  const draft = draftInvoice(account, {
    customer: account.find('customers', changed.customer),
    subscription: changed,
    lines: itemLines(changed),
    discounts: [],
    reason: 'subscription_update',
    period: { start: now, end: now },
    currency: changed.currency,
    metadata: {},
    finalizesAt: null,
  });
  account.change('subscriptions', changed, { latest_invoice: draft.id });
  collect(account, finalizeInvoice(account, draft, 'recurring'));
  return account.find('subscriptions', subscription.id);
};
