import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { cancelSubscription, resumeSubscription } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { isEnding, periodOf } from '../program/price.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { NO_PAUSE, pauseOf } from './pause.ts';
import { isOverdue } from './remote-customer.ts';
import { ENDINGS } from './subscription-marks.ts';
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
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /**
   * One that is past due or paused, whose renewal is a draft still, or whose first payment is on its way, has no paid period to run out: it ends
   * immediately. An open invoice is voided, a draft is not charged; a payment that arrives all the same is refunded.
   */
  @Handles(cancelSubscription)
  async cancel({
    userId,
    reason = null,
    comment = null,
  }: RpcInput<typeof cancelSubscription>): Promise<RpcOutput<typeof cancelSubscription>> {
    const leading = await this.subscriptions.leadingOfUser(userId);
    const answer = await this.cancelLeading(userId, leading);
    if (leading !== null && (reason !== null || comment !== null)) {
      const { id: subscriptionId, customerId } = leading;
      const given = { subscriptionId, customerId, reason, comment, at: this.clock.now() };
      await this.transactor.run((tx) => this.subscriptions.explainCancellation(tx, given));
    }
    return answer;
  }

  private async cancelLeading(
    userId: string,
    leading: Subscription | null,
  ): Promise<RpcOutput<typeof cancelSubscription>> {
    if (leading?.status === 'pending') {
      const wasPending = await this.cancelPending(leading);
      await this.syncCustomer.execute(leading.customerId);
      if (wasPending) return { accessUntil: null, wasPending };
    }
    const { id, customerId, status } = await this.liveOf(userId);
    if (!(await this.isUnrenewed(id, status)))
      return { accessUntil: (await this.change(userId, true)).currentPeriodEnd.toISOString(), wasPending: false };
    await this.end(id, { cancellation_details: { comment: ENDINGS.unrenewed } });
    await this.syncCustomer.execute(customerId);
    return { accessUntil: null, wasPending: false };
  }

  /**
   * Ends a subscription whose first payment has not arrived. Returns whether it did not: the provider may not have reported the arrival yet. Under the
   * customer's lock, so that an arrival at the same moment begins no membership here, and is refunded.
   */
  private async cancelPending({ id, customerId }: Subscription): Promise<boolean> {
    return this.lock.hold(`customer:${customerId}`, async () => {
      const { status, latest_invoice: invoice } = await callingProvider(() =>
        this.stripe.api.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
      );
      const isPaid = invoice !== null && typeof invoice === 'object' && invoice.status === 'paid';
      if (isPaid && status !== 'canceled') return false;
      await this.end(id);
      return true;
    });
  }

  /** Ends a membership immediately, whatever is paid. Idempotent. An invoice that is not paid is handled as by {@link cancel}. */
  async endNow(userId: string, { id, customerId }: Pick<Subscription, 'id' | 'customerId'>): Promise<void> {
    await this.lock.hold(`renewal:${userId}`, async () => {
      const known = await this.subscriptions.findById(id);
      const isUnrenewed = known !== null && (await this.isUnrenewed(id, known.status));
      await this.end(id, isUnrenewed ? { cancellation_details: { comment: ENDINGS.unrenewed } } : {});
      await this.syncCustomer.execute(customerId);
    });
  }

  private async end(id: string, details: Stripe.SubscriptionCancelParams = {}): Promise<void> {
    await callingProvider(() =>
      this.stripe.api.subscriptions.cancel(id, { prorate: false, invoice_now: false, ...details }),
    ).catch((error: unknown) => {
      // It ended at the provider a moment ago.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
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
      this.isPaused(subscription) ||
      (invoice !== null &&
        typeof invoice === 'object' &&
        invoice.status === 'draft' &&
        invoice.billing_reason === 'subscription_cycle')
    );
  }

  /** Whether its running period is a month of its pause. */
  private isPaused(subscription: Stripe.Subscription): boolean {
    const { latest_invoice: invoice, items } = subscription;
    const invoices = invoice === null || typeof invoice === 'string' ? [] : [invoice];
    return items.data.some((item) => pauseOf(subscription, periodOf(subscription, item), invoices)?.hasBegun === true);
  }

  @Handles(resumeSubscription)
  async resume({ userId }: RpcInput<typeof resumeSubscription>): Promise<RpcOutput<typeof resumeSubscription>> {
    return { renewsAt: (await this.change(userId, false)).currentPeriodEnd.toISOString() };
  }

  /** One at a time, so that of a cancellation and a resumption at the same moment each answers what it found done. */
  private async change(userId: string, endsWithPeriod: boolean): Promise<Subscription> {
    return this.lock.hold(`renewal:${userId}`, () => this.changeAlone(userId, endsWithPeriod));
  }

  private async changeAlone(userId: string, endsWithPeriod: boolean): Promise<Subscription> {
    const subscription = await this.liveOf(userId);
    try {
      await callingProvider(async () => {
        const { subscriptions } = this.stripe.api;
        const current = endsWithPeriod ? await subscriptions.retrieve(subscription.id) : null;
        // Where staff have set a date within the period, it ends on that.
        if (current !== null && isEnding(current)) return;
        await subscriptions.update(subscription.id, {
          cancel_at_period_end: endsWithPeriod,
          // A pause to come is over with the membership; one that is resumed later renews as ever.
          ...(current?.pause_collection != null && NO_PAUSE),
        });
      });
    } catch (error) {
      // It ended at the provider, which has not reported that yet.
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
