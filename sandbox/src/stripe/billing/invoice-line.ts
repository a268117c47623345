import type { StripeAccount } from '../stripe-account.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { discountLines } from './coupon-discount.ts';

export type InvoiceLine = StripeTables['invoices']['lines']['data'][number];
export type Price = StripeTables['prices'];

export interface LineTerms {
  price: Price;
  quantity: number;
  /** Unix seconds. */
  period: { start: number; end: number };
  subscription: string | null;
  subscriptionItem: string | null;
  metadata: Record<string, string>;
  /** A credit for unused time, in negative cents, instead of the price. */
  proration?: number;
}

/** One line of an invoice, before discounts. */
export const newInvoiceLine = (account: StripeAccount, invoice: string, terms: LineTerms): InvoiceLine => {
  const { price, quantity, period, subscription, subscriptionItem } = terms;
  const isProration = terms.proration !== undefined;
  const amount = terms.proration ?? (price.unit_amount ?? 0) * quantity;
  return {
    id: stripeId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: isProration ? describeUnused(account, price) : describeLine(account, price, quantity),
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: terms.metadata,
    parent:
      subscription !== null && subscriptionItem !== null
        ? {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: isProration,
              proration_details: { credited_items: null },
              subscription,
              subscription_item: subscriptionItem,
            },
          }
        : {
            type: 'invoice_item_details',
            invoice_item_details: {
              invoice_item: stripeId('ii'),
              proration: false,
              proration_details: { credited_items: null },
              subscription,
            },
            subscription_item_details: null,
          },
    period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  };
};

/** The lines with the discounts taken off, one discount after the other. */
export const discountInvoiceLines = (
  account: StripeAccount,
  lines: readonly InvoiceLine[],
  discounts: readonly string[],
): InvoiceLine[] => {
  let discounted = [...lines];
  for (const id of discounts) {
    const coupon = account.store.get('coupons', account.store.get('discounts', id)?.source.coupon ?? '');
    if (coupon === undefined) continue;
    const remaining = discounted.map((line) => ({
      amount: line.amount - discountOf(line),
      product: line.pricing?.price_details?.product ?? '',
    }));
    const parts = discountLines(coupon, remaining);
    discounted = discounted.map((line, index) => ({
      ...line,
      discount_amounts: [...(line.discount_amounts ?? []), { amount: parts[index] ?? 0, discount: id }],
    }));
  }
  return discounted;
};

export const discountOf = (line: InvoiceLine): number => {
  return (line.discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0);
};

const describeUnused = (account: StripeAccount, price: Price): string =>
  `Unused time on ${account.store.get('products', price.product)?.name ?? price.id}`;

const describeLine = (account: StripeAccount, price: Price, quantity: number): string => {
  const name = account.store.get('products', price.product)?.name ?? price.id;
  if (price.recurring === null) return name;
  const { interval, interval_count: step } = price.recurring;
  const dollars = `$${((price.unit_amount ?? 0) / 100).toFixed(2)}`;
  return `${quantity} × ${name} (at ${dollars} / ${step === 1 ? interval : `every ${step} ${interval}s`})`;
};
