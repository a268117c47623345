import * as z from 'zod/mini';
import { event } from '../event.ts';
import { instant, plan, uuid } from '../fields.ts';
import { cents, signedCents } from '../cents.ts';
import { performedAction, claimMade } from '../identity/model.ts';
import { creditChange } from './credit.ts';
import { membership, paymentCard, paymentRefusal } from './model.ts';

/**
 * The state of a membership as of `version`, a number that grows with every change of that subscription. `access` says
 * whether the member area is open, `accessUntil` when access ends if nothing else happens.
 */
export const membershipChanged = event({
  name: 'billing.membership-changed.v1',
  payload: z.extend(membership, {
    /** The first charge; null while nothing is paid. Left out by revisions that did not publish it. */
    firstCharged: z.optional(z.nullable(cents)),
    /**
     * Staff corrected the email address of a guest after the welcome email. Left out otherwise, and by revisions that
     * did not publish it.
     */
    isEmailCorrected: z.optional(z.boolean()),
  }),
  subscribers: ['identity', 'registrations', 'messaging'],
});

/**
 * A membership ended immediately, most often without a request of the member. Published once each.
 * `duplicate`, `refused`: we ended it at the provider and refunded its charges, to keep to one membership for each
 * person and none for a deactivated account.
 * `replaced`: we ended it because staff added another one on purpose; the payment for the running period stays.
 * `refunded`: staff refunded the running period, or its bank reversed the payment.
 * `unpaid`: the provider ended it after the last failed attempt to charge a renewal.
 * `cancelled`: a payment was still due, and the member cancelled it, or staff ended it at the provider.
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
    /**
     * `refunded` because the bank decided a dispute for the cardholder. Left out otherwise, and by revisions that did
     * not publish it.
     */
    isDisputeLost: z.optional(z.boolean()),
  }),
  subscribers: ['messaging'],
});

/** A visitor who is not signed in asked to pay for a mailbox that has a live membership. Published each time. */
export const membershipSought = event({
  name: 'billing.membership-sought.v1',
  payload: z.object({ email: z.string(), soughtAt: instant() }),
  subscribers: ['messaging'],
});

/**
 * A membership was cancelled: by its member, who keeps access until the period ends, or by staff at the provider. Not
 * published where a deactivation stops the renewal. Once for each cancellation.
 */
export const membershipCancelled = event({
  name: 'billing.membership-cancelled.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** The membership's version; each cancellation has its own. */
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

/** Staff merged the mailbox that pays for a running membership into another person. Once for each membership and merge. */
export const membershipMoved = event({
  name: 'billing.membership-moved.v1',
  payload: z.object({
    mergeId: uuid(),
    subscriptionId: z.string(),
    email: z.string(),
    formerEmail: z.string(),
    firstName: z.string(),
    plan: plan(),
    /** Whether it goes to an account. */
    hasAccount: z.boolean(),
  }),
  subscribers: ['messaging'],
});

/**
 * A cancelled membership renews again: its member resumed it, here or in the provider's portal, or staff did at the
 * provider. Not published where a reactivation resumes a renewal that the deactivation stopped. Once for each
 * resumption.
 */
export const membershipResumed = event({
  name: 'billing.membership-resumed.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** The membership's version; each resumption has its own. */
    version: z.int(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/** A membership pauses at the end of its paid period. Once for each pause. */
export const membershipPaused = event({
  name: 'billing.membership-paused.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** The membership's version; each pause has its own. */
    version: z.int(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    /** Access ends then. */
    pausedFrom: instant(),
    /** When the next charge is due. */
    pausedUntil: instant(),
  }),
  subscribers: ['messaging'],
});

/** Staff moved the next charge of a membership to a later time. Once for each action. */
export const membershipExtended = event({
  name: 'billing.membership-extended.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** The action of staff. */
    actionId: uuid(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/** A member took the discount that was offered at a cancellation. Once for each discount. */
export const discountBegan = event({
  name: 'billing.discount-began.v1',
  payload: z.object({
    subscriptionId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and the discount. */
    price: cents,
    percent: z.int(),
    /** Of a period, before credit. */
    discountedPrice: cents,
    /** Charges before this instant are reduced. */
    until: instant(),
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * A pause is over, or was dropped before it began, and the membership goes on. Not published where it was cancelled or ended instead. Once
 * for each pause.
 */
export const membershipPauseEnded = event({
  name: 'billing.membership-pause-ended.v1',
  payload: z.object({
    subscriptionId: z.string(),
    /** The membership's version. */
    version: z.int(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    hadBegun: z.boolean(),
    /** The charge for the period that runs now; null where it is charged within the next hours, and where nothing is. */
    charged: z.nullable(cents),
    /** The end of the paid period, or of the one that is about to be charged. */
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

const payerNotified = z.object({
  subscriptionId: z.string(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plan: plan(),
});

/**
 * An annual membership is charged within the next 14 days. Once for each period; not for a cancelled one. Published again
 * where the date of the charge changes.
 */
export const renewalDue = event({
  name: 'billing.renewal-due.v1',
  payload: z.extend(payerNotified, {
    renewsAt: instant(),
    /** The price of the period, before credit and discounts. */
    price: cents,
    /** The charge, as Stripe's preview of the invoice says. */
    amount: cents,
    /** Null where it is paid in another way than by card. */
    card: z.nullable(paymentCard),
  }),
  subscribers: ['messaging'],
});

/**
 * The card that pays a membership expires within 30 days (`card_month`) or 7 days (`card_week`). Once each for a card
 * and its expiry; not for a cancelled membership. Of the two, only the latest is published.
 */
export const cardExpiring = event({
  name: 'billing.card-expiring.v1',
  payload: z.extend(payerNotified, {
    notice: z.enum(['card_month', 'card_week']),
    cardId: z.string(),
    card: paymentCard,
    /** When the membership renews. */
    renewsAt: instant(),
  }),
  subscribers: ['messaging'],
});

const claimOfCustomer = z.extend(claimMade(['customer'] as const), {
  /**
   * When the provider created the customer; for a guest's customer, when the guest paid. Left out by revisions that did not
   * publish it.
   */
  madeAt: z.optional(instant()),
});

/**
 * Customers without an account, each with the mailbox that it paid for. Identity grants them
 * (`identity.claims-granted.v1`) when the holder of that mailbox is known, now or later. Repeated until then; a
 * repetition changes nothing, unless staff corrected the email address.
 */
export const claimsMade = event({
  name: 'billing.claims-made.v1',
  payload: z.object({ claims: z.array(claimOfCustomer) }),
  subscribers: ['identity'],
});

/**
 * A single payment (a bootcamp seat, a tournament entry) as of `version`, which grows with every change of that
 * purchase. `reference` is the id of the registration that it pays for. `open`: its checkout can be paid; `expired`:
 * its checkout ended unpaid; `refunded`: it was refunded in full, which ends the registration. A partial refund leaves
 * it `paid`.
 */
export const purchaseChanged = event({
  name: 'billing.purchase-changed.v1',
  payload: z.object({
    purchaseId: uuid(),
    version: z.number(),
    product: z.enum(['bootcamps', 'tournaments']),
    reference: uuid(),
    status: z.enum(['open', 'paid', 'refunded', 'expired']),
    /** The amount charged; 0 until it is paid. */
    amountPaid: cents,
    /** With what staff returned as credit. */
    amountRefunded: cents,
    /** Null where staff recorded the payment, which the provider has nothing of. */
    sessionId: z.nullable(z.string()),
    paymentIntentId: z.nullable(z.string()),
    /** The mailbox that a guest pays for; null where an account pays. Left out by older revisions. */
    guestEmail: z.optional(z.nullable(z.string())),
    /** The bank of the cardholder has reclaimed it and has not decided yet. Left out by older revisions. */
    isDisputed: z.optional(z.boolean()),
  }),
  subscribers: ['registrations'],
});

/**
 * A single payment was refunded in full, because its seat or entry was no longer available, or after staff removed the
 * registration. Once for each purchase.
 */
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
    /** Whether staff had recorded it, and return the money themselves. Left out by older revisions. */
    isOffline: z.optional(z.boolean()),
  }),
  subscribers: ['messaging'],
});

/**
 * A renewal could not be charged; the provider retries automatically. Once for each failed attempt. Access continues
 * until `accessUntil`.
 */
export const paymentFailed = event({
  name: 'billing.payment-failed.v1',
  payload: z.object({
    invoiceId: z.string(),
    /** Counted from 1. */
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
 * A renewal, or a change of plan at the provider, was paid, by charge or by credit; once for each invoice. Not
 * published for the first payment, which `membership-changed` reports, nor for a payment found much later than it was
 * made (a provider's history that is read for the first time).
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
    /** `renewed` where it is missing, in events of revisions that did not publish it. */
    reason: z.optional(z.enum(['renewed', 'changed'])),
    /** The amount charged. */
    amount: cents,
    /** The price of the period, before credit and discounts. */
    price: cents,
    paidAt: instant(),
    currentPeriodEnd: instant(),
    renews: z.boolean(),
    /** The credit that is left then; missing in events of revisions that did not publish it. */
    creditLeft: z.optional(cents),
  }),
  subscribers: ['messaging'],
});

/** The member made the first payment of a membership, and the bank has not sent the money yet. Once for each subscription. */
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
 * The bank did not send the money of a membership's first payment: nothing was charged, and the membership has not
 * begun. Once for each subscription; not for a deactivated account.
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

/**
 * A cardholder's bank disputes a payment; staff respond at the provider. Once for each dispute, when we first see it
 * undecided.
 */
export const paymentDisputed = event({
  name: 'billing.payment-disputed.v1',
  payload: z.object({
    disputeId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** The title of the single payment; null for a membership. */
    title: z.nullable(z.string()),
    /** The disputed amount. */
    amount: cents,
  }),
  subscribers: ['messaging'],
});

/** Staff refunded a payment in the console, which ended neither a membership nor a registration. Once for each refund. */
export const staffRefunded = event({
  name: 'billing.staff-refunded.v1',
  payload: z.object({
    refundId: uuid(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Cents that were refunded now. */
    amount: cents,
    /** Cents of the payment. */
    paid: cents,
    paidAt: instant(),
    /** The name of what a single payment was for; null for a membership. */
    title: z.nullable(z.string()),
  }),
  subscribers: ['messaging'],
});

/** Staff gave credit to an account, or withdrew what was unspent. Once for each change. */
export const creditChanged = event({
  name: 'billing.credit-changed.v1',
  payload: z.object({
    changeId: uuid(),
    userId: uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    kind: creditChange.shape.kind,
    /** Cents that were given or withdrawn. */
    amount: cents,
    /** The credit since then; negative where a sum is owed. */
    balance: signedCents,
  }),
  subscribers: ['messaging'],
});

/** A payment arrived for a membership that had ended, and was refunded in full. Once for each invoice. */
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

/** The referral credit of an account, after withdrawals. `version` grows with every change. */
export const referralCreditsChanged = event({
  name: 'billing.referral-credits-changed.v1',
  payload: z.object({ userId: uuid(), version: z.number(), totalCredits: cents }),
  subscribers: ['identity'],
});

/**
 * Billing erased the holder of a deleted account, except records without a name that it must keep. Once for each event
 * that reports the deletion.
 */
export const personErased = event({
  name: 'billing.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** Billing moved everything of a merged mailbox, and claims it for the account of the other one. Once for each event that reports the merge. */
export const personMerged = event({
  name: 'billing.person-merged.v1',
  payload: z.object({ mergeId: uuid(), claims: z.array(claimOfCustomer) }),
  subscribers: ['identity'],
});

/** An administrator changed something in billing; published in the transaction of the change. Identity keeps the record. */
export const adminActed = event({
  name: 'billing.admin-acted.v1',
  payload: performedAction([
    'change_credit',
    'change_membership',
    'create_promo_code',
    'delete_promo_code',
    'set_cancellation_offer',
    'record_offline_payment',
    'refund_payment',
    'sync_all_registrations',
    'sync_registration',
    'undo_offline_payment',
    'correct_offline_payment',
  ]),
  subscribers: ['identity'],
});
