import { betterRefunds, refundPercent } from '@lectern/contracts/registrations/refund-policy';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';
import type { Event } from '../event/event.entity.ts';
import type { Purchase } from '../purchase/purchase.entity.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';

type Entered = Pick<TournamentRegistration, 'paymentStatus' | 'refundSteps'>;
type Payment = Pick<Purchase, 'status' | 'amountPaid' | 'amountRefunded' | 'isDisputed' | 'sessionId'>;

/**
 * The effects of withdrawing an entry at `now`: the cents of its payment that are returned, after those that were refunded before, and how.
 * A part of a cent is the person's. Null once the tournament has begun or the entry has ended.
 */
export const withdrawalOf = (
  event: Pick<Event, 'datetime' | 'refundSteps'>,
  { paymentStatus, refundSteps }: Entered,
  payment: Payment | null,
  now: Date,
): OwnEntry['withdrawal'] => {
  if (paymentStatus === 'refunded' || event.datetime <= now) return null;
  if (paymentStatus !== 'paid' || payment?.status !== 'paid' || payment.amountPaid === 0)
    return { refund: 0, way: 'none' };
  // The bank returns all of it, or the association wins and keeps it.
  if (payment.isDisputed) return { refund: 0, way: 'disputed' };
  const percent = refundPercent(betterRefunds(event.refundSteps, refundSteps), now);
  const refund = Math.max(0, Math.ceil((payment.amountPaid * percent) / 100) - payment.amountRefunded);
  return { refund, way: refund === 0 ? 'none' : payment.sessionId === null ? 'hand' : 'card' };
};
