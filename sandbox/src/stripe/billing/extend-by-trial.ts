import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import { finalizeInvoice, payInvoice } from './collect-invoice.ts';
import { draftInvoice } from './draft-invoice.ts';
import type { Subscription } from './subscription.ts';

/**
 * The changes that a later `trial_end` makes without prorations: the running period lasts until then, free of charge, and the next ones count from
 * it. Source: Stripe documentation, "Set the subscription billing renewal date", and API reference, `trial_end`.
 */
export const extendByTrial = (
  account: StripeAccount,
  subscription: Subscription,
  trialEnd: number,
): Partial<Subscription> => {
  const now = account.now();
  if (trialEnd <= now)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  const isTrial = subscription.status === 'trialing';
  if (!isTrial && subscription.status !== 'active')
    throw invalidRequest(
      'The sandbox simulates a trial of an active subscription alone.',
      'trial_end',
      'not_simulated',
    );
  const start = isTrial ? {} : { current_period_start: now };
  return {
    status: 'trialing',
    trial_start: isTrial ? subscription.trial_start : now,
    trial_end: trialEnd,
    billing_cycle_anchor: trialEnd,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => ({ ...item, ...start, current_period_end: trialEnd })),
    },
    ...(subscription.cancel_at_period_end && { cancel_at: trialEnd }),
    ...(!isTrial && { latest_invoice: billNothing(account, subscription) }),
  };
};

/** A trial that begins is billed by an invoice of nothing. */
const billNothing = (account: StripeAccount, subscription: Subscription): string => {
  const now = account.now();
  const draft = draftInvoice(account, {
    customer: account.find('customers', subscription.customer),
    subscription,
    lines: [],
    discounts: [],
    reason: 'subscription_update',
    period: { start: now, end: now },
    currency: subscription.currency,
    metadata: {},
    finalizesAt: null,
  });
  return payInvoice(account, finalizeInvoice(account, draft, 'one_time'), undefined).id;
};
