import { Injectable } from '@nestjs/common';
import type { Payment as PaymentAnswer, SubscriptionDetails } from '@lectern/contracts/billing/model';
import { getSubscription, listPayments } from '@lectern/contracts/billing/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { accessEndsAt, displayedStatus } from './membership.ts';
import { presentCard } from './present-card.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

const presentPause = ({ status, pausedFrom, pausedUntil }: Subscription): SubscriptionDetails['pause'] =>
  pausedFrom === null || pausedUntil === null
    ? null
    : { from: pausedFrom.toISOString(), until: pausedUntil.toISOString(), has_begun: status === 'paused' };

const presentDiscount = (
  { endedAt, discountPercent: percent, discountUntil: until }: Subscription,
  now: Date,
): SubscriptionDetails['discount'] =>
  percent === null || until === null || until <= now || endedAt !== null
    ? null
    : { percent, until: until.toISOString() };

/** The subscription of a member, as the member reads it. */
@Injectable()
export class SubscriptionQueries {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly payments: PaymentRepository,
    private readonly purchases: PurchaseRepository,
    private readonly clock: Clock,
  ) {}

  /** The live subscription, else the last one, else `null`. */
  @Handles(getSubscription)
  async details({ userId }: RpcInput<typeof getSubscription>): Promise<SubscriptionDetails | null> {
    const subscription = await this.subscriptions.leadingOfUser(userId);
    if (subscription === null) return null;
    return {
      status: displayedStatus(subscription.status, subscription.cancelAtPeriodEnd),
      interval: subscription.plan === 'monthly' ? 'month' : 'year',
      amount: subscription.amount,
      current_period_end: subscription.currentPeriodEnd.toISOString(),
      created: subscription.startedAt.toISOString(),
      cancel_at_period_end: subscription.cancelAtPeriodEnd,
      access_until: accessEndsAt(subscription)?.toISOString() ?? null,
      ended_at: subscription.endedAt?.toISOString() ?? null,
      card: presentCard(subscription),
      pause: presentPause(subscription),
      discount: presentDiscount(subscription, this.clock.now()),
    };
  }

  /** Newest first. */
  @Handles(listPayments)
  async paymentHistory({ userId }: RpcInput<typeof listPayments>): Promise<PaymentAnswer[]> {
    const customerIds = (await this.customers.ofUser(userId)).map(({ id }) => id);
    const renewals = (await this.payments.ofAny(customerIds)).map((payment) => ({
      id: payment.id,
      status: payment.isDisputed && payment.status === 'succeeded' ? ('disputed' as const) : payment.status,
      interval: payment.interval,
      created: payment.paidAt.toISOString(),
      amount: payment.amount,
      amountRefunded: payment.amountRefunded,
      title: null,
      invoice_url: payment.invoiceUrl,
    }));
    const singles = (await this.purchases.settledOf(customerIds)).map((purchase) => ({
      id: purchase.id,
      status:
        purchase.status === 'refunded'
          ? ('refunded' as const)
          : purchase.isDisputed
            ? ('disputed' as const)
            : ('succeeded' as const),
      interval: null,
      created: (purchase.paidAt ?? purchase.createdAt).toISOString(),
      amount: purchase.amountPaid,
      amountRefunded: purchase.amountRefunded,
      title: purchase.title,
      invoice_url: purchase.receiptUrl,
    }));
    return [...renewals, ...singles].sort((a, b) => b.created.localeCompare(a.created));
  }
}
