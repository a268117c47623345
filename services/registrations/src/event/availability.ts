import type { Event } from './event.entity.ts';

/** How many fill an event's places, and how many wait for one. */
export interface Fill {
  readonly eventId: string;
  readonly filled: number;
  readonly waiting: number;
  readonly paid: number;
}

export interface Availability {
  readonly state: 'open' | 'closed' | 'full';
  /** For somebody new; null where there is no limit. */
  readonly placesLeft: number | null;
}

/** Whether somebody new may register at `now`, with a place or on the waitlist. */
export const takesNewcomers = (
  event: Pick<Event, 'isActive' | 'closedAt' | 'registrationDeadline'>,
  now: Date,
): boolean => event.closedAt === null && servesRegistered(event, now);

/** Whether who is registered may still pay for it or move up to a place. A closing by hand leaves them that; the deadline ends it. */
export const servesRegistered = (event: Pick<Event, 'isActive' | 'registrationDeadline'>, now: Date): boolean =>
  event.isActive && event.registrationDeadline > now;

/** What somebody who comes at `now` finds. While others wait, a place that has just become free is theirs. */
export const availabilityOf = (
  event: Pick<Event, 'capacity' | 'isActive' | 'closedAt' | 'registrationDeadline'>,
  { filled, waiting }: Pick<Fill, 'filled' | 'waiting'>,
  now: Date,
): Availability => {
  const placesLeft = event.capacity === null ? null : waiting > 0 ? 0 : Math.max(0, event.capacity - filled);
  if (!takesNewcomers(event, now)) return { state: 'closed', placesLeft };
  return { state: placesLeft === 0 ? 'full' : 'open', placesLeft };
};
