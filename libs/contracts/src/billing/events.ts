import * as z from 'zod/mini';
import { event } from '../event.ts';
import { instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';
import { performedAction, claimMade } from '../identity/model.ts';
import { paymentRefusal } from '../registrations/model.ts';
import { membership } from './model.ts';

/**
 * The state of somebody's membership as of `version` (a number that grows with every change of that subscription).
 * `access` says whether the member area is open, `accessUntil` when that ends if nothing else happens.
 */
export const membershipChanged = event({
  name: 'billing.membership-changed.v1',
  payload: z.extend(membership, {
    /** What was charged first; null where nothing was paid yet. Left out by revisions that did not publish it. */
    firstCharged: z.optional(z.nullable(cents)),
    /** Staff corrected the email address of a guest, who was welcomed at another one. Left out otherwise, and by revisions that did not publish it. */
    isEmailCorrected: z.optional(z.boolean()),
  }),
  subscribers: ['identity', 'registrations', 'messaging'],
});

/**
 * A membership ended immediately, most often without a request of the member. We ended it at the provider, to keep to one for each person and none for a deactivated
 * account: `duplicate` and `refused`: what it charged was paid back. `replaced`: staff added another one on purpose; what was paid for the
 * running period stays. `refunded`: staff refunded the running period, or a bank took it back. `unpaid`: the provider ended it after the last
 * failed try to charge a renewal. `cancelled`: it was to be paid still, and its member cancelled it, or staff ended it at the provider. Once each.
 */
export const membershipEnded = event({
  name: 'billing.membership-ended.v1',
  payload: z.object({
    subscriptionId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    reason: z.enum(['duplicate', 'replaced', 'refused', 'refunded', 'unpaid', 'cancelled']),
    amountRefunded: cents,
    /** `refunded` because the bank decided a dispute for its cardholder. Left out otherwise, and by revisions that did not publish it. */
    isDisputeLost: z.optional(z.boolean()),
  }),
  subscribers: ['messaging'],
});

/** Somebody who is not signed in asked to pay for a mailbox that has a live membership. Each time. */
export const membershipSought = event({
  name: 'billing.membership-sought.v1',
  payload: z.object({ email: z.string(), soughtAt: instant() }),
  subscribers: ['messaging'],
});

/**
 * A membership was cancelled, by its member, who stays until the period ends, or by staff at the provider. Not where a deactivation stops
 * the renewal. Once for each time it is cancelled.
 */
export const membershipCancelled = event({
  name: 'billing.membership-cancelled.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** Of the membership; each cancelling has its own. */
    version: z.int(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    accessUntil: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * A cancelled membership renews again, because its member resumed it, here or in the provider's portal, or staff did at the provider. Not
 * where a reactivation resumes what the deactivation stopped. Once for each time it is resumed.
 */
export const membershipResumed = event({
  name: 'billing.membership-resumed.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** Of the membership; each resumption has its own. */
    version: z.int(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** What a period costs, before credit and discounts. */
    price: cents,
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * Customers that no account has yet, each with the mailbox that it paid for. Identity grants them (`identity.claims-granted.v1`) when the
 * holder of that mailbox is known, now or later. Repeated until it is; a repetition changes nothing, unless staff corrected the email address.
 */
export const claimsMade = event({
  name: 'billing.claims-made.v1',
  payload: z.object({
    claims: z.array(
      z.extend(claimMade(['customer'] as const), {
        /** When the provider made the customer: for a guest's, when the guest paid. Left out by revisions that did not publish it. */
        madeAt: z.optional(instant()),
      }),
    ),
  }),
  subscribers: ['identity'],
});

/**
 * A single payment (a bootcamp seat, a tournament entry) as of `version`, which grows with every change of that purchase.
 * `reference` is the id of the registration that it pays for. `open`: its checkout can be paid; `expired`: it cannot any more
 * and was not paid; `refunded`: all of it was paid back, which ends what it paid for. A partial refund leaves it `paid`.
 */
export const purchaseChanged = event({
  name: 'billing.purchase-changed.v1',
  payload: z.object({
    purchaseId: uuid(),
    version: z.number(),
    product: z.enum(['bootcamps', 'tournaments']),
    reference: uuid(),
    status: z.enum(['open', 'paid', 'refunded', 'expired']),
    /** What was really charged; 0 until it was paid. */
    amountPaid: cents,
    amountRefunded: cents,
    sessionId: z.string(),
    paymentIntentId: z.nullable(z.string()),
    /** The mailbox that a guest pays for; null where an account pays. An older revision leaves it out. */
    guestEmail: z.optional(z.nullable(z.string())),
  }),
  subscribers: ['registrations'],
});

/** A single payment was paid back in full, because what it was for could not be given any more, or after staff removed that. Once for each purchase. */
export const paymentReturned = event({
  name: 'billing.payment-returned.v1',
  payload: z.object({
    purchaseId: uuid(),
    reason: paymentRefusal,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    title: z.string(),
    amount: cents,
  }),
  subscribers: ['messaging'],
});

/**
 * A renewal could not be charged; the provider tries again by itself. Once for each try that failed. Access goes on until
 * `accessUntil`.
 */
export const paymentFailed = event({
  name: 'billing.payment-failed.v1',
  payload: z.object({
    invoiceId: z.string(),
    /** From 1 on. */
    attempt: z.number(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    amount: cents,
    accessUntil: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * A renewal, or a change of the plan at the provider, was paid, by charge or by credit; once for each invoice. The first payment of a membership is told with the membership. What is
 * found paid much later than it was (a provider's history that is read for the first time) is not told.
 */
export const membershipRenewed = event({
  name: 'billing.membership-renewed.v1',
  payload: z.object({
    invoiceId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** Missing, from revisions that did not publish it: `renewed`. */
    reason: z.optional(z.enum(['renewed', 'changed'])),
    /** What was charged. */
    amount: cents,
    /** What the period costs, before credit and discounts. */
    price: cents,
    paidAt: instant(),
    currentPeriodEnd: instant(),
    renews: z.boolean(),
  }),
  subscribers: ['messaging'],
});

/** The first payment of a membership was made, and its bank has not sent the money yet. Once for each subscription. */
export const paymentPending = event({
  name: 'billing.payment-pending.v1',
  payload: z.object({
    subscriptionId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
  }),
  subscribers: ['messaging'],
});

/**
 * The first payment of a membership was made, and its bank did not send the money: nothing was charged, and the membership has not begun.
 * Once for each subscription; not for a deactivated account.
 */
export const firstPaymentFailed = event({
  name: 'billing.first-payment-failed.v1',
  payload: z.object({
    subscriptionId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
  }),
  subscribers: ['messaging'],
});

/** A cardholder's bank disputes a payment; it is answered at the provider. Once for each dispute, when it is first seen undecided. */
export const paymentDisputed = event({
  name: 'billing.payment-disputed.v1',
  payload: z.object({
    disputeId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** What was paid for; null for a membership. */
    title: z.nullable(z.string()),
    /** What the bank asks back. */
    amount: cents,
  }),
  subscribers: ['messaging'],
});

/** A payment arrived for a membership that had ended, and all of it was refunded. Once for each invoice. */
export const latePaymentRefunded = event({
  name: 'billing.late-payment-refunded.v1',
  payload: z.object({
    invoiceId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    amount: cents,
  }),
  subscribers: ['messaging'],
});

/** What an account has earned by referrals so far, after what was taken back. `version` grows with every change. */
export const referralCreditsChanged = event({
  name: 'billing.referral-credits-changed.v1',
  payload: z.object({ userId: uuid(), version: z.number(), totalCredits: cents }),
  subscribers: ['identity'],
});

/** Nothing of a deleted account's holder is left here but what the records need, without a name. Once for each telling of the deletion. */
export const personErased = event({
  name: 'billing.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** An administrator changed something here; published in the transaction of the change. The record of it is identity's. */
export const adminActed = event({
  name: 'billing.admin-acted.v1',
  payload: performedAction(['create_promo_code', 'delete_promo_code', 'sync_all_registrations', 'sync_registration']),
  subscribers: ['identity'],
});
