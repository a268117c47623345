import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import * as contracts from '@lectern/contracts/billing/cancellation-offer-rpc';
import type { PauseOffer } from '@lectern/contracts/billing/pause';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { monthsAfter } from '../subscription/pause.ts';
import { PauseMembership } from '../subscription/pause-membership.use-case.ts';
import { couponOf, discounted, isOf, runningDiscounts } from '../subscription/stay-discount.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import type { CancellationOffer } from './cancellation-offer.entity.ts';
import { CancellationOfferRepository } from './cancellation-offer.repository.ts';

/** A member gets one offer in as many months. */
const MONTHS_BETWEEN = 12;

const VALID_MS = 24 * 3_600_000;

/** The refusals of a membership that can neither pause nor get a discount. */
const UNSUITABLE = new Set(['pause_refused', 'payment_due', 'payment_processing', 'subscription_none']);

/**
 * The one offer before a cancellation: a pause, or a discount on the charges of three months (docs/adr/0046). A membership that can pause can have the
 * discount: an annual membership gets no offer, because nothing of it is charged in the next months.
 */
@Injectable()
export class OfferAtCancellation {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly stripe: StripeClient,
    private readonly offers: CancellationOfferRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly pauseMembership: PauseMembership,
    private readonly syncCustomer: SyncCustomer,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.makeCancellationOffer)
  async make({
    userId,
    reason = null,
    comment = null,
  }: RpcInput<typeof contracts.makeCancellationOffer>): Promise<RpcOutput<typeof contracts.makeCancellationOffer>> {
    const [setting] = await this.offers.settings();
    const membership = await this.subscriptions.liveOfUser(userId);
    if (setting === undefined || setting.offer === 'none' || membership === null) return { offer: null };
    const { offer, percent } = setting;
    const pause = await this.suitable(userId, offer, membership.id);
    if (pause === null) return { offer: null };
    const now = this.clock.now();
    const made = await this.transactor.run(async (tx) => {
      if (await this.offers.wasOffered(tx, userId, monthsAfter(now, now, -MONTHS_BETWEEN))) return null;
      const { id: subscriptionId, customerId } = membership;
      return this.offers.add(tx, {
        ...{ customerId, subscriptionId, offer, percent, reason, comment, offeredAt: now, acceptedAt: null },
      });
    });
    if (made === null) return { offer: null };
    if (percent === null) return { offer: { kind: 'pause', id: made.id, pause } };
    const { price } = pause;
    const discountedPrice = discounted(price, percent);
    const until = monthsAfter(now, now, DISCOUNT_MONTHS).toISOString();
    return { offer: { kind: 'discount', id: made.id, percent, price, discountedPrice, until } };
  }

  /** Under the lock of cancellations for the discount, as the pause is. Marked last: what was lost in between is found done by the next try. */
  @Handles(contracts.acceptCancellationOffer)
  async accept({
    userId,
    id,
    months,
  }: RpcInput<typeof contracts.acceptCancellationOffer>): Promise<RpcOutput<typeof contracts.acceptCancellationOffer>> {
    const offer = await this.offers.ofUser(userId, id);
    if (offer === null) throw new DomainError('not_found');
    if (offer.acceptedAt === null && this.clock.now().getTime() - offer.offeredAt.getTime() > VALID_MS)
      throw new DomainError('offer_over');
    if (offer.percent === null) {
      if (months === undefined)
        throw new DomainError('invalid_request', { fields: { months: 'Choose 1, 2 or 3 months' } });
      const pause = await this.pauseMembership.execute({ userId, months });
      await this.offers.accept(id, this.clock.now());
      return { kind: 'pause', ...pause };
    }
    const { percent } = offer;
    await this.lock.hold(`renewal:${userId}`, async () => {
      const isAccepted = (await this.offers.ofUser(userId, id))?.acceptedAt != null;
      if (!isAccepted) await this.discount(userId, offer, percent);
    });
    return { kind: 'discount', percent };
  }

  private async discount(userId: string, { id, subscriptionId, customerId }: CancellationOffer, percent: number) {
    const now = this.clock.now();
    const running = await this.runningDiscounts(subscriptionId, now);
    if (!running.some((discount) => isOf(discount, percent))) {
      if ((await this.suitable(userId, 'discount', subscriptionId)) === null) throw new DomainError('offer_over');
      await this.makeCoupon(percent);
      const change = { discounts: [{ coupon: couponOf(percent).id }] };
      await callingProvider(() =>
        this.stripe.api.subscriptions.update(subscriptionId, change, { idempotencyKey: `offer-${id}` }),
      ).catch((error: unknown) => {
        // It ended since it was read.
        throw error instanceof Stripe.errors.StripeInvalidRequestError
          ? new DomainError('offer_over', { cause: error })
          : error;
      });
    }
    await this.offers.accept(id, now);
    await this.syncCustomer.execute(customerId);
  }

  /** The dates and the price of a membership that can have the offer; null for another one. */
  private async suitable(
    userId: string,
    offer: CancellationOffer['offer'],
    subscriptionId: string,
  ): Promise<PauseOffer | null> {
    const pause = await this.pauseMembership.offer({ userId }).catch((error: unknown) => {
      if (error instanceof DomainError && UNSUITABLE.has(error.code)) return null;
      throw error;
    });
    if (pause === null || offer === 'pause') return pause;
    return (await this.runningDiscounts(subscriptionId, this.clock.now())).length === 0 ? pause : null;
  }

  private async runningDiscounts(id: string, now: Date): Promise<Stripe.Discount[]> {
    const subscription = await callingProvider(() =>
      this.stripe.api.subscriptions.retrieve(id, { expand: ['discounts'] }),
    );
    return runningDiscounts(subscription, now);
  }

  private async makeCoupon(percent: number): Promise<void> {
    await callingProvider(() => this.stripe.api.coupons.create(couponOf(percent))).catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists'))
        throw error;
    });
  }
}
