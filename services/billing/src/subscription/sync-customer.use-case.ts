import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { latePaymentRefunded, membershipRenewed, paymentDisputed, paymentFailed } from '@lectern/contracts/billing/events';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { syncDueCustomers } from '../customer/sync-due-customers.job-contract.ts';
import type { Payment } from '../payment/payment.entity.ts';
import { isUnlisted, paymentOfInvoice } from '../payment/payment-of-invoice.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { membershipItemOf, type MembershipMark, planOfPrice } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { moved } from '../purchase/purchase-status.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { type Difference, differencesOf } from '../reconciliation/difference.ts';
import { JudgeReferral } from '../referral/judge-referral.ts';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import { refund } from '../stripe/refund.ts';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { AnnounceMembership } from './announce-membership.ts';
import { publishCancellation, publishEnding, publishPending, publishResumption } from './endings.ts';
import { canBecome, graceEndsAt, hasAccess, LIVE_STATUSES, membershipStatusOf } from './membership.ts';
import {
  type Correction,
  correctionsOf,
  disputedIntents,
  ENDINGS,
  firstPaymentOf,
  isOverdue,
  isPaidLate,
  isStaffMade,
  isStopped,
  isUndecided,
  refundsByIntent,
  type RemoteCustomer,
  type Standing,
  STOPPED_MARK,
} from './remote-customer.ts';
import { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

/** More than this many rounds of corrections means that somebody else works against us; the next look goes on. */
const ROUNDS = 3;

/** What the provider refuses of a correction: somebody else did it since it was fetched, or the bank declined. The next fetch tells. */
const unlessOver = async (act: () => Promise<unknown>): Promise<void> => {
  await act().catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)) throw error;
  });
};

/** A renewal that was paid longer ago is history, of which nobody wants a receipt by mail. Longer than the provider repeats its events. */
const RENEWAL_IS_NEWS_MS = 7 * 86_400_000;

const SUBSCRIPTION_FIELDS = [
  'status', 'access', 'plan', 'amount', 'startedAt', 'currentPeriodStart', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'endedAt', 'isStaffMade', 'isStopped',
] as const satisfies readonly (keyof Subscription)[];

const PAYMENT_FIELDS = ['status', 'amount', 'amountRefunded', 'isDisputed', 'interval', 'paymentIntentId', 'attempts', 'paidAt'] as const satisfies readonly (keyof Payment)[];

/**
 * Brings what is known of a customer to what the provider says now: lock, fetch, write, announce. Webhooks, the success page,
 * administrators and reconciliation all come through here; none of them is trusted for more than the customer's id. It may
 * run at any time and any number of times and ends in the same state; facts are published for real changes only.
 *
 * Where the provider's own books break a rule (two live subscriptions of one person, a membership whose running period was
 * refunded), they are put right there first, and then fetched again.
 */
@Injectable()
export class SyncCustomer {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly programs: ProgramRepository,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    private readonly purchases: PurchaseRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly judgeReferral: JudgeReferral,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers what differed before; nothing for a customer that is not ours. */
  async execute(customerId: string): Promise<Difference[]> {
    return this.lock.hold(`customer:${customerId}`, async () => {
      const customer = await this.customers.findById(customerId);
      if (customer === null) {
        this.logger.info({ customerId }, 'Not a customer of this site');
        return [];
      }
      const mark = await this.programs.membershipMark();
      const standing = await this.standingOf(customer);
      const remote = await callingProvider(() => this.fetchCorrected(customerId, mark, standing)).catch((error: unknown) => {
        // Whom the provider does not know any more has nothing new.
        if (isMissing(error)) return null;
        throw error;
      });
      if (remote === null) return customer.erasedAt === null ? this.transactor.run((tx) => this.lose(tx, customerId)) : [];
      const differences = await this.transactor.run((tx) => this.write(tx, customerId, mark, remote));
      await this.wakeOthers(customerId, differences.length > 0);
      return differences;
    });
  }

  /** How the person behind a customer stands, beside it: the account, or the mailbox that a guest paid for. */
  private async standingOf(customer: Customer): Promise<Standing> {
    const { id, userId } = customer;
    const [account, own, beside] = await Promise.all([userId === null ? null : this.accounts.find(null, userId), this.subscriptions.of(id), this.subscriptions.liveBeside(customer)]);
    const paidAt = await this.payments.firstPaidAt(beside.map((subscription) => subscription.id));
    const elsewhere = beside.map((subscription) => ({ id: subscription.id, since: paidAt.get(subscription.id) ?? subscription.startedAt, isStaffMade: subscription.isStaffMade }));
    return { deactivatedAt: account?.deactivatedAt ?? null, seenAt: new Map(own.map((known) => [known.id, known.createdAt])), elsewhere };
  }

  /** The provider deleted a customer, and with it whatever it had: it ends here too. */
  private async lose(tx: Transaction, customerId: string): Promise<Difference[]> {
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null) return [];
    const now = this.clock.now();
    if (customer.lostAt === null) await this.customers.save(tx, { id: customerId, lostAt: now });
    const differences: Difference[] = [];
    for (const known of await this.subscriptions.lockOf(tx, customerId)) {
      if (known.status === 'cancelled') continue;
      const ended = Object.assign(new Subscription(), known, { status: 'cancelled', access: false, endedAt: now } satisfies Partial<Subscription>);
      differences.push(...(await this.keep(tx, customer, known, ended)));
    }
    return differences;
  }

  private async fetchCorrected(customerId: string, mark: MembershipMark, standing: Standing): Promise<RemoteCustomer> {
    const isOurs = (subscription: Stripe.Subscription): boolean => membershipItemOf(subscription, mark) !== null;
    for (let round = 1; ; round += 1) {
      const remote = await this.fetch(customerId);
      const corrections = correctionsOf(remote, isOurs, standing);
      if (corrections.length === 0 || round > ROUNDS) return remote;
      for (const correction of corrections) await this.correct(customerId, correction);
    }
  }

  private async fetch(customer: string): Promise<RemoteCustomer> {
    const { api } = this.stripe;
    const [subscriptions, invoices, charges] = await Promise.all([
      api.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
      api.invoices.list({ customer, limit: 100, expand: ['data.payments'] }).autoPagingToArray({ limit: 1_000 }),
      api.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    ]);
    const disputes: Stripe.Dispute[] = [];
    for (const { id } of charges.filter(({ disputed }) => disputed)) disputes.push(...(await api.disputes.list({ charge: id, limit: 100 })).data);
    const person = subscriptions.some(isOverdue) ? await api.customers.retrieve(customer) : null;
    const paymentMethodId = person === null || person.deleted === true ? null : idOf(person.invoice_settings.default_payment_method);
    return { subscriptions, invoices, charges, disputes, paymentMethodId };
  }

  /** Refunded first, ended then: if this stops in between, the subscription is still live and is found again. */
  private async correct(customerId: string, correction: Correction): Promise<void> {
    this.logger.warn({ customerId, ...correction }, 'The provider’s books are put right');
    const { api } = this.stripe;
    switch (correction.kind) {
      case 'end': {
        for (const charge of correction.chargeIds) await refund(this.stripe, { charge, reason: 'duplicate' }, `duplicate-${charge}`);
        const details = { comment: ENDINGS[correction.ending] };
        return unlessOver(() => api.subscriptions.cancel(correction.subscriptionId, { prorate: false, invoice_now: false, cancellation_details: details }));
      }
      case 'renewal': {
        const { isStopped: stops } = correction;
        const mark = { [STOPPED_MARK]: stops ? 'deactivation' : '' };
        return unlessOver(() => api.subscriptions.update(correction.subscriptionId, { cancel_at_period_end: stops, metadata: mark }));
      }
      case 'end-refunded':
      case 'end-unpaid': {
        const details = correction.kind === 'end-refunded' ? { cancellation_details: { comment: ENDINGS.refunded } } : {};
        return unlessOver(() => api.subscriptions.cancel(correction.subscriptionId, { prorate: false, invoice_now: false, ...details }));
      }
      case 'pay-overdue': {
        const { invoiceId, paymentMethodId } = correction;
        const options = { idempotencyKey: `overdue-${invoiceId}-${paymentMethodId}` };
        return unlessOver(() => api.invoices.pay(invoiceId, { payment_method: paymentMethodId, off_session: true }, options));
      }
      case 'void-invoice':
        return unlessOver(() => api.invoices.voidInvoice(correction.invoiceId));
      case 'refund-late':
        for (const charge of correction.chargeIds) await refund(this.stripe, { charge }, `late-${charge}`);
    }
  }

  private async write(tx: Transaction, customerId: string, mark: MembershipMark, remote: RemoteCustomer): Promise<Difference[]> {
    const customer = await this.customers.lockById(tx, customerId);
    if (customer === null) return [];
    const known = new Map((await this.subscriptions.lockOf(tx, customer.id)).map((subscription) => [subscription.id, subscription]));
    const told = remote.subscriptions
      .map((subscription) => this.subscriptionOf(subscription, customer.id, mark, remote))
      .filter((subscription) => subscription !== null);
    // Ended ones first: the database lets a person have one live subscription, and its successor may be in the same batch.
    told.sort((a, b) => Number(LIVE_STATUSES.includes(a.status)) - Number(LIVE_STATUSES.includes(b.status)));
    const differences: Difference[] = [];
    for (const subscription of told) differences.push(...(await this.keep(tx, customer, known.get(subscription.id), subscription)));
    for (const subscription of remote.subscriptions) await publishEnding(tx, customer, known.get(subscription.id), subscription, remote);
    for (const subscription of told) {
      await publishPending(tx, customer, known.get(subscription.id), subscription, remote);
      await publishCancellation(tx, customer, known.get(subscription.id), subscription);
      await publishResumption(tx, customer, known.get(subscription.id), subscription);
    }

    const refunds = refundsByIntent(remote.charges, remote.disputes);
    const disputed = disputedIntents(remote.disputes);
    const ours = new Map(told.map((subscription) => [subscription.id, subscription]));
    differences.push(...(await this.keepPayments(tx, customer, remote, ours, refunds, disputed)));
    differences.push(...(await this.keepPurchases(tx, customer, remote, refunds, disputed)));
    return differences;
  }

  /**
   * Two of a person's customers with a live subscription: the one that is to end is ended when its own customer is synced. Where something
   * changed, another of an account's customers may have credit that belongs here. In a transaction of its own, so that two that are synced
   * together never wait for each other's rows.
   */
  private async wakeOthers(customerId: string, hasChanged: boolean): Promise<void> {
    const customer = await this.customers.findById(customerId);
    if (customer === null || !(await this.subscriptions.of(customerId)).some(({ status }) => LIVE_STATUSES.includes(status))) return;
    const live = (await this.subscriptions.liveBeside(customer)).map((subscription) => subscription.customerId);
    const own = hasChanged && customer.userId !== null ? (await this.customers.servingOf(customer.userId)).map(({ id }) => id) : [];
    const others = [...new Set([...live, ...own])].filter((id) => id !== customerId);
    if (others.length === 0) return;
    await this.transactor.run(async (tx) => {
      await this.customers.makeSyncDue(tx, others, this.clock.now());
      tx.afterCommit(() => this.jobs.wake(syncDueCustomers, {}, { key: 'wake' }));
    });
  }

  /** The subscription as we keep it, or `null` when it is to something else. */
  private subscriptionOf(remote: Stripe.Subscription, customerId: string, mark: MembershipMark, all: RemoteCustomer): Subscription | null {
    const item = membershipItemOf(remote, mark);
    if (item === null) return null;
    // Nothing is paid yet, although the provider has it run already.
    const status = remote.ended_at === null && firstPaymentOf(all, remote) === 'processing' ? 'pending' : membershipStatusOf(remote.status);
    const currentPeriodStart = fromUnix(item.current_period_start);
    return Object.assign(new Subscription(), {
      id: remote.id,
      customerId,
      status,
      access: hasAccess(status, currentPeriodStart, this.clock.now()),
      plan: planOfPrice(item.price),
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      startedAt: fromUnix(remote.start_date),
      currentPeriodStart,
      currentPeriodEnd: fromUnix(item.current_period_end),
      cancelAtPeriodEnd: remote.cancel_at_period_end,
      isStaffMade: isStaffMade(remote),
      isStopped: isStopped(remote),
      endedAt: remote.ended_at === null ? null : fromUnix(remote.ended_at),
    } satisfies Omit<Subscription, 'customer' | 'version' | 'createdAt'>);
  }

  private async keep(tx: Transaction, customer: Customer, known: Subscription | undefined, told: Subscription): Promise<Difference[]> {
    const differences = differencesOf(`subscription ${told.id}`, known, told, SUBSCRIPTION_FIELDS, 'status');
    if (differences.length === 0) return [];
    if (known !== undefined && !canBecome(known.status, told.status)) {
      this.logger.warn({ subscriptionId: told.id, from: known.status, to: told.status }, 'A membership made a move that there is not');
    }
    const subscription = Object.assign(told, { version: (known?.version ?? 0) + 1, createdAt: known?.createdAt ?? this.clock.now() });
    await this.subscriptions.save(tx, subscription);
    await this.announceMembership.of(tx, customer, subscription);
    if (known !== undefined && known.cancelAtPeriodEnd !== subscription.cancelAtPeriodEnd) {
      await this.subscriptions.recordRenewalChange(tx, {
        customerId: customer.id,
        subscriptionId: subscription.id,
        change: subscription.cancelAtPeriodEnd ? 'cancelled' : 'resumed',
        periodEnd: subscription.currentPeriodEnd,
        at: this.clock.now(),
      });
    }
    return differences;
  }

  private async keepPayments(
    tx: Transaction,
    customer: Customer,
    remote: RemoteCustomer,
    subscriptions: ReadonlyMap<string, Subscription>,
    refunds: ReadonlyMap<string, number>,
    disputed: ReadonlySet<string>,
  ): Promise<Difference[]> {
    const payments = remote.invoices.flatMap((invoice) => {
      const payment = paymentOfInvoice(invoice, customer.id, refunds, disputed);
      // Only our own memberships: the association may sell something else at the same provider.
      const subscription = payment === null ? undefined : subscriptions.get(payment.subscriptionId ?? '');
      if (payment === null || subscription === undefined) return [];
      return [{ ...payment, isRenewal: invoice.billing_reason === 'subscription_cycle', isLate: isPaidLate(invoice, remote.subscriptions) }];
    });
    const known = new Map((await this.payments.lockOf(tx, customer.id)).map((payment) => [payment.invoiceId, payment]));
    const changed = payments
      .map((payment) => ({ payment, before: known.get(payment.invoiceId) }))
      .map(({ payment, before }) => ({
        payment,
        before,
        differences: differencesOf<Omit<Payment, 'id' | 'customer'>, (typeof PAYMENT_FIELDS)[number]>(`payment ${payment.invoiceId}`, before, payment, PAYMENT_FIELDS, 'status'),
      }))
      .filter(({ differences }) => differences.length > 0);
    const unlisted = remote.invoices.flatMap((invoice) => (isUnlisted(invoice) && known.has(invoice.id) ? [invoice.id] : []));
    await this.payments.remove(tx, unlisted);
    await this.payments.upsert(tx, changed.map(({ payment: { isRenewal: _, isLate: __, ...payment } }) => payment));
    for (const { payment, before } of changed) {
      const subscription = subscriptions.get(payment.subscriptionId ?? '');
      if (subscription === undefined) continue;
      await this.tellFailure(tx, customer, subscription, payment, before?.attempts ?? 0);
      if (payment.isDisputed && before?.isDisputed !== true) await this.publishDisputes(tx, customer, remote, payment.paymentIntentId, null);
      if (payment.isLate) await this.tellLateRefund(tx, customer, payment, before?.status);
      if (payment.isRenewal) await this.tellRenewal(tx, customer, subscription, payment, before?.status);
    }
    if (customer.userId !== null) await this.judgeReferral.of(tx, customer.userId, payments);
    return changed.flatMap(({ differences }) => differences);
  }

  /** A renewal that could not be charged is told once for each try. The first payment is made, or not, on the checkout page. */
  private async tellFailure(
    tx: Transaction,
    customer: Customer,
    subscription: Subscription,
    payment: Omit<Payment, 'id' | 'customer'>,
    attemptsBefore: number,
  ): Promise<void> {
    const isRenewal = payment.status === 'failed' && subscription.status === 'past_due';
    if (!isRenewal || payment.attempts <= attemptsBefore) return;
    await tx.publish(paymentFailed, {
      invoiceId: payment.invoiceId,
      attempt: payment.attempts,
      userId: customer.userId,
      email: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      plan: subscription.plan,
      amount: payment.amount,
      accessUntil: graceEndsAt(subscription.currentPeriodStart).toISOString(),
    });
  }

  /** The association answers a dispute at the provider, in time. An erased person's has no name or address. */
  private async publishDisputes(tx: Transaction, customer: Customer, remote: RemoteCustomer, intentId: string | null, title: string | null): Promise<void> {
    const { userId, email, firstName, lastName } = customer;
    for (const dispute of remote.disputes) {
      if (!isUndecided(dispute) || intentId === null || idOf(dispute.payment_intent) !== intentId) continue;
      await tx.publish(paymentDisputed, { disputeId: dispute.id, userId, email, firstName, lastName, title, amount: dispute.amount });
    }
  }

  /** A payment for a membership that had ended is refunded, which is told once. */
  private async tellLateRefund(tx: Transaction, customer: Customer, payment: Omit<Payment, 'id' | 'customer'>, statusBefore: Payment['status'] | undefined): Promise<void> {
    const isHistory = statusBefore === undefined && this.clock.now().getTime() - payment.paidAt.getTime() > RENEWAL_IS_NEWS_MS;
    if (payment.status !== 'refunded' || statusBefore === 'refunded' || isHistory) return;
    const { invoiceId, amount } = payment;
    const { userId, email, firstName, lastName } = customer;
    await tx.publish(latePaymentRefunded, { invoiceId, userId, email, firstName, lastName, amount });
  }

  /** A renewal that was paid is told once: when it is first seen paid. Later it is only ever paid back. */
  private async tellRenewal(
    tx: Transaction,
    customer: Customer,
    subscription: Subscription,
    payment: Omit<Payment, 'id' | 'customer'>,
    statusBefore: Payment['status'] | undefined,
  ): Promise<void> {
    const isNews = payment.status === 'succeeded' && statusBefore !== 'succeeded' && statusBefore !== 'refunded';
    if (!isNews || this.clock.now().getTime() - payment.paidAt.getTime() > RENEWAL_IS_NEWS_MS) return;
    await tx.publish(membershipRenewed, {
      invoiceId: payment.invoiceId,
      userId: customer.userId,
      email: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      plan: subscription.plan,
      amount: payment.amount,
      price: subscription.amount,
      paidAt: payment.paidAt.toISOString(),
      currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
      renews: LIVE_STATUSES.includes(subscription.status) && !subscription.cancelAtPeriodEnd,
    });
  }

  /** Refunds, disputes and receipts of single payments. */
  private async keepPurchases(
    tx: Transaction,
    customer: Customer,
    remote: RemoteCustomer,
    refunds: ReadonlyMap<string, number>,
    disputed: ReadonlySet<string>,
  ): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const purchase of await this.purchases.lockSettledOf(tx, customer.id)) {
      const refunded = purchase.paymentIntentId === null ? 0 : Math.min(purchase.amountPaid, refunds.get(purchase.paymentIntentId) ?? 0);
      const status = refunded > 0 && refunded >= purchase.amountPaid ? ('refunded' as const) : ('paid' as const);
      const isDisputed = purchase.paymentIntentId !== null && disputed.has(purchase.paymentIntentId);
      const charge = remote.charges.find(({ payment_intent: intent, paid }) => paid && purchase.paymentIntentId !== null && idOf(intent) === purchase.paymentIntentId);
      const told = moved(purchase, status, { amountRefunded: refunded, isDisputed, receiptUrl: charge?.receipt_url ?? purchase.receiptUrl });
      const found = differencesOf(`purchase ${purchase.paymentIntentId ?? purchase.id}`, purchase, told, ['status', 'amountRefunded', 'isDisputed', 'receiptUrl'], 'status');
      if (found.length === 0) continue;
      differences.push(...found);
      if (isDisputed && !purchase.isDisputed) await this.publishDisputes(tx, customer, remote, purchase.paymentIntentId, purchase.title);
      // Others are told of what it changes for them.
      if (told.status === purchase.status && told.amountRefunded === purchase.amountRefunded) await this.purchases.save(tx, told);
      else await this.purchases.saveAndTell(tx, told);
    }
    return differences;
  }
}
