import type { Event } from '../event/event.entity.ts';
import { isLimited } from '../event/places.ts';

const HOUR_MS = 3_600_000;
/** Decisions: an unpaid entry of an unverified mailbox holds its place for two hours, as long as a bootcamp seat where it is offered by email. */
const UNVERIFIED_MS = { entered: 2 * HOUR_MS, offered: 12 * HOUR_MS };
const VERIFIED_MS = 48 * HOUR_MS;
/** As long as a payment page lives. */
const PAGE_MS = HOUR_MS / 2;

/**
 * Until when an unpaid entry holds the place that it gets at `now`: never for more than half of the time until the deadline, so
 * that others can still get it, except in the last half hour.
 */
export const holdEnd = (
  now: Date,
  deadline: Date,
  { occasion, isVerified }: { readonly occasion: 'entered' | 'offered'; readonly isVerified: boolean },
): Date => {
  const left = deadline.getTime() - now.getTime();
  const most = isVerified ? VERIFIED_MS : UNVERIFIED_MS[occasion];
  return new Date(now.getTime() + Math.min(most, Math.max(left / 2, PAGE_MS), left));
};

/**
 * Until when an entry can be paid. Where places are limited, only on a page that was opened by the end of its hold: later pages
 * do not prolong it.
 */
export const payByOf = (
  event: Pick<Event, 'capacity' | 'registrationDeadline'> & Partial<Pick<Event, 'setup'>>,
  { heldUntil }: { readonly heldUntil: Date | null },
): Date =>
  !isLimited(event) || heldUntil === null
    ? event.registrationDeadline
    : new Date(Math.min(heldUntil.getTime() + PAGE_MS, event.registrationDeadline.getTime()));
