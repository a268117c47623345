import type { Event } from './event.entity.ts';
import type { Taken } from './places.ts';

/** The states of a bootcamp seat that fill one of its run. */
export const FILLING: readonly string[] = ['held', 'offered', 'taken'];

/** The number of filled places of an event, and of people on its waitlist. */
export interface EventOccupancy {
  readonly eventId: string;
  readonly filled: number;
  readonly waiting: number;
  readonly paid: number;
}

/** With the taken places of everything that is limited. */
export interface OccupancyOfParts extends Omit<EventOccupancy, 'eventId'> {
  readonly taken: Taken;
}

export interface Availability {
  readonly state: 'open' | 'closed' | 'full';
  /** For a new person; null where there is no limit. */
  readonly placesLeft: number | null;
}

/** Whether a new person may register at `now`, with a place or on the waitlist. */
export const acceptsNewPeople = (
  event: Pick<Event, 'isActive' | 'closedAt' | 'registrationDeadline'>,
  now: Date,
): boolean => event.closedAt === null && acceptsPayments(event, now);

/** Whether registered people may still pay for it or move up to a place. Closing an event early does not end that; the deadline does. */
export const acceptsPayments = (event: Pick<Event, 'isActive' | 'registrationDeadline'>, now: Date): boolean =>
  event.isActive && event.registrationDeadline > now;

/**
 * The availability of the event's own places for a new person at `now`. A place that has just become free is the waitlist's, except
 * that of a tournament: people who still wait for one wait for a full division or competition, or a rule keeps them out.
 */
export const availabilityOf = (
  event: Pick<Event, 'capacity' | 'isActive' | 'closedAt' | 'registrationDeadline'> & Partial<Pick<Event, 'type'>>,
  { filled, waiting }: Pick<EventOccupancy, 'filled' | 'waiting'>,
  now: Date,
): Availability => {
  const isWaitlists = waiting > 0 && event.type !== 'tournament';
  const placesLeft = event.capacity === null ? null : isWaitlists ? 0 : Math.max(0, event.capacity - filled);
  if (!acceptsNewPeople(event, now)) return { state: 'closed', placesLeft };
  return { state: placesLeft === 0 ? 'full' : 'open', placesLeft };
};
