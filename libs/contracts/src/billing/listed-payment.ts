import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { listQuery } from '../page.ts';

/**
 * Movements of the association's balance. `adjustment`: fees of the provider and everything else that is none of the others. A list has
 * payouts only where it is asked for them. `offline`: money that staff recorded, which never is in the balance; negative where it was undone.
 */
export const PAYMENT_KINDS = ['charge', 'refund', 'dispute', 'adjustment', 'payout', 'offline'] as const;
export const paymentKind = z.enum(PAYMENT_KINDS, { error: 'There is no such kind' });
export type PaymentKind = z.output<typeof paymentKind>;

/** The product that was paid for; `other` for sales of others, for adjustments and for payouts. */
export const PAID_PRODUCTS = ['membership_monthly', 'membership_annual', 'bootcamp', 'tournament', 'other'] as const;
export const paidProduct = z.enum(PAID_PRODUCTS, { error: 'There is no such product' });
export type PaidProduct = z.output<typeof paidProduct>;

/** Cents; negative where money leaves. A sum may be larger than any payment. */
export const moved = z.number().check(z.int());

/** A movement of the balance as the provider's ledger has it, and what it belongs to. */
export const listedPayment = z.object({
  /** The provider's (`txn_…`), or that of a record of staff (`off_…`). */
  id: z.string(),
  kind: paymentKind,
  createdAt: instant(),
  availableOn: instant(),
  /** The customer who paid; null where it is of none, not one of ours, or erased. */
  person: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** Whether it is of a payment that was made on this site. */
  isOurs: z.boolean(),
  product: paidProduct,
  /** The name of what a single payment was for. */
  title: z.nullable(z.string()),
  /** The provider's words for an adjustment or a payout. */
  description: z.nullable(z.string()),
  /** The brand of the card, or the provider's word for another payment method. */
  method: z.nullable(z.string()),
  /** The last digits of the card or the account. */
  last4: z.nullable(z.string()),
  /** The number of a check, or the reference of a transfer, that staff recorded. */
  reference: z.nullable(z.string()),
  amount: moved,
  fee: moved,
  net: moved,
  /** Of a charge: cents that were refunded so far. Of an offline payment: cents that were undone. */
  refunded: moved,
  /** Of a charge: whether its bank reclaimed it and has not decided yet. */
  isDisputed: z.boolean(),
  /** The receipt or the invoice at the provider. */
  receiptUrl: z.nullable(z.string()),
  /** Of an offline payment, and of the record that undid it: the id of the payment. */
  chargeId: z.nullable(z.string()),
  payoutId: z.nullable(z.string()),
});
export type ListedPayment = z.output<typeof listedPayment>;

/**
 * Cents of all movements of a list that are not payouts; `net` is the sum of the others less `fees`, without `offline`, which never was at the
 * provider.
 */
export const paymentTotals = z.object({
  count: z.number(),
  charged: moved,
  /** Negative, as `disputed`. */
  refunded: moved,
  disputed: moved,
  adjusted: moved,
  fees: moved,
  net: moved,
  offline: moved,
});
export type PaymentTotals = z.output<typeof paymentTotals>;

const day = () => z.optional(z.iso.date({ error: 'Please choose a day' }));

/** The filters of the list of payments: days are the association's, both included. */
export const paymentFilters = {
  kind: z.optional(paymentKind),
  product: z.optional(paidProduct),
  madeFrom: day(),
  madeUntil: day(),
};

/** As `listQuery`. `sort` is `createdAt` or `amount`. `q` is part of a person's name or email address, or a whole id of the provider. */
export const paymentListQuery = z.extend(
  z.pick(listQuery, { limit: true, cursor: true, q: true, sort: true }),
  paymentFilters,
);
export type PaymentListQuery = z.output<typeof paymentListQuery>;
