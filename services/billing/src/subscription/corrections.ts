import type Stripe from 'stripe';
import { isEnding } from '../program/price.ts';
import { dateOf, fromUnix, idOf, intentOf } from '../stripe/expandable.ts';
import type { UsedCredit } from '../stripe/return-credits.ts';
import { isPaidLate, isRenewalOf } from './late-payments.ts';
import {
  chargesOf,
  ENDED,
  firstPaymentOf,
  invoicesOf,
  isPaidOrPending,
  isOverdue,
  refundsByIntent,
  type RemoteCustomer,
  subscriptionOf,
} from './remote-customer.ts';
import { type Ending, isPaidBack, isStaffMade, isStopped, isUnbegun } from './subscription-marks.ts';

/*
 * Where the provider's records break a rule of ours. Pure.
 */

/** The state of the person behind a customer, beside this customer. */
export interface LocalState {
  /** Since when the account is deactivated. */
  readonly deactivatedAt: Date | null;
  /** When each subscription of this customer was first seen here. */
  readonly seenAt: ReadonlyMap<string, Date>;
  /** Invoices that were known here to be paid before this sync. */
  readonly knownPaid: ReadonlySet<string>;
  /** Subscriptions that gave nothing before this sync, because their first payment was not known to have arrived. */
  readonly notBegun: ReadonlySet<string>;
  /** Live subscriptions that other customers of the account, or of the same unclaimed mailbox, pay for. */
  readonly elsewhere: readonly Contender[];
  /** Those of which only the mailbox is the same: paid for it beside what its account pays, and not granted to that, or the other way round. */
  readonly ofSameMailbox: readonly Contender[];
}

/** One of the live subscriptions of a person, who is to have one. */
export interface Contender {
  readonly id: string;
  /** When its first payment arrived; where nothing was charged yet, when it began. */
  readonly since: Date;
  readonly isStaffMade: boolean;
  /** When it was first seen here, if it was. */
  readonly seenAt: Date | undefined;
}

/** The payments and credits of invoices that buy nothing. */
interface PaidBack {
  readonly chargeIds: readonly string[];
  readonly credits: readonly UsedCredit[];
}

/** A correction to make at the provider before anything is written. */
export type Correction =
  /** Ends immediately; what it charged, and the credit that it used, is paid back first. */
  | ({ readonly kind: 'end'; readonly ending: Ending; readonly subscriptionId: string } & PaidBack)
  /** A deactivated account is not charged again, and is when it is reactivated. */
  | { readonly kind: 'renewal'; readonly subscriptionId: string; readonly isStopped: boolean }
  /** Refunds end what they paid for. */
  | { readonly kind: 'end-refunded'; readonly subscriptionId: string }
  /** The paid period of a membership is over, and its account is deactivated. */
  | { readonly kind: 'end-unrenewed'; readonly subscriptionId: string }
  /** The first payment of a membership never arrived. */
  | { readonly kind: 'end-unpaid'; readonly subscriptionId: string }
  /** A subscription ended before its membership began here: its payment buys nothing, also where it arrived at the provider before the end. */
  | { readonly kind: 'mark-unbegun'; readonly subscriptionId: string }
  /** A membership is past due and there is a payment method that was not tried yet. */
  | { readonly kind: 'pay-overdue'; readonly invoiceId: string; readonly paymentMethodId: string }
  /** Open invoices of a membership that has ended are not to be paid any more. */
  | { readonly kind: 'void-invoice'; readonly invoiceId: string }
  /** The provider goes on to collect a draft of a membership that has ended, unless it is asked not to. */
  | { readonly kind: 'keep-draft'; readonly invoiceId: string }
  /** It was paid all the same, after the end. */
  | ({ readonly kind: 'refund-late' } & PaidBack);

const LIVE = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

const isBefore = (a: Contender, b: Contender): boolean =>
  a.since.getTime() === b.since.getTime() ? a.id < b.id : a.since < b.since;

/**
 * Which of a person's live subscriptions stays: the newest that staff added on purpose, else the first that was paid. Their ids decide
 * between two of the same second, so that every sync, of whichever customer, decides alike.
 */
const keptOf = (live: readonly Contender[]): Contender | undefined => {
  const inOrder = [...live].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return inOrder.findLast(({ isStaffMade: isByStaff }) => isByStaff) ?? inOrder[0];
};

/**
 * Whether a subscription is refunded because of one that was paid for the same mailbox, verified or not: a mailbox pays once, and the first stays. What
 * staff added waits beside it until the mailbox is verified: it takes nothing from a person who may not get it.
 */
const isLaterOfMailbox = (own: Contender, isPaid: boolean, other: Contender | undefined): boolean => {
  if (other === undefined || own.isStaffMade) return false;
  return other.isStaffMade ? other.since < own.since : isBefore(other, own) || !isPaid;
};

/** The provider counts in whole seconds; within the same one, what was seen here before came before. */
const beganAfter = (instant: Date, startedAt: Date, seenAt: Date | undefined): boolean => {
  const second = Math.floor(instant.getTime() / 1_000) * 1_000;
  return startedAt.getTime() > second || (startedAt.getTime() === second && (seenAt === undefined || seenAt > instant));
};

/** Where the provider's records break a rule of ours, for the subscriptions to our membership. */
export const correctionsOf = (
  remote: RemoteCustomer,
  isOurs: (subscription: Stripe.Subscription) => boolean,
  local: LocalState,
): Correction[] => {
  const live = remote.subscriptions.filter((subscription) => LIVE.has(subscription.status) && isOurs(subscription));
  const isRefused = ({ since, seenAt }: Contender): boolean =>
    local.deactivatedAt !== null && beganAfter(local.deactivatedAt, since, seenAt);
  const contenders = new Map(
    live.map((subscription) => [
      subscription.id,
      {
        id: subscription.id,
        since: sinceOf(remote, subscription),
        isStaffMade: isStaffMade(subscription),
        seenAt: local.seenAt.get(subscription.id),
      },
    ]),
  );
  // A subscription that does not stay itself takes nothing from a paid one: its payment is on its way, perhaps a stranger's, or was
  // refunded or is to be.
  const selfSupporting = live
    .filter(
      (subscription) => firstPaymentOf(remote, subscription) === null && !isRunningPeriodRefunded(remote, subscription),
    )
    .map(({ id }) => contenders.get(id)!);
  const kept = keptOf([...selfSupporting, ...local.elsewhere].filter((contender) => !isRefused(contender)));
  const ofMailbox = keptOf(local.ofSameMailbox);
  const ofLive = live.flatMap((subscription): Correction[] => {
    const { id } = subscription;
    const contender = contenders.get(id)!;
    const end = (ending: Ending): Correction[] => [
      {
        kind: 'end',
        ending,
        subscriptionId: id,
        ...paidBackOf(remote, ending === 'replaced' ? [] : invoicesOf(remote, id)),
      },
    ];
    if (isRefused(contender)) return end('refused');
    if (kept !== undefined && kept.id !== id)
      return end(kept.isStaffMade && contender.since <= kept.since ? 'replaced' : 'duplicate');
    if (isLaterOfMailbox(contender, firstPaymentOf(remote, subscription) === null, ofMailbox)) return end('duplicate');
    if (isRunningPeriodRefunded(remote, subscription)) return [{ kind: 'end-refunded', subscriptionId: id }];
    if (firstPaymentOf(remote, subscription) === 'refused') return [{ kind: 'end-unpaid', subscriptionId: id }];
    if (local.deactivatedAt !== null && isUnrenewed(remote, subscription, local.deactivatedAt))
      return [{ kind: 'end-unrenewed', subscriptionId: id }];
    if (local.deactivatedAt !== null)
      return isEnding(subscription) ? [] : [{ kind: 'renewal', subscriptionId: id, isStopped: true }];
    const superseded = supersededOf(remote, subscription);
    if (superseded.length > 0) return superseded.map((invoice) => ({ kind: 'void-invoice', invoiceId: invoice.id }));
    if (isOverdue(subscription)) return overduePaymentsOf(remote, subscription);
    return isStopped(subscription) ? [{ kind: 'renewal', subscriptionId: id, isStopped: false }] : [];
  });
  const ended = remote.subscriptions.filter((subscription) => ENDED.has(subscription.status) && isOurs(subscription));
  return [...ofLive, ...ended.flatMap((subscription) => leftoversOf(remote, subscription, local))];
};

/** Corrections of invoices that are still open, or were paid too late, of a membership that has ended. */
const leftoversOf = (
  remote: RemoteCustomer,
  ended: Stripe.Subscription,
  { knownPaid, notBegun }: LocalState,
): Correction[] => {
  const invoices = invoicesOf(remote, ended.id);
  if (
    notBegun.has(ended.id) &&
    !isUnbegun(ended) &&
    !isPaidBack(ended) &&
    invoices.every(({ id }) => !knownPaid.has(id)) &&
    invoices.some((invoice) => chargesOf(remote, invoice).some(isPaidOrPending))
  )
    return [{ kind: 'mark-unbegun', subscriptionId: ended.id }];
  return invoices.flatMap((invoice): Correction[] => {
    if (invoice.status === 'draft') return invoice.auto_advance ? [{ kind: 'keep-draft', invoiceId: invoice.id }] : [];
    const isOpen = invoice.status === 'open' || invoice.status === 'uncollectible';
    // While the bank has not answered, its money may still come.
    if (isOpen)
      return chargesOf(remote, invoice).some(({ status }) => status === 'pending')
        ? []
        : [{ kind: 'void-invoice', invoiceId: invoice.id }];
    const paidBack = paidBackOf(
      remote,
      invoice.status === 'void' || isPaidBack(ended) || isPaidLate(invoice, [ended], knownPaid) ? [invoice] : [],
    );
    return paidBack.chargeIds.length > 0 ? [{ kind: 'refund-late', ...paidBack }] : [];
  });
};

/** When the first payment of a subscription arrived, else when it was made. `PaymentRepository.firstPaidAt` says the same of what we keep. */
const sinceOf = (remote: RemoteCustomer, subscription: Stripe.Subscription): Date => {
  const paid = invoicesOf(remote, subscription.id)
    .filter(({ status }) => status === 'paid')
    .map((invoice) => dateOf(invoice).getTime());
  return paid.length === 0 ? fromUnix(subscription.created) : new Date(Math.min(...paid));
};

/** Whether the period that runs now was not paid before an account was deactivated. A bank debit that is on its way is waited for. */
const isUnrenewed = (remote: RemoteCustomer, subscription: Stripe.Subscription, deactivatedAt: Date): boolean =>
  isOverdue(subscription) ||
  invoicesOf(remote, subscription.id).some((invoice) => {
    if (!isRenewalOf(invoice, subscription)) return false;
    if (invoice.status === 'open') return !chargesOf(remote, invoice).some(({ status }) => status === 'pending');
    const paidAt = invoice.status_transitions.paid_at;
    return (
      invoice.status === 'draft' ||
      (invoice.status === 'paid' && invoice.amount_paid > 0 && paidAt !== null && fromUnix(paidAt) > deactivatedAt)
    );
  });

/** Open invoices of a plan that was changed since: nobody gets for them what they name. A payment that is on its way may still pay them. */
const supersededOf = (remote: RemoteCustomer, subscription: Stripe.Subscription): Stripe.Invoice[] => {
  const current = new Set(subscription.items.data.map(({ price }) => price.id));
  return invoicesOf(remote, subscription.id).filter((invoice) => {
    const prices = invoice.lines.data.map(({ pricing }) => idOf(pricing?.price_details?.price));
    // An invoice that staff made without a price belongs to no former plan.
    const isOfFormerPlan = prices.length > 0 && prices.every((price) => price !== null && !current.has(price));
    return (
      isOfFormerPlan &&
      invoice.status === 'open' &&
      invoice.id !== idOf(subscription.latest_invoice) &&
      !chargesOf(remote, invoice).some(({ status }) => status === 'pending')
    );
  });
};

/** A charge shows which payment method was tried, so each is tried once. */
const overduePaymentsOf = (remote: RemoteCustomer, subscription: Stripe.Subscription): Correction[] =>
  invoicesOf(remote, subscription.id)
    .filter(({ status, attempted }) => status === 'open' && attempted)
    .flatMap((invoice): Correction[] => {
      const tried = new Set(chargesOf(remote, invoice).map((charge) => charge.payment_method));
      const untried = [idOf(subscription.default_payment_method), remote.paymentMethodId].find(
        (id) => id !== null && !tried.has(id),
      );
      return untried == null ? [] : [{ kind: 'pay-overdue', invoiceId: invoice.id, paymentMethodId: untried }];
    });

/** The provider itself returns to the balance the amount of an invoice that is voided. */
const paidBackOf = (remote: RemoteCustomer, invoices: readonly Stripe.Invoice[]): PaidBack => ({
  chargeIds: unrefundedChargesOf(remote, invoices),
  credits: invoices.flatMap(({ id: invoiceId, status, starting_balance: before, ending_balance: after }) =>
    status === 'paid' && after !== null && after !== before ? [{ invoiceId, amount: before - after }] : [],
  ),
});

const unrefundedChargesOf = (remote: RemoteCustomer, invoices: readonly Stripe.Invoice[]): string[] => {
  const intents = new Set(invoices.map(intentOf));
  return (
    remote.charges
      .filter((charge) => charge.paid && !charge.refunded && intents.has(idOf(charge.payment_intent)))
      // A payment that a bank has reclaimed, or may reclaim, cannot be refunded.
      .filter(
        (charge) =>
          !remote.disputes.some((dispute) => idOf(dispute.charge) === charge.id && !dispute.is_charge_refundable),
      )
      .map(({ id }) => id)
  );
};

/** Whether what was paid for the period that runs now was paid back in full (decisions, "Membership and payments"). */
const isRunningPeriodRefunded = (remote: RemoteCustomer, subscription: Stripe.Subscription): boolean => {
  const periodStart = subscription.items.data[0]?.current_period_start;
  const refunds = refundsByIntent(remote.charges, remote.disputes);
  return remote.invoices.some((invoice) => {
    if (subscriptionOf(invoice) !== subscription.id || invoice.status !== 'paid' || invoice.amount_paid === 0)
      return false;
    const intent = intentOf(invoice);
    const isRunning = invoice.lines.data.some((line) => line.period.start === periodStart);
    return isRunning && intent !== null && (refunds.get(intent) ?? 0) >= invoice.amount_paid;
  });
};
