import * as z from 'zod/mini';
import { instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';

export const programType = z.enum(['debate_club', 'tournaments', 'bootcamps']);

/** Something that is sold, with its prices. Price ids are the payment provider's. */
export const program = z.object({
  id: uuid(),
  type: programType,
  name: z.string(),
  description: z.string(),
  priceMonthly: z.nullable(cents),
  priceAnnual: z.nullable(cents),
  stripePriceIdMonthly: z.nullable(z.string()),
  stripePriceIdAnnual: z.nullable(z.string()),
  /** Of what is paid once: a bootcamp seat, a tournament entry. */
  priceOnce: z.nullable(cents),
  stripePriceIdOnce: z.nullable(z.string()),
  benefits: z.array(z.string()),
});
export type Program = z.output<typeof program>;

/** What a member sees of the subscription: `active`, `cancelled` (also while it runs out), `past_due`, or something else. */
export const subscriptionDetails = z.object({
  status: z.string(),
  interval: z.enum(['month', 'year']),
  amount: cents,
  current_period_end: instant(),
  created: instant(),
  cancel_at_period_end: z.boolean(),
  /** Until when the member area stays open with nothing more paid: while it runs out, and while it is past due. */
  access_until: z.nullable(instant()),
  /** When it ended; null while it has not. An older revision leaves it out. */
  ended_at: z.optional(z.nullable(instant())),
});
export type SubscriptionDetails = z.output<typeof subscriptionDetails>;

export const paymentStatus = z.enum(['succeeded', 'pending', 'failed', 'refunded', 'disputed']);

export const payment = z.object({
  id: uuid(),
  status: paymentStatus,
  interval: z.nullable(z.enum(['month', 'year'])),
  created: instant(),
  /** What was really charged. */
  amount: cents,
  amountRefunded: cents,
  /** The event of a single payment; missing for a membership. */
  title: z.nullable(z.string()),
  /** The invoice of a membership, or the receipt of a single payment. Missing until the mailbox of an account that a payment set up is verified. */
  invoice_url: z.nullable(z.string()),
});
export type Payment = z.output<typeof payment>;

/** Where a checkout stands, and what the success page needs to report a conversion. */
export const checkoutOutcome = z.object({
  /**
   * `processing`: a membership's, completed, and the bank has not sent the money yet. `refunded`: paid, and all of it was refunded. `ended`: paid,
   * and what it paid for has ended since, or was removed.
   */
  status: z.enum(['open', 'processing', 'complete', 'refunded', 'ended', 'expired']),
  /**
   * Why a membership's page is `expired` that was completed with a bank debit: the bank refused it, or the membership was cancelled before
   * the bank answered. Left out by revisions that did not say it.
   */
  unpaidBecause: z.optional(z.enum(['bank_refused', 'cancelled'])),
  plan: z.nullable(plan()),
  amount: cents,
  customerEmail: z.nullable(z.string()),
  /** Whether an account with a password exists for the paying address, so that the page can offer to log in. */
  hasAccount: z.boolean(),
});
export type CheckoutOutcome = z.output<typeof checkoutOutcome>;

/** The state of a membership as billing tells it to others. Access follows from `access` alone. */
export const membershipStatus = z.enum(['pending', 'active', 'past_due', 'paused', 'cancelled']);

/** A membership as it was last told to others. */
export const membership = z.object({
  subscriptionId: z.string(),
  customerId: z.string(),
  userId: z.nullable(uuid()),
  /** Empty, as the names are, once the person behind it deleted their account. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  version: z.number(),
  status: membershipStatus,
  access: z.boolean(),
  plan: plan(),
  amount: cents,
  startedAt: instant(),
  currentPeriodEnd: instant(),
  cancelAtPeriodEnd: z.boolean(),
  /** The referral code with which the person joined; null without one. Left out by revisions that did not publish it. */
  referralCode: z.optional(z.nullable(z.string())),
});
export type Membership = z.output<typeof membership>;

export * from './admin-model.ts';
export * from './discount-type.ts';
