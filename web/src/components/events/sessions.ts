import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { zoneOffset } from '@lectern/contracts/zone-offset';

const WEEK = 7 * 86_400_000;

export interface Session {
  begins: Date;
  ends: Date;
}

/**
 * The sessions of an event: a tournament is one; a bootcamp run meets every week at the same hour of its own zone's clock, also
 * when that clock is changed between two of them.
 */
export const sessionsOf = ({ type, datetime, endsAt, timezone }: Pick<PublicEvent, 'type' | 'datetime' | 'endsAt' | 'timezone'>): Session[] => {
  const first = Date.parse(datetime);
  const end = Date.parse(endsAt);
  if (type === 'tournament') return [{ begins: new Date(first), ends: new Date(end) }];
  const firstOffset = zoneOffset(first, timezone);
  const starts: number[] = [];
  for (let at = first; at < end; ) {
    starts.push(at);
    const weeksLater = first + starts.length * WEEK;
    at = weeksLater + firstOffset - zoneOffset(weeksLater, timezone);
  }
  const length = end - (starts.at(-1) ?? first);
  return starts.map((start) => ({ begins: new Date(start), ends: new Date(start + length) }));
};
