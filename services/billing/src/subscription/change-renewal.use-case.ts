import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** Lets a membership end with its period, or takes that back. Idempotent; `subscription_none` without a live membership. */
@Injectable()
export class ChangeRenewal {
  constructor(
    private readonly stripe: StripeClient,
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
  ) {}

  async cancel(userId: string): Promise<{ accessUntil: string }> {
    return { accessUntil: (await this.change(userId, true)).currentPeriodEnd.toISOString() };
  }

  async resume(userId: string): Promise<{ renewsAt: string }> {
    return { renewsAt: (await this.change(userId, false)).currentPeriodEnd.toISOString() };
  }

  private async change(userId: string, endsWithPeriod: boolean): Promise<Subscription> {
    const subscription = await this.subscriptions.liveOfUser(userId);
    if (subscription === null) throw new DomainError('subscription_none');
    try {
      await callingProvider(() => this.stripe.api.subscriptions.update(subscription.id, { cancel_at_period_end: endsWithPeriod }));
    } catch (error) {
      // It ended at the provider, and we were not told yet.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      await this.syncCustomer.execute(subscription.customerId);
      throw new DomainError('subscription_none', { cause: error });
    }
    await this.syncCustomer.execute(subscription.customerId);
    return (await this.subscriptions.leadingOf(subscription.customerId)) ?? subscription;
  }
}
