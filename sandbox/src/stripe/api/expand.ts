import { invalidRequest } from '../stripe-error.ts';
import type { StripeStore, StripeTables } from '../tables.ts';
import { wholeList } from './list-page.ts';
import { toApiObject } from './present.ts';

type Json = Record<string, unknown>;

/** Fields that hold an id, and where the object is. */
const REFERENCES: Record<string, keyof StripeTables> = {
  balance_transaction: 'balanceTransactions',
  charge: 'charges',
  checkout_session: 'checkoutSessions',
  coupon: 'coupons',
  customer: 'customers',
  default_payment_method: 'paymentMethods',
  default_price: 'prices',
  discount: 'discounts',
  discounts: 'discounts',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  payment_method: 'paymentMethods',
  product: 'products',
  promotion_code: 'promotionCodes',
  subscription: 'subscriptions',
};

/** Where the `source` of a balance transaction is, by the prefix of its id. */
const SOURCES: Record<string, keyof StripeTables> = { ch: 'charges', du: 'disputes', po: 'payouts', re: 'refunds' };

/** References that Stripe keeps as plain ids although an object stands behind them. */
const PLAIN_IDS = new Set([
  'subscription_item.subscription',
  'discount.invoice',
  'discount.subscription',
  'discount.checkout_session',
  'line_item.invoice',
  'charge.payment_method',
  'price_details.product',
]);

/** Lists that an object only shows when asked to. Source: Stripe API reference, "Expanding responses", includable. */
const INCLUDABLE: Record<string, Record<string, (object: Json & { id: string }, store: StripeStore) => unknown>> = {
  'checkout.session': {
    line_items: ({ id }, store) =>
      wholeList(store.get('sessionTerms', id)?.lines ?? [], `/v1/checkout/sessions/${id}/line_items`),
  },
  customer: {
    subscriptions: ({ id }, store) =>
      wholeList(
        store
          .where('subscriptions', 'customer', id)
          .filter((each) => each.status !== 'canceled')
          .toReversed(),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  charge: {
    refunds: ({ id }, store) =>
      wholeList(store.where('refunds', 'charge', id).toReversed(), `/v1/charges/${id}/refunds`),
  },
  invoice: {
    payments: ({ id }, store) =>
      wholeList(store.where('invoicePayments', 'invoice', id).toReversed(), '/v1/invoice_payments'),
  },
};

const MAX_LEVELS = 4;

/**
 * The answer with the objects that `paths` name put in place of their ids, as `data.customer` or
 * `data.payment.payment_intent.latest_charge`. Source: Stripe API reference, "Expanding responses".
 * @throws StripeError 400 for a path of more than four parts (each `data` counts) or a field that cannot be expanded
 */
export const expand = (store: StripeStore, now: number, answer: object, paths: readonly string[]): object => {
  let expanded = show(store, now, answer as Json);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_LEVELS) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_LEVELS} levels of a property (provided: ${path}).`,
        'expand',
      );
    }
    expanded = follow({ store, now, path }, expanded, segments);
  }
  return expanded;
};

interface Journey {
  store: StripeStore;
  now: number;
  path: string;
}

const show = (store: StripeStore, now: number, answer: Json): Json => {
  const shown = toApiObject(store, now, answer);
  if (shown.object !== 'list' || !Array.isArray(shown.data)) return shown;
  return { ...shown, data: shown.data.map((each: object) => toApiObject(store, now, each)) };
};

const follow = (journey: Journey, object: Json, [field = '', ...rest]: string[]): Json => {
  if (object.object === 'list' && field === 'data') {
    return {
      ...object,
      data: (object.data as Json[]).map((each) => (rest.length === 0 ? each : follow(journey, each, rest))),
    };
  }
  const included = INCLUDABLE[String(object.object)]?.[field];
  if (!(field in object) && included === undefined) throw cannotExpand(journey);
  const isIncluded = typeof object[field] === 'object' && object[field] !== null;
  const value =
    included !== undefined && !isIncluded ? included(object as Json & { id: string }, journey.store) : object[field];
  return {
    ...object,
    [field]: expandValue(journey, value, `${String(object.object)}.${field}`, field, rest, included !== undefined),
  };
};

const expandValue = (
  journey: Journey,
  value: unknown,
  qualified: string,
  field: string,
  rest: string[],
  isIncludable: boolean,
): unknown => {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value))
    return value.map((each) => expandValue(journey, each, qualified, field, rest, isIncludable));
  if (typeof value === 'string') {
    const found = PLAIN_IDS.has(qualified) ? undefined : resolve(journey, field, value);
    if (found === undefined) throw cannotExpand(journey);
    return rest.length === 0 ? found : follow(journey, found, rest);
  }
  if (typeof value !== 'object') throw cannotExpand(journey);
  // A path may end at an object that stands there already, such as one that an earlier path put in place.
  if (rest.length === 0) return value;
  return follow(journey, value as Json, rest);
};

const resolve = ({ store, now }: Journey, field: string, id: string): Json | undefined => {
  const table = field === 'source' ? SOURCES[id.split('_')[0] ?? ''] : REFERENCES[field];
  if (table === undefined) return undefined;
  const found = store.get(table, id) ?? (table === 'customers' ? store.get('deletedCustomers', id) : undefined);
  return found === undefined ? undefined : toApiObject(store, now, found);
};

const cannotExpand = ({ path }: Journey): Error => {
  const leaf = path.split('.').at(-1) ?? path;
  return invalidRequest(
    `This property cannot be expanded (${leaf}). You may want to try expanding 'data.${leaf}' or remove it from the request.`,
    'expand',
  );
};
