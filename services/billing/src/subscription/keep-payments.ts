import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { latePaymentRefunded, membershipRenewed, paymentFailed } from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import type { Payment } from '../payment/payment.entity.ts';
import { isUnlisted, paymentOfInvoice } from '../payment/payment-of-invoice.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { type Difference, differencesOf } from '../stripe/difference.ts';
import { JudgeReferral } from '../referral/judge-referral.ts';
import { publishDisputes } from './disputes.ts';
import { isRecent } from './is-recent.ts';
import { graceEndsAt, LIVE_STATUSES } from './membership.ts';
import { creditReturnedBy, isPaidLate } from './late-payments.ts';
import type { RemoteCustomer } from './remote-customer.ts';
import type { Subscription } from './subscription.entity.ts';

/** Which invoices a member is emailed about once they are paid, and why. The first one's amount is in the welcome email. */
const REASONS_PUBLISHED = new Map<Stripe.Invoice['billing_reason'], 'renewed' | 'changed'>([
  ['subscription_cycle', 'renewed'],
  ['subscription_update', 'changed'],
]);

const PAYMENT_FIELDS = [
  'status',
  'amount',
  'amountRefunded',
  'isDisputed',
  'interval',
  'paymentIntentId',
  'attempts',
  'number',
  'periodStart',
  'periodEnd',
  'price',
  'unused',
  'discount',
  'credit',
  'paidAt',
] as const satisfies readonly (keyof Payment)[];

/** Stores the payments of a customer's memberships as the provider has them. */
@Injectable()
export class KeepPayments {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly judgeReferral: JudgeReferral,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the differences. Publishes failed, late, renewed and disputed payments, each once; neither failures nor renewals of a
   * deactivated account.
   */
  async execute(
    tx: Transaction,
    customer: Customer,
    remote: RemoteCustomer,
    subscriptions: ReadonlyMap<string, Subscription>,
    refunds: ReadonlyMap<string, number>,
    disputed: ReadonlySet<string>,
    knownPaid: ReadonlySet<string>,
    isDeactivated: boolean,
    wasPaused: ReadonlySet<string>,
  ): Promise<Difference[]> {
    const payments = remote.invoices.flatMap((invoice) => {
      const payment = paymentOfInvoice(invoice, customer.id, refunds, disputed);
      // Only our own memberships: the association may sell something else at the same provider.
      const subscription = payment === null ? undefined : subscriptions.get(payment.subscriptionId ?? '');
      if (payment === null || subscription === undefined) return [];
      return [
        {
          ...payment,
          reason: REASONS_PUBLISHED.get(invoice.billing_reason) ?? null,
          creditLeft: Math.max(0, -(invoice.ending_balance ?? 0)),
          isLate: isPaidLate(invoice, remote.subscriptions, knownPaid),
        },
      ];
    });
    const known = new Map((await this.payments.lockOf(tx, customer.id)).map((payment) => [payment.invoiceId, payment]));
    const changed = payments
      .map((payment) => ({ payment, before: known.get(payment.invoiceId) }))
      .map(({ payment, before }) => ({
        payment,
        before,
        differences: differencesOf<Omit<Payment, 'id' | 'customer' | 'knownAt'>, (typeof PAYMENT_FIELDS)[number]>(
          `payment ${payment.invoiceId}`,
          before,
          payment,
          PAYMENT_FIELDS,
          'status',
        ),
      }))
      .filter(({ differences }) => differences.length > 0);
    const unlisted = remote.invoices.flatMap((invoice) =>
      isUnlisted(invoice) && known.has(invoice.id) ? [invoice.id] : [],
    );
    await this.payments.remove(tx, unlisted);
    await this.payments.upsert(
      tx,
      changed.map(({ payment: { reason: _, isLate: __, creditLeft: ___, ...payment }, before }) => ({
        ...payment,
        knownAt: before?.knownAt ?? (['succeeded', 'refunded'].includes(payment.status) ? this.clock.now() : null),
      })),
    );
    for (const { payment, before } of changed) {
      const subscription = subscriptions.get(payment.subscriptionId ?? '');
      if (subscription === undefined) continue;
      if (!isDeactivated) await this.publishFailure(tx, customer, subscription, payment, before?.attempts ?? 0);
      if (payment.isDisputed && before?.isDisputed !== true)
        await publishDisputes(tx, customer, remote, payment.paymentIntentId, null);
      if (payment.isLate) await this.publishLateRefund(tx, customer, payment, before?.status);
      // The email about the end of a pause says what was charged for it.
      const endsPause = payment.reason === 'changed' && wasPaused.has(subscription.id);
      if (payment.reason !== null && !isDeactivated && !endsPause)
        await this.publishRenewal(tx, customer, subscription, payment, payment.reason, before?.status);
    }
    if (customer.userId !== null) {
      await this.judgeReferral.of(tx, customer.userId, payments);
      await this.judgeReferral.takeReturned(tx, customer.userId, creditReturnedBy(remote));
    }
    return changed.flatMap(({ differences }) => differences);
  }

  /** A renewal that could not be charged is published once for each try. The first payment is not: the checkout page shows its outcome. */
  private async publishFailure(
    tx: Transaction,
    customer: Customer,
    subscription: Subscription,
    payment: Omit<Payment, 'id' | 'customer' | 'knownAt'>,
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

  /** A payment for a membership that had ended is refunded, which is published once. */
  private async publishLateRefund(
    tx: Transaction,
    customer: Customer,
    payment: Omit<Payment, 'id' | 'customer' | 'knownAt'>,
    statusBefore: Payment['status'] | undefined,
  ): Promise<void> {
    const isHistory = statusBefore === undefined && !isRecent(payment.paidAt, this.clock.now());
    if (payment.status !== 'refunded' || statusBefore === 'refunded' || isHistory) return;
    const { invoiceId, amount } = payment;
    const { userId, email, firstName, lastName } = customer;
    await tx.publish(latePaymentRefunded, { invoiceId, userId, email, firstName, lastName, amount });
  }

  /** A renewal, or a change of plan, is published once: when it is first seen paid. Later it can only be refunded. */
  private async publishRenewal(
    tx: Transaction,
    customer: Customer,
    subscription: Subscription,
    payment: Omit<Payment, 'id' | 'customer' | 'knownAt'> & { readonly creditLeft: number },
    reason: 'renewed' | 'changed',
    statusBefore: Payment['status'] | undefined,
  ): Promise<void> {
    const isNewlyPaid = payment.status === 'succeeded' && statusBefore !== 'succeeded' && statusBefore !== 'refunded';
    if (!isNewlyPaid || !isRecent(payment.paidAt, this.clock.now())) return;
    await tx.publish(membershipRenewed, {
      invoiceId: payment.invoiceId,
      reason,
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
      creditLeft: payment.creditLeft,
    });
  }
}
