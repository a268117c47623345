import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { Clock } from '@lectern/service-kit/time/clock';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { amountOff, isUsable, promoKey, type Purchasable } from './discount.ts';
import type { PromoCode } from './promo-code.entity.ts';
import { PromoCodeRepository, type PromoUser } from './promo-code.repository.ts';

/** Finds codes that can be used, and creates their discounts at the provider. */
@Injectable()
export class PromoCodes {
  constructor(
    private readonly promoCodes: PromoCodeRepository,
    private readonly stripe: StripeClient,
    private readonly clock: Clock,
  ) {}

  /** The code of this name that is not archived, whether or not it can be used now. */
  async find(code: string): Promise<PromoCode | null> {
    return this.promoCodes.findByCode(promoKey(code));
  }

  /**
   * The code if it can be used for this purchase now. Throws `promo_invalid` otherwise, without a reason, so that codes cannot be guessed.
   * For a person (`user`), a use that their own open page holds counts as available, and a code that they have paid with cannot be used.
   * With the registration that is to be paid for (`reference`), neither can one that another page of theirs holds.
   */
  async usable(
    code: string,
    purchasable: Purchasable,
    user: PromoUser | null = null,
    reference?: string,
  ): Promise<PromoCode> {
    const promoCode = await this.find(code);
    if (promoCode === null) throw promoInvalid();
    const heldByUser = user === null ? 0 : await this.promoCodes.heldBy(promoCode.id, user);
    if (
      !isUsable({ ...promoCode, heldUses: Math.max(0, promoCode.heldUses - heldByUser) }, purchasable, this.clock.now())
    )
      throw promoInvalid();
    if (user !== null && (await this.promoCodes.wasCountedFor(promoCode.id, user))) throw promoInvalid();
    if (
      user !== null &&
      reference !== undefined &&
      (await this.promoCodes.isHeldElsewhere(promoCode.id, user, reference))
    )
      throw promoInvalid();
    return promoCode;
  }

  /**
   * The provider's coupon of a code for a price in cents, by an id that follows from ours, so that it is made once. It takes something off
   * one payment (decisions: "the discount is for the first payment"); how often it is used is counted here alone.
   */
  async couponOf(promoCode: PromoCode, amount: number): Promise<string> {
    const isFree = amountOff(promoCode, amount) === amount;
    const id = `lectern_${promoCode.id}${isFree ? '_free' : ''}`;
    const terms = isFree
      ? { percent_off: 100 }
      : promoCode.discountType === 'percentage'
        ? { percent_off: promoCode.discountValue }
        : { amount_off: promoCode.discountValue, currency: 'usd' };
    await callingProvider(() =>
      this.stripe.api.coupons.create({ id, duration: 'once', name: promoCode.code, ...terms }),
    ).catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists'))
        throw error;
    });
    return id;
  }
}

export const isPromoInvalid = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'promo_invalid';

export const promoInvalid = (): DomainError =>
  new DomainError('promo_invalid', { fields: { promoCode: 'Invalid promo code' } });
