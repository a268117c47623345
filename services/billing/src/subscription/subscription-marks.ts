import type Stripe from 'stripe';

/*
 * Our marks on a subscription at the provider: who made it, and what we did to it. Pure.
 */

/** Why we ended a subscription; stands in its cancellation comment, which staff read at the provider. */
export const ENDINGS = {
  duplicate: 'Lectern: a second membership of one person, paid back',
  replaced: 'Lectern: replaced by the membership that staff added',
  refused: 'Lectern: paid for a deactivated account, paid back',
  refunded: 'Lectern: its running period was paid back',
  stopped: 'Lectern: not renewed, its account is deactivated',
  unrenewed: 'Lectern: cancelled before its renewal was paid',
} as const;

export type Ending = keyof typeof ENDINGS;

/** Marks a subscription that stops renewing because its account is deactivated. */
export const STOPPED_MARK = 'lectern_stopped_by';

/** Whether a subscription does not renew only because its account is deactivated. */
export const isStopped = ({ cancel_at_period_end: endsWithPeriod, metadata }: Stripe.Subscription): boolean =>
  endsWithPeriod && metadata[STOPPED_MARK] === 'deactivation';

/** Marks a subscription that ended before its membership began here. */
export const UNBEGUN_MARK = 'lectern_never_began';

export const isUnbegun = ({ metadata }: Stripe.Subscription): boolean => metadata[UNBEGUN_MARK] === 'yes';

/** Whether staff made a subscription at the provider: those of our checkouts carry their checkout. */
export const isStaffMade = ({ metadata }: Stripe.Subscription): boolean => metadata['lectern_checkout'] === undefined;

/** Whether we ended a subscription and paid all of it back; what arrived between the two is left to be paid back. */
export const isPaidBack = (ended: Stripe.Subscription): boolean => {
  const ending = endingOf(ended);
  return ending === 'duplicate' || ending === 'refused';
};

/** Why we ended a subscription, if it was us; `unpaid` if the provider did after the last failed try to charge a renewal. */
export const endingOf = ({ cancellation_details: details }: Stripe.Subscription): Ending | 'unpaid' | null => {
  const ours = (Object.keys(ENDINGS) as Ending[]).find((ending) => ENDINGS[ending] === details?.comment);
  return ours ?? (details?.reason === 'payment_failed' ? 'unpaid' : null);
};
