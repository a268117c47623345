import * as z from 'zod/mini';
import { cents, signedCents } from '../cents.ts';
import { instant } from '../fields.ts';

/**
 * The reason of a credit entry. `switch`: the rest of a period that a switch of plan gave back. `dues`: an invoice of the membership used it.
 * `returned`: what had used it was refused or not paid. `withdrawn`: the association took unspent credit back. `moved`: between two customers of
 * the same account. `other`: made in the provider's dashboard.
 */
export const creditKind = z.enum(['referral', 'switch', 'dues', 'returned', 'withdrawn', 'moved', 'other']);
export type CreditKind = z.output<typeof creditKind>;

/** An entry of the credit ledger. Positive cents add credit. */
export const creditEntry = z.object({
  /** The provider's balance transaction. */
  id: z.string(),
  at: instant(),
  kind: creditKind,
  amount: signedCents,
});
export type CreditEntry = z.output<typeof creditEntry>;

/** The next charge of a membership: `amount` is `price` less the discount and the credit that it uses. Cents. */
export const nextCharge = z.object({
  at: instant(),
  price: cents,
  discount: cents,
  /** Negative where a sum is owed, which the charge collects. */
  credit: signedCents,
  amount: cents,
});
export type NextCharge = z.output<typeof nextCharge>;

/** The credit of an account: `balance` is the sum of all entries, of which the newest are listed, newest first. */
export const creditAccount = z.object({
  /** Negative where a sum is owed. */
  balance: signedCents,
  /** Null where nothing is charged next. */
  nextCharge: z.nullable(nextCharge),
  entries: z.array(creditEntry),
});
export type CreditAccount = z.output<typeof creditAccount>;
