import * as z from 'zod/mini';
import { instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';

export const programType = z.enum(['debate_club', 'tournaments', 'bootcamps']);

/** A product with its prices. Price ids are the payment provider's. */
export const program = z.object({
  id: uuid(),
  type: programType,
  name: z.string(),
  description: z.string(),
  priceMonthly: z.nullable(cents),
  priceAnnual: z.nullable(cents),
  stripePriceIdMonthly: z.nullable(z.string()),
  stripePriceIdAnnual: z.nullable(z.string()),
  /** The price of a product that is paid once: a bootcamp seat, a tournament entry. */
  priceOnce: z.nullable(cents),
  stripePriceIdOnce: z.nullable(z.string()),
  benefits: z.array(z.string()),
});
export type Program = z.output<typeof program>;

/** A card. `expires_at` is the end of its last month, in UTC: `2030-01-01T00:00:00.000Z` for 12/2029. */
export const paymentCard = z.object({ last4: z.string(), expires_at: instant() });
export type PaymentCard = z.output<typeof paymentCard>;

/**
 * The subscription as a member sees it. `status` is `active`, `cancelled` (also until the paid period ends),
 * `past_due`, `paused` (once the pause has begun), or another one.
 */
export const subscriptionDetails = z.object({
  status: z.string(),
  interval: z.enum(['month', 'year']),
  amount: cents,
  current_period_end: instant(),
  created: instant(),
  cancel_at_period_end: z.boolean(),
  /** When access ends without a further payment: set for a cancelled and for a past-due subscription. */
  access_until: z.nullable(instant()),
  /** When it ended; null while it has not. Left out by older revisions. */
  ended_at: z.optional(z.nullable(instant())),
  /** The card that pays it; null for another way to pay, and once it has ended. Left out by older revisions. */
  card: z.optional(z.nullable(paymentCard)),
  /**
   * Its pause, to come or running: no charge from `from` on, and the next one at `until`; null without one. Left out by older
   * revisions.
   */
  pause: z.optional(z.nullable(z.object({ from: instant(), until: instant(), has_begun: z.boolean() }))),
  /** The discount that keeps it, and when it ends; null without one. Left out by older revisions. */
  discount: z.optional(z.nullable(z.object({ percent: z.number(), until: instant() }))),
});
export type SubscriptionDetails = z.output<typeof subscriptionDetails>;

export const paymentStatus = z.enum(['succeeded', 'pending', 'failed', 'refunded', 'disputed']);

export const payment = z.object({
  id: uuid(),
  status: paymentStatus,
  interval: z.nullable(z.enum(['month', 'year'])),
  created: instant(),
  /** The amount charged. */
  amount: cents,
  amountRefunded: cents,
  /** The event of a single payment; missing for a membership. */
  title: z.nullable(z.string()),
  /**
   * The invoice of a membership, or the receipt of a single payment. For an account set up by a payment, missing until
   * its mailbox is verified.
   */
  invoice_url: z.nullable(z.string()),
});
export type Payment = z.output<typeof payment>;

/** The status of a checkout, with the values that the success page needs to report a conversion. */
export const checkoutOutcome = z.object({
  /**
   * `processing`: a membership's checkout is complete, and the bank has not sent the money yet. `refunded`: paid and
   * refunded in full. `ended`: paid, and the membership or registration has ended since, or was removed.
   */
  status: z.enum(['open', 'processing', 'complete', 'refunded', 'ended', 'expired']),
  /**
   * Why a membership's checkout is `expired` although it was completed with a bank debit: the bank refused the debit,
   * or the membership was cancelled before the bank answered. Left out by older revisions.
   */
  unpaidBecause: z.optional(z.enum(['bank_refused', 'cancelled'])),
  plan: z.nullable(plan()),
  amount: cents,
  customerEmail: z.nullable(z.string()),
  /** Whether an account with a password exists for the paying email address, so that the page can offer to log in. */
  hasAccount: z.boolean(),
});
export type CheckoutOutcome = z.output<typeof checkoutOutcome>;

/** The status of a membership as billing publishes it. Access follows from `access` alone. */
export const membershipStatus = z.enum(['pending', 'active', 'past_due', 'paused', 'cancelled']);

/** A membership as billing published it last. */
export const membership = z.object({
  subscriptionId: z.string(),
  customerId: z.string(),
  userId: z.nullable(uuid()),
  /** Empty, like the names, once the person has deleted the account. */
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

/** Why a payment for a registration is not accepted. `rules`: it holds nothing by now, and the rules of a new entry refuse it. */
export const paymentRefusal = z.enum(['over', 'full', 'rules', 'withdrawn', 'free']);
export type PaymentRefusal = z.output<typeof paymentRefusal>;

export * from './admin-model.ts';
export * from './discount-type.ts';
