import type { Event } from './event.entity.ts';

/** How many fill an event's places, and how many wait for one. */
export interface Fill {
  readonly eventId: string;
  readonly filled: number;
  readonly waiting: number;
}

export interface Availability {
  readonly state: 'open' | 'closed' | 'full';
  /** For somebody new; null where there is no limit. */
  readonly placesLeft: number | null;
}

/** What somebody who comes at `now` finds. While others wait, a place that has just become free is theirs. */
export const availabilityOf = (
  event: Pick<Event, 'capacity' | 'registrationDeadline'>,
  { filled, waiting }: Pick<Fill, 'filled' | 'waiting'>,
  now: Date,
): Availability => {
  const placesLeft = event.capacity === null ? null : waiting > 0 ? 0 : Math.max(0, event.capacity - filled);
  if (event.registrationDeadline <= now) return { state: 'closed', placesLeft };
  return { state: placesLeft === 0 ? 'full' : 'open', placesLeft };
};
