import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { ENDINGS, isOverdue } from './remote-customer.ts';
import type { Subscription } from './subscription.entity.ts';
import { SubscriptionRepository } from './subscription.repository.ts';
import { SyncCustomer } from './sync-customer.use-case.ts';

/** Lets a membership end, or go on. Idempotent; `subscription_none` without a live membership. */
@Injectable()
export class ChangeRenewal {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly subscriptions: SubscriptionRepository,
    private readonly syncCustomer: SyncCustomer,
  ) {}

  /**
   * One that is past due, whose renewal is a draft still, or whose first payment is on its way, has no paid period to run out: it ends
   * immediately. An open invoice is voided, a draft is not charged; a payment that arrives all the same is refunded.
   */
  async cancel(userId: string): Promise<{ accessUntil: string | null; wasPending: boolean }> {
    const leading = await this.subscriptions.leadingOfUser(userId);
    const { id, customerId, status } = leading?.status === 'pending' ? leading : await this.liveOf(userId);
    const wasPending = status === 'pending';
    const isUnrenewed = !wasPending && (await this.isUnrenewed(id, status));
    if (!isUnrenewed && !wasPending)
      return { accessUntil: (await this.change(userId, true)).currentPeriodEnd.toISOString(), wasPending };
    const details = isUnrenewed ? { cancellation_details: { comment: ENDINGS.unrenewed } } : {};
    await callingProvider(() =>
      this.stripe.api.subscriptions.cancel(id, { prorate: false, invoice_now: false, ...details }),
    ).catch((error: unknown) => {
      // It ended at the provider a moment ago.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
    await this.syncCustomer.execute(customerId);
    return { accessUntil: null, wasPending };
  }

  /** Asks the provider, which may not have reported the end of the paid period yet. Its draft is charged an hour later. */
  private async isUnrenewed(id: string, known: Subscription['status']): Promise<boolean> {
    if (known === 'past_due') return true;
    const subscription = await callingProvider(() =>
      this.stripe.api.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    );
    const { latest_invoice: invoice } = subscription;
    return (
      isOverdue(subscription) ||
      (invoice !== null &&
        typeof invoice === 'object' &&
        invoice.status === 'draft' &&
        invoice.billing_reason === 'subscription_cycle')
    );
  }

  async resume(userId: string): Promise<{ renewsAt: string }> {
    return { renewsAt: (await this.change(userId, false)).currentPeriodEnd.toISOString() };
  }

  /** One at a time, so that of a cancellation and a resumption at the same moment each answers what it found done. */
  private async change(userId: string, endsWithPeriod: boolean): Promise<Subscription> {
    return this.lock.hold(`renewal:${userId}`, () => this.changeAlone(userId, endsWithPeriod));
  }

  private async changeAlone(userId: string, endsWithPeriod: boolean): Promise<Subscription> {
    const subscription = await this.liveOf(userId);
    try {
      await callingProvider(() =>
        this.stripe.api.subscriptions.update(subscription.id, { cancel_at_period_end: endsWithPeriod }),
      );
    } catch (error) {
      // It ended at the provider, and we were not told yet.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      await this.syncCustomer.execute(subscription.customerId);
      throw new DomainError('subscription_none', { cause: error });
    }
    await this.syncCustomer.execute(subscription.customerId);
    return (await this.subscriptions.leadingOf(subscription.customerId)) ?? subscription;
  }

  private async liveOf(userId: string): Promise<Subscription> {
    const subscription = await this.subscriptions.liveOfUser(userId);
    if (subscription === null) throw new DomainError('subscription_none');
    return subscription;
  }
}
