import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  boolean,
  hash,
  integer,
  isWithin,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  optional,
  positiveDecimal,
  range,
  text,
} from '../api/param.ts';
import { isPromotionCodeActive } from '../api/present.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { randomText, stripeId } from '../stripe-id.ts';
import { currency, MAX_AMOUNT } from './prices.resource.ts';

const assertFutureTime = (account: StripeAccount, seconds: number | undefined, param: string): void => {
  if (seconds !== undefined && seconds <= account.now()) throw invalidRequest(`${param} must be in the future.`, param);
};

export const couponRoutes: StripeRoute[] = [
  route(
    'POST',
    '/v1/coupons',
    {
      id: optional(text(255)),
      amount_off: optional(integer(1, MAX_AMOUNT)),
      percent_off: optional(positiveDecimal(100)),
      currency: optional(currency),
      duration: optional(oneOf(['forever', 'once', 'repeating'])),
      duration_in_months: optional(integer(1, 1200)),
      max_redemptions: optional(integer(1)),
      redeem_by: optional(integer(0)),
      name: optional(text(40)),
      metadata: optional(metadata()),
      applies_to: optional(hash({ products: list(text()) })),
      currency_options: notSimulated(),
    },
    (account, params) => {
      const { amount_off: amount, percent_off: percent, duration = 'once', duration_in_months: months } = params;
      if ((amount === undefined) === (percent === undefined))
        throw invalidRequest(
          'You must pass exactly one of percent_off or amount_off.',
          'percent_off',
          'parameter_missing',
        );
      if (amount !== undefined && params.currency === undefined)
        throw invalidRequest('You must pass currency when passing amount_off.', 'currency', 'parameter_missing');
      if ((duration === 'repeating') !== (months !== undefined))
        throw invalidRequest(
          'You must pass duration_in_months with, and only with, a duration of repeating.',
          'duration_in_months',
        );
      assertFutureTime(account, params.redeem_by, 'redeem_by');
      for (const product of params.applies_to?.products ?? [])
        account.find('products', product, 'applies_to[products]');
      const id = params.id ?? randomText(8);
      if (account.store.get('coupons', id) !== undefined)
        throw new StripeError(400, {
          code: 'resource_already_exists',
          message: 'Coupon already exists.',
          param: 'id',
        });
      return account.add(
        'coupons',
        {
          id,
          object: 'coupon',
          amount_off: amount ?? null,
          ...(params.applies_to !== undefined && { applies_to: params.applies_to }),
          created: account.now(),
          currency: amount === undefined ? null : (params.currency ?? null),
          duration,
          duration_in_months: months ?? null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          name: params.name ?? null,
          percent_off: percent ?? null,
          redeem_by: params.redeem_by ?? null,
          times_redeemed: 0,
          valid: true,
        },
        'coupon.created',
      );
    },
  ),
  route('GET', '/v1/coupons', { ...PAGE_SHAPE, created: optional(range()) }, (account, params) =>
    listPage(
      account.store.all('coupons').filter((each) => isWithin(params.created, each.created)),
      params,
      '/v1/coupons',
    ),
  ),
  route('GET', '/v1/coupons/:id', {}, (account, _params, { id }) => account.find('coupons', id)),
  route(
    'POST',
    '/v1/coupons/:id',
    { name: optional(text(40)), metadata: optional(metadata()) },
    (account, params, { id }) => {
      const coupon = account.find('coupons', id);
      return account.change(
        'coupons',
        coupon,
        { name: params.name ?? coupon.name, metadata: mergeMetadata(coupon.metadata ?? {}, params.metadata) },
        'coupon.updated',
      );
    },
  ),
  route('DELETE', '/v1/coupons/:id', {}, (account, _params, { id }) => {
    const coupon = account.find('coupons', id);
    account.store.delete('coupons', id);
    account.emit('coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
];

export const promotionCodeRoutes: StripeRoute[] = [
  route(
    'POST',
    '/v1/promotion_codes',
    {
      promotion: hash({ type: oneOf(['coupon']), coupon: text() }),
      code: optional(text(500)),
      active: optional(boolean()),
      customer: optional(text()),
      expires_at: optional(integer(0)),
      max_redemptions: optional(integer(1)),
      metadata: optional(metadata()),
      restrictions: optional(
        hash({
          first_time_transaction: optional(boolean()),
          minimum_amount: optional(integer(1)),
          minimum_amount_currency: optional(currency),
          currency_options: notSimulated(),
        }),
      ),
    },
    (account, params) => {
      const coupon = account.find('coupons', params.promotion.coupon, 'promotion[coupon]');
      const code = params.code ?? randomText(8).toUpperCase();
      if (!/^[A-Za-z0-9_-]+$/.test(code))
        throw invalidRequest('The promotion code may only hold letters, digits, dashes and underscores.', 'code');
      assertFutureTime(account, params.expires_at, 'expires_at');
      if (params.customer !== undefined) account.find('customers', params.customer, 'customer');
      const isTaken = account.store
        .all('promotionCodes')
        .some(
          (each) =>
            each.code.toLowerCase() === code.toLowerCase() && isPromotionCodeActive(each, account.store, account.now()),
        );
      if (isTaken)
        throw new StripeError(400, {
          code: 'resource_already_exists',
          message: 'An active promotion code with `code: ' + code + '` already exists.',
          param: 'code',
        });
      const {
        first_time_transaction: isFirst,
        minimum_amount: minimum,
        minimum_amount_currency: minimumCurrency,
      } = params.restrictions ?? {};
      return account.add(
        'promotionCodes',
        {
          id: stripeId('promo'),
          object: 'promotion_code',
          active: params.active ?? true,
          code,
          created: account.now(),
          customer: params.customer ?? null,
          customer_account: null,
          expires_at: params.expires_at ?? null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          promotion: { type: 'coupon', coupon: coupon.id },
          restrictions: {
            first_time_transaction: isFirst ?? false,
            minimum_amount: minimum ?? null,
            minimum_amount_currency: minimumCurrency ?? null,
          },
          times_redeemed: 0,
        },
        'promotion_code.created',
      );
    },
  ),
  route(
    'GET',
    '/v1/promotion_codes',
    {
      ...PAGE_SHAPE,
      active: optional(boolean()),
      code: optional(text()),
      coupon: optional(text()),
      created: optional(range()),
      customer: optional(text()),
    },
    (account, params) => {
      const all =
        params.code === undefined
          ? account.store.all('promotionCodes')
          : account.store
              .all('promotionCodes')
              .filter((each) => each.code.toLowerCase() === params.code?.toLowerCase());
      const found = all.filter(
        (each) =>
          (params.active === undefined ||
            isPromotionCodeActive(each, account.store, account.now()) === params.active) &&
          (params.coupon === undefined || each.promotion.coupon === params.coupon) &&
          (params.customer === undefined || each.customer === params.customer) &&
          isWithin(params.created, each.created),
      );
      return listPage(found, params, '/v1/promotion_codes');
    },
  ),
  route('GET', '/v1/promotion_codes/:id', {}, (account, _params, { id }) => account.find('promotionCodes', id)),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    { active: optional(boolean()), metadata: optional(metadata()) },
    (account, params, { id }) => {
      const code = account.find('promotionCodes', id);
      return account.change(
        'promotionCodes',
        code,
        {
          active: params.active ?? code.active,
          metadata: mergeMetadata(code.metadata ?? {}, params.metadata),
        },
        'promotion_code.updated',
      );
    },
  ),
];
