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
  range,
  text,
  withoutEffect,
  type ParamsOf,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { createProduct } from './products.resource.ts';

type Price = StripeTables['prices'];

/** The largest amount that Stripe takes, in cents: eight digits ("Supported currencies"). */
export const MAX_AMOUNT = 99_999_999;

export const currency = oneOf(['usd', 'eur', 'gbp', 'cad', 'aud', 'nzd', 'chf']);

export const recurring = hash({
  interval: oneOf(['day', 'month', 'week', 'year']),
  interval_count: optional(integer(1, 156)),
});

export const productData = hash({
  name: text(),
  description: optional(text()),
  images: optional(list(text(), 8)),
  metadata: optional(metadata()),
  tax_code: withoutEffect(),
  unit_label: optional(text(12)),
});

export interface PriceTerms {
  product: string;
  currency: string;
  unit_amount: number;
  recurring?: ParamsOf<{ recurring: typeof recurring }>['recurring'] | undefined;
  active?: boolean | undefined;
  lookup_key?: string | null | undefined;
  nickname?: string | undefined;
  metadata?: Record<string, string>;
}

export const createPrice = (account: StripeAccount, terms: PriceTerms, isAnnounced = true): Price => {
  const price: Price = {
    id: stripeId('price'),
    object: 'price',
    active: terms.active ?? true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: terms.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: terms.lookup_key ?? null,
    metadata: terms.metadata ?? {},
    nickname: terms.nickname ?? null,
    product: terms.product,
    recurring:
      terms.recurring === undefined
        ? null
        : {
            interval: terms.recurring.interval,
            interval_count: terms.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: terms.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: terms.unit_amount,
    unit_amount_decimal: String(terms.unit_amount),
  };
  return account.add('prices', price, isAnnounced ? 'price.created' : undefined);
};

/** A lookup key names one active price; it moves only when the request says so ("Manage prices", lookup keys). */
const takeLookupKey = (account: StripeAccount, key: string, mayTransfer: boolean, exceptId?: string): void => {
  for (const holder of account.store.where('prices', 'lookup_key', key)) {
    if (holder.id === exceptId) continue;
    if (!mayTransfer) throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
    account.change('prices', holder, { lookup_key: null }, 'price.updated');
  }
};

export const priceRoutes: StripeRoute[] = [
  route(
    'POST',
    '/v1/prices',
    {
      currency,
      unit_amount: optional(integer(0, MAX_AMOUNT)),
      unit_amount_decimal: optional(integer(0, MAX_AMOUNT)),
      product: optional(text()),
      product_data: optional(productData),
      recurring: optional(recurring),
      active: optional(boolean()),
      lookup_key: optional(text(200)),
      transfer_lookup_key: optional(boolean()),
      nickname: optional(text()),
      metadata: optional(metadata()),
      billing_scheme: optional(oneOf(['per_unit'])),
      tax_behavior: withoutEffect(),
      tiers: notSimulated(),
      custom_unit_amount: notSimulated(),
      currency_options: notSimulated(),
    },
    (account, params) => {
      const amount = params.unit_amount ?? params.unit_amount_decimal;
      if (amount === undefined)
        throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
      if ((params.product === undefined) === (params.product_data === undefined))
        throw invalidRequest('You must pass exactly one of product or product_data.', 'product');
      const product =
        params.product === undefined
          ? createProductOf(account, params.product_data)
          : account.find('products', params.product, 'product');
      if (params.lookup_key !== undefined)
        takeLookupKey(account, params.lookup_key, params.transfer_lookup_key === true);
      return createPrice(account, {
        ...params,
        unit_amount: amount,
        product: product.id,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  route(
    'GET',
    '/v1/prices',
    {
      ...PAGE_SHAPE,
      active: optional(boolean()),
      created: optional(range()),
      currency: optional(currency),
      lookup_keys: optional(list(text(), 10)),
      product: optional(text()),
      recurring: optional(
        hash({
          interval: optional(oneOf(['day', 'month', 'week', 'year'])),
          usage_type: optional(oneOf(['licensed', 'metered'])),
        }),
      ),
      type: optional(oneOf(['one_time', 'recurring'])),
    },
    (account, params) => {
      const found = account.store
        .all('prices')
        .filter(
          (each) =>
            (params.active === undefined || each.active === params.active) &&
            (params.currency === undefined || each.currency === params.currency) &&
            (params.product === undefined || each.product === params.product) &&
            (params.type === undefined || each.type === params.type) &&
            (params.recurring?.interval === undefined || each.recurring?.interval === params.recurring.interval) &&
            (params.lookup_keys === undefined ||
              (each.lookup_key !== null && params.lookup_keys.includes(each.lookup_key))) &&
            isWithin(params.created, each.created),
        );
      return listPage(found, params, '/v1/prices');
    },
  ),
  route('GET', '/v1/prices/:id', {}, (account, _params, { id }) => account.find('prices', id)),
  route(
    'POST',
    '/v1/prices/:id',
    {
      active: optional(boolean()),
      lookup_key: optional(text(200)),
      transfer_lookup_key: optional(boolean()),
      nickname: optional(text()),
      metadata: optional(metadata()),
    },
    (account, params, { id }) => {
      const price = account.find('prices', id);
      if (params.lookup_key !== undefined)
        takeLookupKey(account, params.lookup_key, params.transfer_lookup_key === true, id);
      const change = {
        active: params.active ?? price.active,
        lookup_key: params.lookup_key ?? price.lookup_key,
        nickname: params.nickname ?? price.nickname,
        metadata: mergeMetadata(price.metadata, params.metadata),
      };
      return account.change('prices', price, change, 'price.updated');
    },
  ),
];

export const createProductOf = (
  account: StripeAccount,
  data: ParamsOf<{ data: typeof productData }>['data'] | undefined,
): StripeTables['products'] => {
  if (data === undefined)
    throw invalidRequest('Missing required param: product_data.', 'product_data', 'parameter_missing');
  return createProduct(account, { ...data, metadata: mergeMetadata({}, data.metadata) });
};
