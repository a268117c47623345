import type { StripeStore, StripeTables } from '../tables.ts';

type Present = (object: never, store: StripeStore, now: number) => object;

/** Whether a coupon may still be redeemed. Source: Stripe API reference, "The Coupon object", `valid`. */
export const isCouponValid = (coupon: StripeTables['coupons'], now: number): boolean => {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !isUsedUp && (coupon.redeem_by === null || coupon.redeem_by > now);
};

/** Whether a promotion code may still be redeemed. Source: Stripe API reference, "The Promotion Code object", `active`. */
export const isPromotionCodeActive = (
  code: StripeTables['promotionCodes'],
  store: StripeStore,
  now: number,
): boolean => {
  const coupon = store.get('coupons', code.promotion.coupon ?? '');
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  return (
    code.active &&
    !isUsedUp &&
    (code.expires_at === null || code.expires_at > now) &&
    coupon !== undefined &&
    isCouponValid(coupon, now)
  );
};

/** Fields that are computed when an object is shown, since time or other objects change them. */
const PRESENTERS: Record<string, Present> = {
  coupon: (coupon: StripeTables['coupons'], _store, now) => ({
    ...coupon,
    valid: isCouponValid(coupon, now),
  }),
  // Prices change after they were subscribed to: a lookup key moves on, a price is retired.
  subscription: (subscription: StripeTables['subscriptions'], store) => ({
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => ({
        ...item,
        price: store.get('prices', item.price.id) ?? item.price,
      })),
    },
  }),
  balance_transaction: (movement: StripeTables['balanceTransactions'], _store, now) => ({
    ...movement,
    status: movement.available_on <= now ? 'available' : 'pending',
  }),
  promotion_code: (code: StripeTables['promotionCodes'], store, now) => ({
    ...code,
    active: isPromotionCodeActive(code, store, now),
  }),
};

/** The object as Stripe's API shows it at `now` (unix seconds), references as ids. */
export const toApiObject = (store: StripeStore, now: number, object: object): Record<string, unknown> => {
  const kind = 'object' in object && typeof object.object === 'string' ? object.object : '';
  const presenter = PRESENTERS[kind];
  return (presenter === undefined ? object : presenter(object as never, store, now)) as Record<string, unknown>;
};
