import type { PublicEvent } from '@lectern/contracts/registrations/model';

export type Registration = 'open' | 'closed';

/** Whether one can still register for it. */
export const registrationOf = (event: PublicEvent, now: Date): Registration =>
  new Date(event.registrationDeadline) >= now ? 'open' : 'closed';

/** The soonest tournament that is not over. */
export const nextTournament = (events: readonly PublicEvent[], now: Date): PublicEvent | undefined =>
  events
    .filter((event) => event.type === 'tournament' && new Date(event.datetime) >= now)
    .sort((one, other) => one.datetime.localeCompare(other.datetime))[0];

/**
 * What the upcoming card shows: the soonest tournament, and when its deadline has passed, also the next one that can still be
 * entered (decisions, "Pages").
 */
export const upcomingTournaments = (events: readonly PublicEvent[], now: Date): PublicEvent[] => {
  const next = nextTournament(events, now);
  if (next === undefined) return [];
  if (registrationOf(next, now) === 'open') return [next];
  const open = nextTournament(events.filter((event) => registrationOf(event, now) === 'open'), now);
  return open === undefined ? [next] : [next, open];
};

/** "Online Fall Classic" → "Online Fall Classic Tournament". */
export const tournamentTitle = ({ title }: Pick<PublicEvent, 'title'>): string =>
  /tournament/i.test(title) ? title : `${title} Tournament`;
