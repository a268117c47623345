import * as z from 'zod/mini';
import { cents, signedCents } from '../cents.ts';
import { instant, plan } from '../fields.ts';

/** A quote for another plan, as the payment provider computes it. Cents. It can be accepted for half an hour, in the running period. */
export const planSwitchQuote = z.object({
  plan: plan(),
  /** Of a period of that plan. */
  price: cents,
  /** For the rest of the period that is paid. */
  credit: cents,
  /** The credit that the member has already; negative for a sum that is owed. */
  balance: signedCents,
  /** The amount that is charged immediately. */
  amountDue: cents,
  /** The credit that is left then, which pays the next periods. */
  creditLeft: cents,
  nextCharge: cents,
  nextChargeAt: instant(),
  quotedAt: instant(),
});
export type PlanSwitchQuote = z.output<typeof planSwitchQuote>;

/** The quote that a member accepts. */
export const acceptedQuote = z.pick(planSwitchQuote, { plan: true, amountDue: true, creditLeft: true, quotedAt: true });
