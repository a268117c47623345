import { mergeMetadata, type ParamsOf } from '../api/param.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { SessionTerms, StripeTables } from '../tables.ts';
import type { SESSION_SHAPE } from './checkout-session-shape.ts';
import { createPrice, createProductOf } from './prices.resource.ts';

type Params = ParamsOf<typeof SESSION_SHAPE>;
type Line = SessionTerms['lines'][number];

/** The lines that a session asks for, at their prices. @throws StripeError 400 when they do not fit its mode or each other */
export const readLines = (account: StripeAccount, params: Params): Line[] => {
  const lines = (params.line_items ?? []).map((item, index) => {
    const name = `line_items[${index}]`;
    const price = readPrice(account, item, name);
    if (!price.active)
      throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, `${name}[price]`);
    if (item.quantity === undefined)
      throw invalidRequest(
        `Quantity is required. Add \`quantity\` to \`${name}\``,
        `${name}[quantity]`,
        'parameter_missing',
      );
    if (params.mode === 'payment' && price.recurring !== null)
      throw invalidRequest(
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        name,
      );
    const amount = (price.unit_amount ?? 0) * item.quantity;
    return {
      id: stripeId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: account.store.get('products', price.product)?.name ?? null,
      metadata: mergeMetadata({}, item.metadata),
      price,
      quantity: item.quantity,
    } satisfies Line;
  });
  if (new Set(lines.map((line) => line.currency)).size > 1)
    throw invalidRequest('All line items must have the same currency.', 'line_items');
  if (params.currency !== undefined && params.currency !== lines[0]?.currency)
    throw invalidRequest('The currency must be that of the prices.', 'currency');
  if (params.mode === 'subscription' && !lines.some((line) => line.price.recurring !== null)) {
    throw invalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
  return lines;
};

type LineParams = NonNullable<Params['line_items']>[number];

const readPrice = (account: StripeAccount, item: LineParams, name: string): StripeTables['prices'] => {
  if ((item.price === undefined) === (item.price_data === undefined))
    throw invalidRequest('You must specify either `price` or `price_data` when passing `line_items`.', name);
  if (item.price !== undefined) return account.find('prices', item.price, `${name}[price]`);
  const data = item.price_data;
  if (data === undefined)
    throw invalidRequest(`Missing required param: ${name}[price_data].`, name, 'parameter_missing');
  const product =
    data.product === undefined
      ? createProductOf(account, data.product_data)
      : account.find('products', data.product, `${name}[price_data][product]`);
  return createPrice(
    account,
    {
      product: product.id,
      currency: data.currency,
      unit_amount: data.unit_amount,
      recurring: data.recurring,
    },
    false,
  );
};
