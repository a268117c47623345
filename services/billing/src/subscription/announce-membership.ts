import { Injectable } from '@nestjs/common';
import type { Membership } from '@lectern/contracts/billing/model';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import type { Subscription } from './subscription.entity.ts';
import { PaymentRepository } from '../payment/payment.repository.ts';
import { ReferralRepository } from '../referral/referral.repository.ts';
import { SubscriptionRepository } from './subscription.repository.ts';

export const presentMembership = (
  customer: Customer,
  subscription: Subscription,
  referralCode: string | null,
): Membership => ({
  subscriptionId: subscription.id,
  customerId: customer.id,
  userId: customer.userId,
  email: customer.email,
  firstName: customer.firstName,
  lastName: customer.lastName,
  version: subscription.version,
  status: subscription.status,
  access: subscription.access,
  plan: subscription.plan,
  amount: subscription.amount,
  startedAt: subscription.startedAt.toISOString(),
  currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  referralCode,
});

/** Publishes memberships. */
@Injectable()
export class AnnounceMembership {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly referrals: ReferralRepository,
    private readonly payments: PaymentRepository,
  ) {}

  async of(
    tx: Transaction,
    customer: Customer,
    subscription: Subscription,
    news: { readonly isEmailCorrected?: true } = {},
  ): Promise<void> {
    const codes = await this.referrals.codesOf(tx, [customer]);
    await tx.publish(membershipChanged, {
      ...presentMembership(customer, subscription, codes.get(customer.id) ?? null),
      firstCharged: await this.payments.firstAmountOf(tx, subscription.id),
      ...news,
    });
  }

  /** Publishes all of a customer's memberships again, because the person behind them changed. */
  async again(tx: Transaction, customer: Customer, news: { readonly isEmailCorrected?: true } = {}): Promise<void> {
    for (const subscription of await this.subscriptions.lockOf(tx, customer.id)) {
      subscription.version += 1;
      await this.subscriptions.save(tx, subscription);
      await this.of(tx, customer, subscription, news);
    }
  }
}
