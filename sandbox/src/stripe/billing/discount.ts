import { isCouponValid, isPromotionCodeActive } from '../api/present.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, noSuch } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { periodEnd } from './billing-period.ts';

type Coupon = StripeTables['coupons'];
type PromotionCode = StripeTables['promotionCodes'];
type Discount = StripeTables['discounts'];

/** A coupon, and the code it was redeemed by, if any. */
export interface Redemption {
  coupon: Coupon;
  code: PromotionCode | null;
}

/**
 * The redemption that a request asks for, if it can be redeemed now.
 * @throws StripeError 400 for an unknown, expired, used up or unsuitable coupon or code
 */
export const redemptionOf = (
  account: StripeAccount,
  asked: { coupon?: string | null; promotion_code?: string | null },
  order: { subtotal: number; currency: string; customer: string | null },
  param: string,
): Redemption => {
  const code =
    asked.promotion_code == null
      ? null
      : account.find('promotionCodes', asked.promotion_code, `${param}[promotion_code]`);
  const couponId = code?.promotion.coupon ?? asked.coupon ?? '';
  const coupon = account.store.get('coupons', couponId);
  if (coupon === undefined) throw noSuch('coupon', couponId, `${param}[coupon]`);
  if (code !== null) assertRedeemable(account, code, order, param);
  if (!isCouponValid(coupon, account.now()))
    throw invalidRequest(`Coupon ${coupon.id} is used up or expired.`, `${param}[coupon]`, 'coupon_expired');
  if (coupon.currency !== null && coupon.currency !== order.currency)
    throw invalidRequest(
      `Coupon ${coupon.id} is in ${coupon.currency}, the prices are in ${order.currency}.`,
      `${param}[coupon]`,
    );
  return { coupon, code };
};

const assertRedeemable = (
  account: StripeAccount,
  code: PromotionCode,
  order: { subtotal: number; customer: string | null },
  param: string,
): void => {
  const name = `${param}[promotion_code]`;
  if (!isPromotionCodeActive(code, account.store, account.now()))
    throw invalidRequest('This promotion code is no longer active.', name, 'promotion_code_expired');
  if (code.customer !== null && code.customer !== order.customer)
    throw invalidRequest('This promotion code cannot be redeemed by this customer.', name);
  const { minimum_amount: minimum, first_time_transaction: isFirstOnly } = code.restrictions;
  if (minimum !== null && order.subtotal < minimum)
    throw invalidRequest(
      'This promotion code cannot be redeemed because the order does not reach its minimum amount.',
      name,
    );
  const hasPaid =
    order.customer !== null && account.store.where('charges', 'customer', order.customer).some((charge) => charge.paid);
  if (isFirstOnly && hasPaid)
    throw invalidRequest(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      name,
    );
};

/** The active promotion code that a person typed; letter case does not matter. */
export const findActiveCode = (account: StripeAccount, typed: string): PromotionCode | undefined => {
  const wanted = typed.trim().toLowerCase();
  return account.store
    .all('promotionCodes')
    .find((code) => code.code.toLowerCase() === wanted && isPromotionCodeActive(code, account.store, account.now()));
};

/** Counts the redemption and makes the discount that the objects of this purchase refer to. */
export const redeem = (
  account: StripeAccount,
  { coupon, code }: Redemption,
  owner: { customer: string | null; subscription: string | null; session: string | null },
): Discount => {
  account.change('coupons', coupon, { times_redeemed: coupon.times_redeemed + 1 });
  if (code !== null) account.change('promotionCodes', code, { times_redeemed: code.times_redeemed + 1 });
  const start = account.now();
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const discount: Discount = {
    id: stripeId('di'),
    object: 'discount',
    checkout_session: owner.session,
    customer: owner.customer,
    customer_account: null,
    end: months == null ? null : periodEnd(start, { interval: 'month', interval_count: months }, 1),
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: owner.subscription,
    subscription_item: null,
  };
  return account.add('discounts', discount, owner.subscription === null ? undefined : 'customer.discount.created');
};

/** Those of the subscription's discounts that an invoice drawn up at `at` (unix seconds) still gets. */
export const runningDiscounts = (
  account: StripeAccount,
  discounts: readonly string[],
  at = account.now(),
): string[] => {
  return discounts.filter((id) => {
    const end = account.store.get('discounts', id)?.end;
    return end === null || (end !== undefined && end > at);
  });
};
