import * as z from 'zod/mini';
import { cents, signedCents } from '../cents.ts';
import { instant, ONE_LINE, requiredLine, uuid } from '../fields.ts';
import { MAX_CENTS } from '../money.ts';

/**
 * The reason of a credit entry. `goodwill`: staff gave it. `refund`: staff refunded a payment as credit. `switch`: the rest of a period that a switch of plan gave back. `dues`: an invoice of the membership used it.
 * `returned`: what had used it was refused or not paid. `withdrawn`: the association took unspent credit back. `moved`: between two customers of
 * the same account. `other`: made in the provider's dashboard.
 */
export const creditKind = z.enum([
  'referral',
  'goodwill',
  'refund',
  'switch',
  'dues',
  'returned',
  'withdrawn',
  'moved',
  'other',
]);
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

/** As staff see it. */
export const staffCreditEntry = z.extend(creditEntry, {
  /** Of staff; null for other entries, and after the person was erased. */
  reason: z.nullable(z.string()),
  /** The name of the administrator, null where none is known. */
  by: z.nullable(z.string()),
});
export type StaffCreditEntry = z.output<typeof staffCreditEntry>;

/**
 * A change of credit that staff asked for. `asked`: it is stored, and made as soon as the provider answers. `refused`: it was not made, for the
 * reason `refusal`. Cents, positive where it adds credit.
 */
export const creditChange = z.object({
  id: uuid(),
  kind: z.enum(['goodwill', 'refund', 'withdrawn']),
  amount: signedCents,
  status: z.enum(['asked', 'made', 'refused']),
  refusal: z.nullable(z.string()),
  askedAt: instant(),
});
export type CreditChange = z.output<typeof creditChange>;

export const CREDIT_REASON_MAX = 500;
const NO_AMOUNT = 'Enter the amount';

export const creditForm = z.strictObject({
  /** Chosen by the client: a repeated request with it changes nothing more. */
  id: uuid(),
  /** `withdraw` takes unspent credit back. */
  act: z.enum(['give', 'withdraw']),
  /** Cents. */
  amount: z.number({ error: NO_AMOUNT }).check(z.int(NO_AMOUNT), z.gte(1, NO_AMOUNT), z.lte(MAX_CENTS, NO_AMOUNT)),
  /** The credit that the page showed: `version_conflict` where it is another now. */
  balance: signedCents,
  reason: requiredLine('Write the reason', CREDIT_REASON_MAX).check(z.regex(ONE_LINE, 'Write the reason in one line')),
});
export type CreditForm = z.output<typeof creditForm>;

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

/** As staff see it, with the changes that are asked for or were refused lately, newest first. */
export const staffCreditAccount = z.extend(creditAccount, {
  entries: z.array(staffCreditEntry),
  unmade: z.array(creditChange),
});
export type StaffCreditAccount = z.output<typeof staffCreditAccount>;
