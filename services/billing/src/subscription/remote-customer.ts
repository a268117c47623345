import type Stripe from 'stripe';
import { fromUnix, idOf } from '../stripe/expandable.ts';

/*
 * What the provider says of a customer, and what follows from it. Pure.
 */

/** Everything of a customer that we keep something of. */
export interface RemoteCustomer {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly charges: readonly Stripe.Charge[];
  readonly disputes: readonly Stripe.Dispute[];
  /** The payment method that the person would pay with, where something of theirs is past due; else `null`. */
  readonly paymentMethodId: string | null;
}

/** How the person behind a customer stands, beside this customer. */
export interface Standing {
  /** Since when the account is deactivated. */
  readonly deactivatedAt: Date | null;
  /** When each subscription of this customer was first seen here. */
  readonly seenAt: ReadonlyMap<string, Date>;
  /** Invoices that were known here to be paid before this look. */
  readonly knownPaid: ReadonlySet<string>;
  /** Subscriptions of which nothing was given before this look, because their first payment was not known to have arrived. */
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

const isUnbegun = ({ metadata }: Stripe.Subscription): boolean => metadata[UNBEGUN_MARK] === 'yes';

/** What was paid with invoices that buy nothing. */
interface PaidBack {
  readonly chargeIds: readonly string[];
  readonly credits: readonly UsedCredit[];
}

/** What an invoice took from the balance of its customer. */
export interface UsedCredit {
  readonly invoiceId: string;
  /** Cents; negative, as credit is at the provider. Positive where a small debt was left on the balance. */
  readonly amount: number;
}

/** What is to be put right at the provider before anything is written. */
export type Correction =
  /** Ends at once; what it charged, and the credit that it used, is paid back first. */
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
  /** What is unpaid of a membership that has ended is not to be paid any more. */
  | { readonly kind: 'void-invoice'; readonly invoiceId: string }
  /** The provider goes on to collect a draft of a membership that has ended, unless it is asked not to. */
  | { readonly kind: 'keep-draft'; readonly invoiceId: string }
  /** It was paid all the same, after the end. */
  | ({ readonly kind: 'refund-late' } & PaidBack);

const ENDED = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired']);
const OVERDUE = new Set<Stripe.Subscription.Status>(['past_due', 'unpaid']);
const LIVE = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

export const intentOf = (invoice: Stripe.Invoice): string | null => {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = idOf(payment.payment_intent);
    if (intent !== null) return intent;
  }
  return null;
};

/** Cents that were refunded, or lost in a dispute, by payment intent. */
export const refundsByIntent = (
  charges: readonly Stripe.Charge[],
  disputes: readonly Stripe.Dispute[] = [],
): ReadonlyMap<string, number> => {
  const refunds = new Map<string, number>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    const lost = disputes
      .filter(({ charge: of, status }) => idOf(of) === charge.id && status === 'lost')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (intent !== null)
      refunds.set(intent, (refunds.get(intent) ?? 0) + Math.min(charge.amount, charge.amount_refunded + lost));
  }
  return refunds;
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const DECIDED = new Set<string>(['won', 'lost', 'warning_closed', 'prevented']);

export const isUndecided = ({ status }: Stripe.Dispute): boolean => !DECIDED.has(status);

/** Payment intents under a dispute that is not decided yet. */
export const disputedIntents = (disputes: readonly Stripe.Dispute[]): ReadonlySet<string> =>
  new Set(disputes.filter(isUndecided).flatMap(({ payment_intent: intent }) => idOf(intent) ?? []));

/** Whether staff made a subscription at the provider: those of our checkouts carry their checkout. */
export const isStaffMade = ({ metadata }: Stripe.Subscription): boolean => metadata['lectern_checkout'] === undefined;

const isBefore = (a: Contender, b: Contender): boolean =>
  a.since.getTime() === b.since.getTime() ? a.id < b.id : a.since < b.since;

/**
 * Which of a person's live subscriptions stays: the newest that staff added on purpose, else the first that was paid. Their ids decide between two of
 * the same second, so that every look, at whichever customer, decides alike.
 */
const keptOf = (live: readonly Contender[]): Contender | undefined => {
  const inOrder = [...live].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return inOrder.findLast(({ isStaffMade: isByStaff }) => isByStaff) ?? inOrder[0];
};

/**
 * Whether a subscription is refunded because of one that was paid for the same mailbox, verified or not: a mailbox pays once, and the first stays. What
 * staff added waits beside it until the mailbox is verified: it takes nothing from a person who may not get it.
 */
const isSecondOfMailbox = (own: Contender, isPaid: boolean, other: Contender | undefined): boolean => {
  if (other === undefined || own.isStaffMade) return false;
  return other.isStaffMade ? other.since < own.since : isBefore(other, own) || !isPaid;
};

/** The provider counts in whole seconds; within the same one, what was seen here before came before. */
const beganAfter = (instant: Date, startedAt: Date, seenAt: Date | undefined): boolean => {
  const second = Math.floor(instant.getTime() / 1_000) * 1_000;
  return startedAt.getTime() > second || (startedAt.getTime() === second && (seenAt === undefined || seenAt > instant));
};

export const isOverdue = ({ status }: Stripe.Subscription): boolean => OVERDUE.has(status);

/**
 * Whether an invoice was paid although its membership had ended before or never began, or for the period in which we ended it because the renewal
 * was not paid in time. Such a payment buys nothing. The provider counts in whole seconds: of that of the end, what was known here before was paid before.
 */
export const isPaidLate = (
  invoice: Stripe.Invoice,
  subscriptions: readonly Stripe.Subscription[],
  knownPaid: ReadonlySet<string>,
): boolean => {
  const subscription = subscriptions.find(({ id }) => id === subscriptionOf(invoice));
  const paidAt = invoice.status_transitions.paid_at;
  if (invoice.status !== 'paid' || invoice.amount_paid === 0 || paidAt === null || subscription?.ended_at == null)
    return false;
  const ending = endingOf(subscription);
  return (
    isUnbegun(subscription) ||
    paidAt > subscription.ended_at ||
    // What we ended as soon as it was paid was no late payment: its email is of that end.
    (paidAt === subscription.ended_at && !isPaidBack(subscription) && !knownPaid.has(invoice.id)) ||
    ((ending === 'stopped' || ending === 'unrenewed') && isRenewalOf(invoice, subscription))
  );
};

/** Where the provider's books break a rule of ours, for the subscriptions to our membership. */
export const correctionsOf = (
  remote: RemoteCustomer,
  isOurs: (subscription: Stripe.Subscription) => boolean,
  standing: Standing,
): Correction[] => {
  const live = remote.subscriptions.filter((subscription) => LIVE.has(subscription.status) && isOurs(subscription));
  const isRefused = ({ since, seenAt }: Contender): boolean =>
    standing.deactivatedAt !== null && beganAfter(standing.deactivatedAt, since, seenAt);
  const contenders = new Map(
    live.map((subscription) => [
      subscription.id,
      {
        id: subscription.id,
        since: sinceOf(remote, subscription),
        isStaffMade: isStaffMade(subscription),
        seenAt: standing.seenAt.get(subscription.id),
      },
    ]),
  );
  // What does not stay itself takes nothing from what was paid: a payment on its way, perhaps a stranger's, one that was refunded or is to be.
  const own = live
    .filter(
      (subscription) => firstPaymentOf(remote, subscription) === null && !isRunningPeriodRefunded(remote, subscription),
    )
    .map(({ id }) => contenders.get(id)!);
  const kept = keptOf([...own, ...standing.elsewhere].filter((contender) => !isRefused(contender)));
  const ofMailbox = keptOf(standing.ofSameMailbox);
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
    if (isSecondOfMailbox(contender, firstPaymentOf(remote, subscription) === null, ofMailbox)) return end('duplicate');
    if (isRunningPeriodRefunded(remote, subscription)) return [{ kind: 'end-refunded', subscriptionId: id }];
    if (firstPaymentOf(remote, subscription) === 'refused') return [{ kind: 'end-unpaid', subscriptionId: id }];
    if (standing.deactivatedAt !== null && isUnrenewed(remote, subscription, standing.deactivatedAt))
      return [{ kind: 'end-unrenewed', subscriptionId: id }];
    if (standing.deactivatedAt !== null)
      return subscription.cancel_at_period_end ? [] : [{ kind: 'renewal', subscriptionId: id, isStopped: true }];
    if (isOverdue(subscription)) return overduePaymentsOf(remote, subscription);
    return isStopped(subscription) ? [{ kind: 'renewal', subscriptionId: id, isStopped: false }] : [];
  });
  const ended = remote.subscriptions.filter((subscription) => ENDED.has(subscription.status) && isOurs(subscription));
  return [...ofLive, ...ended.flatMap((subscription) => leftoversOf(remote, subscription, standing))];
};

/** What is still open, or was paid too late, of a membership that has ended. */
const leftoversOf = (
  remote: RemoteCustomer,
  ended: Stripe.Subscription,
  { knownPaid, notBegun }: Standing,
): Correction[] => {
  const invoices = invoicesOf(remote, ended.id);
  if (
    notBegun.has(ended.id) &&
    !isUnbegun(ended) &&
    !isPaidBack(ended) &&
    invoices.every(({ id }) => !knownPaid.has(id)) &&
    invoices.some((invoice) => chargesOf(remote, invoice).some(isKeptOrComing))
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

/** Whether we ended a subscription and paid all of it back; what arrived between the two is left to be paid back. */
const isPaidBack = (ended: Stripe.Subscription): boolean => {
  const ending = endingOf(ended);
  return ending === 'duplicate' || ending === 'refused';
};

const isKeptOrComing = ({ status, refunded }: Stripe.Charge): boolean => status !== 'failed' && !refunded;

/** Why we ended a subscription, if it was us; `unpaid` if the provider did after the last failed try to charge a renewal. */
export const endingOf = ({ cancellation_details: details }: Stripe.Subscription): Ending | 'unpaid' | null => {
  const ours = (Object.keys(ENDINGS) as Ending[]).find((ending) => ENDINGS[ending] === details?.comment);
  return ours ?? (details?.reason === 'payment_failed' ? 'unpaid' : null);
};

/** Checkouts of ours whose membership was refused: their first payment bought nothing, and was paid back. */
export const refusedCheckoutsOf = (
  { subscriptions, invoices }: RemoteCustomer,
  knownPaid: ReadonlySet<string>,
): string[] =>
  subscriptions.flatMap((subscription) => {
    const checkoutId = subscription.metadata['lectern_checkout'];
    if (checkoutId === undefined || !ENDED.has(subscription.status)) return [];
    const isLate = invoices.some(
      (invoice) =>
        subscriptionOf(invoice) === subscription.id &&
        invoice.billing_reason === 'subscription_create' &&
        isPaidLate(invoice, [subscription], knownPaid),
    );
    return isPaidBack(subscription) || isLate ? [checkoutId] : [];
  });

/** Cents of a subscription's payments that were paid back. */
export const refundedOf = (remote: RemoteCustomer, subscriptionId: string): number => {
  const refunds = refundsByIntent(remote.charges);
  return remote.invoices
    .filter((invoice) => subscriptionOf(invoice) === subscriptionId)
    .reduce((sum, invoice) => sum + (refunds.get(intentOf(invoice) ?? '') ?? 0), 0);
};

/** Whether a bank decided a dispute of one of a subscription's payments for its cardholder. */
export const isDisputeLost = (remote: RemoteCustomer, subscriptionId: string): boolean => {
  const intents = new Set(invoicesOf(remote, subscriptionId).map(intentOf));
  return remote.disputes.some(
    ({ status, payment_intent: intent }) => status === 'lost' && idOf(intent) !== null && intents.has(idOf(intent)),
  );
};

const chargesOf = (remote: RemoteCustomer, invoice: Stripe.Invoice): Stripe.Charge[] => {
  const intent = intentOf(invoice);
  return intent === null ? [] : remote.charges.filter((charge) => idOf(charge.payment_intent) === intent);
};

const invoicesOf = (remote: RemoteCustomer, subscriptionId: string): Stripe.Invoice[] =>
  remote.invoices.filter((invoice) => subscriptionOf(invoice) === subscriptionId);

/** Where the first payment of a membership stands that was begun with a delayed payment method; `null` once it is paid. */
export const firstPaymentOf = (
  remote: RemoteCustomer,
  subscription: Stripe.Subscription,
): 'processing' | 'refused' | null => {
  const first = invoicesOf(remote, subscription.id).find((invoice) => invoice.billing_reason === 'subscription_create');
  const charges = first?.status === 'open' ? chargesOf(remote, first) : [];
  if (charges.some(({ status }) => status === 'pending')) return 'processing';
  return charges.some(({ status }) => status === 'failed') ? 'refused' : null;
};

/** Whether the first payment of a membership was refused by its bank, and none arrived since. */
export const isFirstPaymentFailed = (remote: RemoteCustomer, subscription: Stripe.Subscription): boolean => {
  const first = invoicesOf(remote, subscription.id).find((invoice) => invoice.billing_reason === 'subscription_create');
  const charges = first === undefined || first.status === 'paid' ? [] : chargesOf(remote, first);
  return charges.length > 0 && charges.every(({ status }) => status === 'failed');
};

/** When the first payment of a subscription arrived, else when it was made. `PaymentRepository.firstPaidAt` says the same of what we keep. */
const sinceOf = (remote: RemoteCustomer, subscription: Stripe.Subscription): Date => {
  const paid = invoicesOf(remote, subscription.id)
    .filter(({ status }) => status === 'paid')
    .map((invoice) => dateOf(invoice).getTime());
  return paid.length === 0 ? fromUnix(subscription.created) : new Date(Math.min(...paid));
};

/** Whether an invoice renews a subscription for the period that runs now, or ran when it ended. */
const isRenewalOf = (invoice: Stripe.Invoice, subscription: Stripe.Subscription): boolean => {
  const start = subscription.items.data[0]?.current_period_start;
  return (
    invoice.billing_reason === 'subscription_cycle' && invoice.lines.data.some(({ period }) => period.start === start)
  );
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

/** A charge tells which payment method was tried, so each is tried once. */
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

/**
 * Invoices that may have returned the credit that they used: the provider does so with voided ones, and we do with those of memberships that bought
 * nothing. Only the balance's entries tell.
 */
export const creditReturnedBy = (remote: RemoteCustomer): string[] => {
  const ended = new Set(remote.subscriptions.flatMap(({ id, status }) => (ENDED.has(status) ? [id] : [])));
  return remote.invoices
    .filter(({ starting_balance: before, ending_balance: after }) => after !== null && after !== before)
    .filter(
      (invoice) =>
        invoice.status === 'void' ||
        (invoice.status === 'paid' &&
          ended.has(subscriptionOf(invoice) ?? '') &&
          !chargesOf(remote, invoice).some(isKeptOrComing)),
    )
    .map(({ id }) => id);
};

/** The provider itself gives back what an invoice took from a balance when it is voided. */
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
      // What a bank has taken back, or may, cannot be refunded.
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

/** When an invoice was paid, or made if it was not. */
export const dateOf = (invoice: Stripe.Invoice): Date =>
  fromUnix(invoice.status_transitions.paid_at ?? invoice.created);
