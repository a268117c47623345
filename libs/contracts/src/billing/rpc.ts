import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, plan, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { person, personData } from '../person-data.ts';
import { knownCustomer, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import {
  checkoutOutcome,
  discountType,
  membership,
  payment,
  program,
  programType,
  promoCode,
  reconciliation,
  subscriptionDetails,
} from './model.ts';
import { cancellationReason } from './cancellation.ts';
import { acceptedQuote, planSwitchQuote } from './plan-switch.ts';
import { pauseEndQuote, pauseMonths, pauseOffer } from './pause.ts';

export const listPrograms = rpc({
  name: 'billing.list-programs.v1',
  input: z.object({}),
  output: z.array(program),
});

/** The plan of a membership, by its name, by one of our price ids, or by both. */
const membershipOrder = z.object({ plan: z.optional(plan()), priceId: z.optional(z.string()) });

/**
 * Checks the order of a person who has no account yet: `price_unknown` for a price id that is not ours,
 * `price_plan_mismatch` where plan and price id differ, and `promo_invalid`. Reserves nothing.
 */
export const checkMembershipOrder = rpc({
  name: 'billing.check-membership-order.v1',
  input: z.extend(membershipOrder, { promoCode: z.nullable(z.string()), email: z.string() }),
  output: z.object({}),
});

/**
 * Opens a membership checkout, of an account or for the mailbox of a guest. An open one is answered again only to the
 * account, or the guest's browser, that opened it. Refuses prices as {@link checkMembershipOrder}; `address_refused` where
 * a guest names the mailbox of a deactivated account; `membership_exists` where the account, or the mailbox, has a live
 * membership; `payment_due` where the account's is past due and closed. Publishes `billing.membership-sought.v1` where
 * a guest asks for the mailbox of a member. Nothing is charged before the person pays on the provider's page.
 */
export const openMembershipCheckout = rpc({
  name: 'billing.open-membership-checkout.v1',
  input: z.extend(membershipOrder, {
    /** Null where a guest pays before there is an account. */
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    /** Reduces the first payment; `promo_invalid` where it cannot be used. */
    promoCode: z.nullable(z.string()),
    /**
     * The account that referred this person; kept until the first payment. `referral_invalid` where it is the person's
     * own. Not kept where the sessions of `sessionVersion` have ended.
     */
    referral: z.nullable(z.object({ referrerId: uuid(), code: z.string(), sessionVersion: z.optional(z.number()) })),
    /** Chosen by the browser of a guest, so that the same browser continues or replaces the checkout that it opened. */
    attemptKey: z.nullable(z.string()),
    /**
     * Opens a page for a guest although the mailbox has a live membership, so that the answer does not reveal it; a
     * second membership that is paid is refunded.
     */
    hidesMembership: z.optional(z.boolean()),
    successUrl: z.string(),
    cancelUrl: z.string(),
  }),
  output: z.object({ checkoutUrl: z.string() }),
  timeoutMs: 20_000,
});

/**
 * Opens a checkout, payable by card only, for a bootcamp seat or a tournament entry. `reference` is the id of its
 * registration. An open checkout of that reference is answered again; an expired one is followed by a new one.
 * `purchase_exists` once it is paid, `in_progress` while its holder has a page open. Billing publishes the outcome as
 * `billing.purchase-changed.v1`.
 */
export const openPurchaseCheckout = rpc({
  name: 'billing.open-purchase-checkout.v1',
  input: z.object({
    product: z.enum(['bootcamps', 'tournaments']),
    reference: uuid(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** The name of the purchase on the checkout page. */
    title: z.string(),
    /** When its event begins. */
    beginsAt: z.optional(z.nullable(instant())),
    /** The price that registrations decided, which may be higher than the program's; the program's where it is null. */
    amount: z.nullable(cents),
    /** When the page ends at the latest; it ends about half an hour after it was opened where that is sooner. */
    payBy: z.optional(z.nullable(instant())),
    promoCode: z.nullable(z.string()),
    /** Opens the page at the full price, instead of throwing `promo_invalid`, where the code has ended. */
    ignoresEndedCode: z.optional(z.boolean()),
    /** The account whose open page no other caller may close. */
    holderId: z.optional(uuid()),
    successUrl: z.string(),
    cancelUrl: z.string(),
  }),
  output: z.object({ checkoutUrl: z.string() }),
  timeoutMs: 20_000,
});

/** Closes the open payment page of a registration, if there is one. Idempotent. Throws `purchase_exists` once it is paid. */
export const closePurchaseCheckout = rpc({
  name: 'billing.close-purchase-checkout.v1',
  input: z.object({ reference: uuid() }),
  output: z.object({}),
});

/**
 * The discount of a promo code on a price now; `promo_invalid` also for a person who has used it. Reserves nothing.
 */
export const checkPromoCode = rpc({
  name: 'billing.check-promo-code.v1',
  input: z.object({
    code: z.string(),
    product: programType,
    amount: cents,
    /** The person who is about to use it. */
    user: z.object({ userId: z.nullable(z.uuid()), email: z.string() }),
    /** The registration that is to be paid for, whose checkout refuses a code while another page of the person holds it. */
    reference: z.optional(uuid()),
    /** Answers null, instead of throwing `promo_invalid`, where the code has ended. */
    ignoresEndedCode: z.optional(z.boolean()),
  }),
  output: z.object({ amountOff: z.nullable(cents) }),
});

/** The same for a price id; `valid` is false instead of an error, `price_unknown` for an id that is not ours. */
export const validatePromo = rpc({
  name: 'billing.validate-promo.v1',
  input: z.object({ code: z.string(), priceId: z.string() }),
  output: z.object({
    valid: z.boolean(),
    discount: z.optional(z.number()),
    discountType: z.optional(discountType),
    amountOff: z.optional(cents),
  }),
});

/** The codes that are not archived, used-up ones included; or the archived ones. Newest first. */
export const listPromoCodes = rpc({
  name: 'billing.list-promo-codes.v1',
  input: z.object({ archived: z.optional(z.boolean()) }),
  output: z.array(promoCode),
});

/** `promo_code_taken` while a code of that name is not archived. */
export const createPromoCode = rpc({
  name: 'billing.create-promo-code.v1',
  permission: 'promo-codes:write',
  input: z.object({
    code: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    discountType,
    discountValue: z.number(),
    minimumAmount: z.nullable(cents),
    maxUses: z.nullable(z.number()),
    validUntil: z.nullable(instant()),
    applicableProducts: z.array(programType),
    by: actor,
  }),
  output: promoCode,
});

/**
 * Removes a code that opened no payment page, and archives any other; `isPaidWith` where a payment used it. `not_found`
 * for a code that does not exist or is not listed.
 */
export const deletePromoCode = rpc({
  name: 'billing.delete-promo-code.v1',
  permission: 'promo-codes:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ code: z.string(), archived: z.boolean(), isPaidWith: z.optional(z.boolean()) }),
});

/** How many friends an account referred, and the credit that both sides received. */
export const getReferralSummary = rpc({
  name: 'billing.get-referral-summary.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ totalReferrals: z.number(), completedReferrals: z.number(), totalCredits: cents }),
});

/**
 * Cancels the membership at the end of its period, which `accessUntil` gives. A past-due one ends immediately, without
 * a further charge, and `accessUntil` is null. Idempotent; `subscription_none` without a live one. The reason is stored once for a
 * cancellation.
 */
export const cancelSubscription = rpc({
  name: 'billing.cancel-subscription.v1',
  input: z.object({
    userId: uuid(),
    reason: z.optional(z.nullable(cancellationReason)),
    comment: z.optional(z.nullable(z.string())),
  }),
  /** `wasPending`: its first payment was still being processed. */
  output: z.object({ accessUntil: z.nullable(instant()), wasPending: z.boolean() }),
  timeoutMs: 20_000,
});

/** Reverts a cancellation while the period runs. Idempotent; `subscription_none` once it has ended. */
export const resumeSubscription = rpc({
  name: 'billing.resume-subscription.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ renewsAt: instant() }),
  timeoutMs: 20_000,
});

/**
 * Quotes the charge and the credit of a switch to another plan. Changes nothing. `subscription_none` without a live membership, `payment_due`
 * where it is past due, `payment_processing` while a bank processes its payment, `account_deactivated`, and `switch_refused` with the
 * reason where it is cancelled, renewing, discounted, arranged by staff or of that plan already.
 */
export const previewPlanSwitch = rpc({
  name: 'billing.preview-plan-switch.v1',
  input: z.object({ userId: uuid(), plan: plan() }),
  output: planSwitchQuote,
  timeoutMs: 20_000,
});

/**
 * Switches to another plan for the quoted amounts, charged immediately and once, however often this is repeated. Another quote for the plan
 * that the membership has by now is refused, too. Refuses as {@link previewPlanSwitch}; `switch_changed` where the provider would charge or credit
 * another amount, or the quote is too old, and `card_declined`: nothing is charged or changed then.
 */
export const switchPlan = rpc({
  name: 'billing.switch-plan.v1',
  input: z.extend(acceptedQuote, { userId: uuid() }),
  output: z.object({ nextChargeAt: instant() }),
  timeoutMs: 30_000,
});

/**
 * Offers the pauses of a membership. `subscription_none` without a live membership, `payment_due` where it is past due,
 * `payment_processing` while a bank processes its payment, `account_deactivated`, and `pause_refused` with the reason where it is annual,
 * cancelled, renewing, arranged by staff or paused already.
 */
export const previewPause = rpc({
  name: 'billing.preview-pause.v1',
  input: z.object({ userId: uuid() }),
  output: pauseOffer,
  timeoutMs: 20_000,
});

/**
 * Pauses a membership for so many months from the end of its paid period on. Refuses as {@link previewPause}; a repetition with the same
 * number of months changes nothing.
 */
export const pauseMembership = rpc({
  name: 'billing.pause-membership.v1',
  input: z.object({ userId: uuid(), months: pauseMonths }),
  output: z.object({ from: instant(), until: instant() }),
  timeoutMs: 20_000,
});

/** Quotes the charge that ends a pause now. Changes nothing. `subscription_none`, `account_deactivated`, and `pause_refused` without a pause. */
export const previewPauseEnd = rpc({
  name: 'billing.preview-pause-end.v1',
  input: z.object({ userId: uuid() }),
  output: pauseEndQuote,
  timeoutMs: 20_000,
});

/**
 * Ends a pause. One that has begun begins a new month, charged immediately for the quoted amount and once, however often this is
 * repeated. `pause_refused` without a pause. `price_changed` where the provider would charge another one, and `card_declined`: nothing is charged or changed then.
 */
export const endPause = rpc({
  name: 'billing.end-pause.v1',
  input: z.object({ userId: uuid(), amountDue: cents }),
  output: z.object({ nextChargeAt: instant() }),
  timeoutMs: 30_000,
});

/** Compares every membership at the provider with our records and repairs the differences. Idempotent. */
export const syncMemberships = rpc({
  name: 'billing.sync-memberships.v1',
  permission: 'registrations:write',
  input: z.object({ by: actor }),
  output: z.object({ checked: z.number(), repaired: z.number() }),
  timeoutMs: 120_000,
});

/**
 * Updates one member from the provider, also one that we did not know. `sync_mismatch` where the subscription is not
 * that customer's, or the customer has another email address; then nothing changes.
 */
export const syncMember = rpc({
  name: 'billing.sync-member.v1',
  permission: 'registrations:write',
  input: z.object({ email: z.string(), subscriptionId: z.string(), customerId: z.string(), by: actor }),
  output: z.object({ repaired: z.number() }),
  timeoutMs: 20_000,
});

/** Live memberships by id, after `after`; or those of one subscription. */
export const listMemberships = rpc({
  name: 'billing.list-memberships.v1',
  input: z.object({ after: z.nullable(z.string()), limit: z.number(), subscriptionId: z.nullable(z.string()) }),
  output: z.array(membership),
});

/** The latest reconciliations, newest first. */
export const listReconciliations = rpc({
  name: 'billing.list-reconciliations.v1',
  input: z.object({ limit: z.number() }),
  output: z.array(reconciliation),
});

/**
 * Reads a checkout from the provider, stores its state and answers what the caller may see of it: the account that holds
 * it all, another account no details of the person, and a caller without an account the email address for which the
 * page was opened. Idempotent. `checkout_unknown` for a session that is not ours.
 */
export const settleCheckout = rpc({
  name: 'billing.settle-checkout.v1',
  input: z.object({ sessionId: z.string(), caller: z.optional(z.object({ userId: uuid(), email: z.string() })) }),
  output: z.extend(checkoutOutcome, {
    /** The registration that a single payment is for; missing for a membership. */
    reference: z.optional(uuid()),
  }),
  timeoutMs: 20_000,
});

/**
 * The provider's customer that paid for a membership for this email address. `payment_processing` until the money has
 * arrived; `link_invalid` for any other session or email address.
 */
export const checkMembershipPayment = rpc({
  name: 'billing.check-membership-payment.v1',
  input: z.object({ sessionId: z.string(), email: z.string() }),
  output: z.object({ customerId: z.string() }),
  timeoutMs: 20_000,
});

export const getSubscription = rpc({
  name: 'billing.get-subscription.v1',
  input: z.object({ userId: uuid() }),
  output: z.nullable(subscriptionDetails),
});

export const listPayments = rpc({
  name: 'billing.list-payments.v1',
  input: z.object({ userId: uuid() }),
  output: z.array(payment),
});

export const openBillingPortal = rpc({
  name: 'billing.open-billing-portal.v1',
  input: z.object({ userId: uuid(), returnUrl: z.string() }),
  output: z.object({ url: z.string() }),
  timeoutMs: 20_000,
});

/**
 * Verifies the signature over the raw body and stores the event's id before it answers. A repetition gets the same answer.
 * Throws `signature_invalid` and `malformed_body`.
 */
export const receiveStripeEvent = rpc({
  name: 'billing.receive-stripe-event.v1',
  input: z.object({ payload: z.string(), signature: z.string() }),
  output: z.object({ received: z.boolean() }),
});

/** Everything that billing stores about a person. Every section is present, empty ones too. */
export const exportPerson = rpc({
  name: 'billing.export-person.v1',
  input: person,
  output: personData,
  timeoutMs: 10_000,
});

/** A page of billing's timeline of a person, and the summary of their payments and membership. */
export const readTimeline = rpc({
  name: 'billing.read-timeline.v1',
  input: timelineRequest,
  output: z.extend(timelinePart, { customer: z.nullable(knownCustomer) }),
});
