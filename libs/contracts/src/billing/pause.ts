import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant } from '../fields.ts';

export const pauseMonths = z
  .number({ error: 'Choose 1, 2 or 3 months' })
  .check(z.int('Choose 1, 2 or 3 months'), z.gte(1, 'Choose 1, 2 or 3 months'), z.lte(3, 'Choose 1, 2 or 3 months'));

/** The pauses that a member can choose from. */
export const pauseOffer = z.object({
  /** The end of the paid period: until then the member has access, and from then on nothing is charged. */
  from: instant(),
  /** When the next charge is due after each. */
  choices: z.array(
    z.object({
      months: pauseMonths,
      until: instant(),
      /** That charge, in cents, less discounts and credit. Left out by older revisions. */
      amount: z.optional(cents),
    }),
  ),
  /** Of a period, in cents, before credit and discounts. */
  price: cents,
});
export type PauseOffer = z.output<typeof pauseOffer>;

/** The effect of ending a pause now. Cents. */
export const pauseEndQuote = z.object({
  /** Whether the pause has begun: a new paid month begins now then. Else the pause is only dropped. */
  hasBegun: z.boolean(),
  /** The price of that month, before credit and discounts. */
  price: cents,
  /** The amount that is charged immediately. */
  amountDue: cents,
  nextChargeAt: instant(),
  /** That charge, less discounts and the credit that is left then. Left out by older revisions. */
  nextAmount: z.optional(cents),
});
export type PauseEndQuote = z.output<typeof pauseEndQuote>;
