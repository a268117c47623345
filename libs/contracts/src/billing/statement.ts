import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { moved, paidProduct, paymentKind } from './listed-payment.ts';

/** A calendar month, as '2026-03'. */
export const calendarMonth = z
  .string({ error: 'Please choose a month' })
  .check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Please choose a month, such as 2026-03'));

/** The movements of one kind and product: `net` is `amount` less `fee`. */
export const statementLine = z.object({
  kind: paymentKind,
  product: paidProduct,
  count: z.number(),
  amount: moved,
  fee: moved,
  net: moved,
});
export type StatementLine = z.output<typeof statementLine>;

/**
 * Differences between the ledger and what members see, each by its name.
 *
 * `pending`: payments that a bank has still to make. `offline`: invoices that were marked as paid, without a charge. `credit`: credit given to
 * members, less what was withdrawn. `missing`: payments whose charge is not in the copy yet. `differing`: charges of another amount than the
 * payment that the member sees; the amount is charges less payments. `unlinked`: charges, refunds and disputes of sales that were not made on
 * this site. `recorded`: checks, cash and transfers that staff recorded, by the day on which they were received. `undone`: such payments that
 * were undone.
 */
export const DIFFERENCES = [
  'pending',
  'recorded',
  'undone',
  'offline',
  'credit',
  'missing',
  'differing',
  'unlinked',
] as const;
export const statementDifference = z.object({ name: z.enum(DIFFERENCES), count: z.number(), amount: moved });
export type StatementDifference = z.output<typeof statementDifference>;

/** The sums of the movements that a payout paid out: `net` is the sum of the others less `fees`. */
export const payoutContents = z.object({
  count: z.number(),
  charged: moved,
  refunded: moved,
  disputed: moved,
  adjusted: moved,
  fees: moved,
  net: moved,
});

export const statementPayout = z.object({
  /** The movement (`txn_…`). */
  id: z.string(),
  /** The payout (`po_…`). */
  payoutId: z.nullable(z.string()),
  createdAt: instant(),
  arrivesOn: instant(),
  /** Cents that went to the bank; negative where the bank returned a payout. */
  amount: moved,
  /** Cents that the provider took for this payout. */
  fee: moved,
  description: z.nullable(z.string()),
  /** Null while they are not read yet, for a payout that was made manually, and for one that came back. */
  contents: z.nullable(payoutContents),
});
export type StatementPayout = z.output<typeof statementPayout>;

/** The balance from an instant until another. Amounts are cents. `closing` is `opening` and the `net` of all lines. */
const period = {
  opening: moved,
  closing: moved,
  /** The part of `closing` that could not be paid out yet at the end of the period, or is not yet now. */
  settling: moved,
  lines: z.array(statementLine),
  differences: z.array(statementDifference),
  payouts: z.array(statementPayout),
  /** Whether the provider's ledger was read after the end of the period. */
  isComplete: z.boolean(),
  readAt: z.nullable(instant()),
  asOf: instant(),
};

/** The statement of a period; `firstAt` and `lastAt` are the first and the last movement of all. */
export const periodStatement = z.object({
  ...period,
  firstAt: z.nullable(instant()),
  lastAt: z.nullable(instant()),
});
export type PeriodStatement = z.output<typeof periodStatement>;

/** The statement of a month, which begins and ends with the clocks of `timeZone`. */
export const monthlyStatement = z.object({
  ...period,
  month: calendarMonth,
  timeZone: z.string(),
  from: instant(),
  before: instant(),
  /** The months that have a statement, newest first. */
  months: z.array(calendarMonth),
});
export type MonthlyStatement = z.output<typeof monthlyStatement>;

export const statementQuery = z.strictObject({ month: z.optional(calendarMonth) });
