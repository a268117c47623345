import type { StripeAccount } from '../stripe-account.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { nextPeriodEnd } from './billing-period.ts';
import type { LineTerms, Price } from './invoice-line.ts';

export type Subscription = StripeTables['subscriptions'];
type Item = Subscription['items']['data'][number];

export interface SubscriptionTerms {
  customer: string;
  items: { price: Price; quantity: number }[];
  metadata: Record<string, string>;
  description: string | null;
  /** Ids of the discounts that outlast the first invoice. */
  discounts: string[];
  paymentMethod: string | null;
  trialDays: number | null;
}

/** A new subscription from now on, announced; the caller bills it. */
export const createSubscription = (account: StripeAccount, terms: SubscriptionTerms): Subscription => {
  const id = stripeId('sub');
  const start = account.now();
  const trialEnd = terms.trialDays === null ? null : start + terms.trialDays * 86_400;
  const anchor = trialEnd ?? start;
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: terms.items[0]?.price.currency ?? 'usd',
    customer: terms.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: terms.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: terms.description,
    discounts: terms.discounts,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: terms.items.map(({ price, quantity }) =>
        newItem(account, id, price, quantity, trialEnd ?? nextPeriodEnd(anchor, intervalOf(price), start)),
      ),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: terms.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : start,
  };
  return account.add('subscriptions', subscription, 'customer.subscription.created');
};

/** Ends the subscription now; finalized invoices are not collected any more, a draft goes on by itself. Source: API reference, "Cancel a subscription". */
export const endSubscription = (
  account: StripeAccount,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
  details: Partial<NonNullable<Subscription['cancellation_details']>> = {},
): Subscription => {
  const now = account.now();
  const ended = account.change('subscriptions', subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      ...details,
      reason,
    },
  });
  for (const invoice of account.store.where('invoices', 'customer', subscription.customer)) {
    const isOfThis = invoice.parent?.subscription_details?.subscription === subscription.id;
    if (isOfThis && invoice.status === 'open' && invoice.auto_advance === true) {
      account.change('invoices', invoice, { auto_advance: false, next_payment_attempt: null }, 'invoice.updated');
    }
  }
  account.emit('customer.subscription.deleted', ended);
  return ended;
};

/** End of the period that is paid for, in unix seconds. */
export const currentPeriodEnd = (subscription: Subscription): number => {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
};

/** Invoice lines for the items' current periods. */
export const itemLines = (subscription: Subscription): LineTerms[] => {
  return subscription.items.data.map((item) => ({
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: item.current_period_start, end: item.current_period_end },
    subscription: subscription.id,
    subscriptionItem: item.id,
    metadata: subscription.metadata,
  }));
};

/** The items, each moved on to the period that follows its current one. */
export const itemsOfNextPeriod = (subscription: Subscription): Subscription['items'] => {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: nextPeriodEnd(
      subscription.billing_cycle_anchor,
      intervalOf(item.price),
      item.current_period_end,
    ),
  }));
  return { ...subscription.items, data };
};

export const intervalOf = (price: Price): { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number } => {
  const { interval = 'month', interval_count = 1 } = price.recurring ?? {};
  return { interval: interval, interval_count };
};

export const newItem = (
  account: StripeAccount,
  subscription: string,
  price: Price,
  quantity: number,
  end: number,
): Item => {
  const recurring = intervalOf(price);
  return {
    id: stripeId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: account.now(),
    current_period_end: end,
    current_period_start: account.now(),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: recurring.interval,
      interval_count: recurring.interval_count,
      livemode: false,
      metadata: price.metadata,
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
};
