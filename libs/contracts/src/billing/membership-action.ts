import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, ONE_LINE, plan, requiredLine, uuid } from '../fields.ts';
import { pauseMonths } from './pause.ts';

export const ACTION_REASON_MAX = 500;

export const MEMBERSHIP_ACTIONS = ['cancel', 'cancel_now', 'resume', 'switch', 'pause', 'end_pause', 'extend'] as const;
export type MembershipActionKind = (typeof MEMBERSHIP_ACTIONS)[number];

const UNKNOWN_ACTION = 'Choose what to do';

/**
 * An action of staff on a membership. `cancel`: with the end of the paid period. `cancel_now`: immediately, without a refund. `resume`: reverts a
 * cancellation while the period runs.
 */
export const membershipAction = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('cancel') }),
    z.strictObject({ kind: z.literal('cancel_now') }),
    z.strictObject({ kind: z.literal('resume') }),
    z.strictObject({ kind: z.literal('switch'), plan: plan() }),
    z.strictObject({ kind: z.literal('pause'), months: pauseMonths }),
    z.strictObject({ kind: z.literal('end_pause') }),
    /** The next charge moves to a later time. */
    z.strictObject({ kind: z.literal('extend'), until: z.iso.datetime({ error: 'Choose a day' }) }),
  ],
  { error: UNKNOWN_ACTION },
);
export type MembershipAction = z.output<typeof membershipAction>;

/** The email that the member gets about it. */
export const membershipEmail = z.enum([
  'cancelled',
  'ended',
  'resumed',
  'paused',
  'pause_ended',
  'switched',
  'extended',
]);

/** The effects of an action on a membership, as they would be now. Cents. */
export const membershipEffects = z.strictObject({
  /** The plan and its price per period, afterwards. */
  plan: plan(),
  price: cents,
  endsNow: z.boolean(),
  /** When the period ends that is paid by now; null where none is paid. */
  paidUntil: z.nullable(instant()),
  /** Without a charge and without access; null without a pause. */
  pause: z.nullable(z.strictObject({ from: instant(), until: instant() })),
  /** The amount that is charged immediately. */
  amountDue: cents,
  /** Given for the rest of the period that is paid. */
  credit: cents,
  /** The credit that is left then, which pays the next periods. */
  creditLeft: cents,
  /** Null where nothing more is charged. The amount of a switch is less the credit that is left; any other is the price. */
  nextCharge: z.nullable(z.strictObject({ amount: cents, at: instant() })),
  /** Null for a membership without an email address. */
  email: z.nullable(membershipEmail),
  /** From when the rest of the period counts, of a switch. */
  quotedAt: z.nullable(instant()),
});
export type MembershipEffects = z.output<typeof membershipEffects>;

export const membershipActionForm = {
  /** Chosen by the client: a repeated request with it does nothing more. */
  id: uuid(),
  action: membershipAction,
  reason: requiredLine('Write the reason', ACTION_REASON_MAX).check(z.regex(ONE_LINE, 'Write the reason in one line')),
  /** As they were shown: `version_conflict` where they are others now. */
  effects: membershipEffects,
};
