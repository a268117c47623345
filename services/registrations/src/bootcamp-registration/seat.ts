import type { Purchase } from '../purchase/purchase.entity.ts';
import type { BootcampRegistration, Seat } from './bootcamp-registration.entity.ts';

/** How long a seat is held while its checkout is being opened. */
export const HOLD_MS = 5 * 60_000;
/** How long a free seat is offered to the first of the waitlist: longer for an account that has verified its mailbox. */
const OFFER_MS = 12 * 3_600_000;
const VERIFIED_OFFER_MS = 48 * 3_600_000;

type HeldSeat = Pick<BootcampRegistration, 'seat' | 'heldUntil' | 'offeredUntil' | 'hiddenAt'>;

const isAhead = (until: Date | null, now: Date): boolean => until !== null && until > now;

/**
 * The seat state of a registration, from its payments and the clock (decisions, "Tournaments and bootcamp"). A paid registration
 * has a seat, whatever happened before; a refunded or deleted one has none. A hold lasts for its own time or as long as a
 * checkout is open, and then falls back to the offer that it came from. The result depends on the whole state only, so events may
 * arrive in any order.
 */
export const seatOf = (registration: HeldSeat, purchases: readonly Pick<Purchase, 'status'>[], now: Date): Seat => {
  const has = (status: Purchase['status']): boolean => purchases.some((purchase) => purchase.status === status);
  if (registration.hiddenAt !== null) return 'released';
  if (has('paid')) return 'taken';
  if (has('refunded')) return 'released';
  const unheld = isAhead(registration.offeredUntil, now) ? 'offered' : 'released';
  switch (registration.seat) {
    case 'held':
      return isAhead(registration.heldUntil, now) || has('open') ? 'held' : unheld;
    case 'offered':
      return unheld;
    default:
      return registration.seat;
  }
};

/** Until when a seat offered at `now` stays offered; never beyond the first session. */
export const offerEnd = (now: Date, begins: Date, isVerified: boolean): Date =>
  new Date(Math.min(now.getTime() + (isVerified ? VERIFIED_OFFER_MS : OFFER_MS), begins.getTime()));

interface Capacity {
  readonly capacity: number | null;
}

/** The number of free seats; below zero where more people paid than there are seats. */
export const freeSeats = (run: Capacity, { filled }: { readonly filled: number }): number =>
  (run.capacity ?? Infinity) - filled;

/** Whether a new person gets a seat: one is free, and the waitlist is empty. */
export const hasRoom = (run: Capacity, occupancy: { readonly filled: number; readonly waiting: number }): boolean =>
  occupancy.waiting === 0 && freeSeats(run, occupancy) > 0;
