import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { nextPeriodEnd } from './billing-period.ts';
import { finalizeInvoice } from './collect-invoice.ts';
import { runningDiscounts } from './discount.ts';
import { draftInvoice, type InvoiceTerms } from './draft-invoice.ts';
import { discountOf, type LineTerms, type Price } from './invoice-line.ts';
import { collect } from './renewal.ts';
import { intervalOf, itemLines, newItem, type Subscription } from './subscription.ts';

export interface PriceChange {
  itemId: string;
  price: Price;
  quantity: number;
  /** Whether a new period begins now also at the same interval. Source: "Set the subscription billing renewal date", reset of the anchor. */
  resets: boolean;
  /** Whether the unused time of the running period is credited. */
  prorates: boolean;
  /** Unix seconds from which on time is unused; now where it is missing. */
  prorationDate?: number | undefined;
}

/**
 * The subscription with another price for an item, and the invoice that is due for it immediately, if any. Nothing is stored. At another
 * interval a new period begins now; else the new price counts from the next renewal on. Source: Stripe documentation, "Modify
 * subscriptions" and "Prorations".
 */
export const planChange = (
  account: StripeAccount,
  subscription: Subscription,
  { itemId, price, quantity, resets, prorates, prorationDate }: PriceChange,
): { changed: Subscription; invoice: InvoiceTerms | null } => {
  const now = account.now();
  const before = subscription.items.data.find(({ id }) => id === itemId);
  if (before === undefined) throw new Error(`${subscription.id} has no item ${itemId}`);
  const [was, becomes] = [intervalOf(before.price), intervalOf(price)];
  const isSameInterval = !resets && was.interval === becomes.interval && was.interval_count === becomes.interval_count;
  const discounts = runningDiscounts(account, subscription.discounts);
  if (prorates && (isSameInterval || resets || discounts.length > 0 || subscription.status !== 'active'))
    throw invalidRequest(
      'The sandbox simulates prorations for another interval of an active subscription without discounts alone.',
      'proration_behavior',
      'not_simulated',
    );
  const end = isSameInterval ? before.current_period_end : nextPeriodEnd(now, becomes, now);
  const item = {
    ...newItem(account, subscription.id, price, quantity, end),
    id: before.id,
    created: before.created,
    current_period_start: isSameInterval ? before.current_period_start : now,
  };
  const changed = {
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((each) => (each.id === itemId ? item : each)),
    },
    billing_cycle_anchor: isSameInterval ? subscription.billing_cycle_anchor : now,
  };
  if (isSameInterval) return { changed, invoice: null };
  const credits = prorates ? [unusedTime(account, subscription, before, prorationDate ?? now)] : [];
  const invoice: InvoiceTerms = {
    customer: account.find('customers', changed.customer),
    subscription: changed,
    lines: [...credits, ...itemLines(changed)],
    discounts,
    reason: 'subscription_update',
    period: { start: now, end: now },
    currency: changed.currency,
    metadata: {},
    finalizesAt: null,
  };
  return { changed, invoice };
};

/** Credit for the rest of an item's period, of what was debited for it. Source: "Prorations", credit prorations in flexible billing mode. */
const unusedTime = (
  account: StripeAccount,
  subscription: Subscription,
  item: Subscription['items']['data'][number],
  from: number,
): LineTerms => {
  const { current_period_start: start, current_period_end: end } = item;
  if (from < start || from > end)
    throw invalidRequest('The proration date must be within the current period.', 'proration_date');
  const debit = account.store
    .where('invoices', 'customer', subscription.customer)
    .filter(({ status }) => status === 'paid')
    .flatMap(({ lines }) => lines.data)
    .find(
      ({ parent, period, pricing }) =>
        // Several plans may have begun in one second.
        pricing?.price_details?.price === item.price.id &&
        parent?.subscription_item_details?.subscription_item === item.id &&
        !parent.subscription_item_details.proration &&
        period.start === start,
    );
  const debited = debit === undefined ? 0 : debit.amount - discountOf(debit);
  return {
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: from, end },
    subscription: subscription.id,
    subscriptionItem: item.id,
    metadata: subscription.metadata,
    proration: -Math.round((debited * (end - from)) / (end - start)),
  };
};

/**
 * Changes the price of an item, and collects what is due for it immediately.
 * @throws StripeError 402 where that is not paid and `refusesUnpaid`; nothing is changed then
 */
export const changePrice = (
  account: StripeAccount,
  subscription: Subscription,
  change: PriceChange,
  refusesUnpaid: boolean,
): Subscription => {
  const { changed: planned, invoice } = planChange(account, subscription, change);
  const { items, billing_cycle_anchor } = planned;
  const changed = account.change(
    'subscriptions',
    subscription,
    { items, billing_cycle_anchor },
    'customer.subscription.updated',
  );
  if (invoice === null) return changed;
  const draft = draftInvoice(account, { ...invoice, subscription: changed });
  account.change('subscriptions', changed, { latest_invoice: draft.id });
  const collected = collect(account, finalizeInvoice(account, draft, 'recurring'));
  if (refusesUnpaid && collected.status !== 'paid')
    throw new StripeError(402, {
      type: 'card_error',
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    });
  return account.find('subscriptions', subscription.id);
};
