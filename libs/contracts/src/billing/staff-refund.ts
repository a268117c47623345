import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, ONE_LINE, requiredLine, uuid } from '../fields.ts';
import { MAX_CENTS } from '../money.ts';

export const REFUND_REASON_MAX = 500;

/** Ends with a refund of all that is left: the running membership, or a registration, whose place becomes free. */
export const endedByRefund = z.enum(['membership', 'registration']);
export type EndedByRefund = z.output<typeof endedByRefund>;

/** Where the money goes: back to the card or account that paid, or to the credit of the member who did. */
export const refundMethod = z.enum(['card', 'credit']);

/** The part of a charge that staff can refund. */
export const refundable = z.object({
  /** Cents that are not refunded, nor asked to be. */
  left: cents,
  ends: z.nullable(endedByRefund),
  /** Cents that were given as credit for the rest of its period when the plan was switched. Left out by older revisions. */
  credited: z.optional(cents),
  /** Cents of that credit that are unspent: a refund can withdraw them in the same act. Left out by older revisions. */
  withdrawable: z.optional(cents),
  /** Whether it can be refunded as credit: an account has it. Left out by older revisions. */
  asCredit: z.optional(z.boolean()),
});
export type Refundable = z.output<typeof refundable>;

/**
 * A refund that staff made in the console, or that followed from a withdrawal. `asked`: it is stored, and made as soon as the provider answers. `refused`: the provider refused
 * it, for the reason `refusal`; nothing was refunded.
 */
export const staffRefund = z.object({
  id: uuid(),
  amount: cents,
  /** Missing after the person was erased. */
  reason: z.nullable(z.string()),
  status: z.enum(['asked', 'made', 'refused']),
  refusal: z.nullable(z.string()),
  ends: z.nullable(endedByRefund),
  /** The administrator; null where a person withdrew from an event, and its policy refunds. */
  askedBy: z.nullable(uuid()),
  askedAt: instant(),
  /** Left out by older revisions, which refunded to the card alone. */
  method: z.optional(refundMethod),
});
export type StaffRefund = z.output<typeof staffRefund>;

/** As staff see it in the list of a charge's refunds: with the administrator's name, null where it is not known. */
export const shownRefund = z.extend(staffRefund, { askedBy: z.nullable(z.string()) });
export type ShownRefund = z.output<typeof shownRefund>;

const NO_AMOUNT = 'Enter the amount to refund';

export const refundForm = z.strictObject({
  /** Chosen by the client: a repeated request with it refunds nothing more. */
  id: uuid(),
  /** Cents. */
  amount: z.number({ error: NO_AMOUNT }).check(z.int(NO_AMOUNT), z.gte(1, NO_AMOUNT), z.lte(MAX_CENTS, NO_AMOUNT)),
  /** Cents that were left when the page was loaded: `version_conflict` where others are now. */
  left: cents,
  /** `card` where it is left out. */
  method: z.optional(refundMethod),
  /** Cents of unspent credit, given for the rest of this period, that are withdrawn as well. */
  withdraw: z.optional(cents),
  reason: requiredLine('Write the reason', REFUND_REASON_MAX).check(z.regex(ONE_LINE, 'Write the reason in one line')),
});
export type RefundForm = z.output<typeof refundForm>;
