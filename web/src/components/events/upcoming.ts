import type { PublicEvent } from '@lectern/contracts/registrations/model';

type Type = PublicEvent['type'];

/** The event of a registration that names none, by the product's clock. */
export const nextOpen = (events: readonly PublicEvent[], type: Type): PublicEvent | undefined =>
  events.find((event) => event.type === type && event.isNext);

/**
 * The events of the upcoming card: the soonest one, and when its deadline has passed, also the next one that is still open
 * (decisions, "Pages"). Soonest first.
 */
export const upcoming = (events: readonly PublicEvent[], type: Type): PublicEvent[] => {
  const ofType = events
    .filter((event) => event.type === type)
    .sort((one, other) => one.datetime.localeCompare(other.datetime));
  const soonest = ofType[0];
  if (soonest === undefined) return [];
  const next = nextOpen(ofType, type);
  return soonest.state !== 'closed' || next === undefined ? [soonest] : [soonest, next];
};

/** "Online Fall Classic" → "Online Fall Classic Tournament". */
export const tournamentTitle = ({ title }: Pick<PublicEvent, 'title'>): string =>
  /tournament/i.test(title) ? title : `${title} Tournament`;

/** The badge of an event. A person who registers for a full event joins its waitlist. */
export const STATES = {
  open: { tone: 'ok', label: 'Registration Open' },
  closed: { tone: 'stop', label: 'Registration Closed' },
  full: { tone: 'wait', label: 'Sold Out' },
} as const satisfies Record<PublicEvent['state'], { tone: string; label: string }>;

export const placeOf = ({ location }: Pick<PublicEvent, 'location'>): string =>
  /zoom/i.test(location) ? 'Virtual on Zoom' : location;
