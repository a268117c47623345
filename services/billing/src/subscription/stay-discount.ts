import type Stripe from 'stripe';
import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import type { Subscription } from './subscription.entity.ts';

/*
 * The discount that keeps a member, as the provider has it: a coupon of ours on the subscription. Pure.
 */

const PREFIX = 'lectern_stay_';

/** The provider's coupon of a percentage, by an id that follows from it, so that it is made once. */
export const couponOf = (percent: number) =>
  ({
    id: `${PREFIX}${percent}`,
    name: `${percent}% off for ${DISCOUNT_MONTHS} months`,
    percent_off: percent,
    duration: 'repeating',
    duration_in_months: DISCOUNT_MONTHS,
  }) as const satisfies Stripe.CouponCreateParams;

/** Those of a subscription that still run, ours and those of staff. Expects `discounts` expanded. */
export const runningDiscounts = ({ discounts }: Stripe.Subscription, now: Date): Stripe.Discount[] =>
  discounts.flatMap((discount) =>
    typeof discount === 'string' || (discount.end !== null && fromUnix(discount.end) <= now) ? [] : [discount],
  );

export const isOf = ({ source }: Stripe.Discount, percent: number): boolean =>
  idOf(source.coupon) === couponOf(percent).id;

/** A price with a discount, in whole cents. Halves of a cent go to the member. */
export const discounted = (price: number, percent: number): number => price - Math.floor((price * percent + 50) / 100);

type KeptDiscount = Pick<Subscription, 'discountPercent' | 'discountUntil'>;

/**
 * Our discount of a subscription as we keep it. The provider takes an ended one off without saying so, so the last one is kept: its end is the
 * same before and after.
 */
export const discountOf = (
  { discounts }: Stripe.Subscription,
  known: KeptDiscount | undefined,
  now: Date,
): KeptDiscount => {
  for (const discount of discounts) {
    if (typeof discount === 'string' || discount.end === null) continue;
    const coupon = idOf(discount.source.coupon);
    if (coupon?.startsWith(PREFIX) === true)
      return { discountPercent: Number(coupon.slice(PREFIX.length)), discountUntil: fromUnix(discount.end) };
  }
  const isOver = known?.discountUntil != null && known.discountUntil <= now;
  return isOver
    ? { discountPercent: known.discountPercent, discountUntil: known.discountUntil }
    : { discountPercent: null, discountUntil: null };
};
