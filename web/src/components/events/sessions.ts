import type { PublicEvent } from '@lectern/contracts/registrations/model';

const WEEK = 7 * 86_400_000;

/** Milliseconds by which the wall clock of a zone is ahead of UTC at an instant. */
const offsetOf = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(instant / 1000) * 1000;
};

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
  const firstOffset = offsetOf(first, timezone);
  const starts: number[] = [];
  for (let at = first; at < end; ) {
    starts.push(at);
    const weeksLater = first + starts.length * WEEK;
    at = weeksLater + firstOffset - offsetOf(weeksLater, timezone);
  }
  const length = end - (starts.at(-1) ?? first);
  return starts.map((start) => ({ begins: new Date(start), ends: new Date(start + length) }));
};
