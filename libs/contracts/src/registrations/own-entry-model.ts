import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { division, instant } from '../fields.ts';
import { refundSteps } from './refund-steps.ts';

/**
 * How the money of a withdrawn entry comes back: `card`: the payment provider returns it the way it came; `hand`: staff had recorded the
 * payment, and the association returns it itself; `disputed`: the cardholder's bank has reclaimed the payment, so nothing is refunded
 * beside that; `none`: nothing is to be returned.
 */
export const refundWay = z.enum(['card', 'hand', 'disputed', 'none']);
export type RefundWay = z.output<typeof refundWay>;

/** Cents that a withdrawal returns, after what was refunded before, and how. */
const refund = z.object({ refund: cents, way: refundWay });

/** A tournament entry on the page of its person. */
export const ownEntry = z.object({
  title: z.string(),
  beginsAt: instant(),
  timezone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  division: division(),
  /** Names. */
  competitions: z.array(z.string()),
  /** `unpaid`: its place waits for the payment; `released`: it was not paid in time; `ended`: by a refund, or with what had included it. */
  state: z.enum(['paid', 'unpaid', 'waiting', 'released', 'withdrawn', 'ended']),
  /** On the waitlist, from 1; null for an entry that does not wait. */
  position: z.nullable(z.number()),
  /** The rule of the tournament that it breaks by now, in words; null where it breaks none. */
  ruleBroken: z.nullable(z.string()),
  /** Cents that were charged for it, and those of them that were refunded. */
  paid: cents,
  refunded: cents,
  /** The part of the payment that a withdrawal gives back, by date. Left out where nothing was paid or is given back. */
  refundSteps: z.optional(refundSteps),
  /** The effects of a withdrawal now; null where the entry cannot be withdrawn any more. */
  withdrawal: z.nullable(refund),
  /** Set once its person has withdrawn it. */
  withdrawn: z.nullable(z.extend(refund, { at: instant() })),
});
export type OwnEntry = z.output<typeof ownEntry>;
