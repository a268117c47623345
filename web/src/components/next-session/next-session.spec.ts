import { describe, expect, it } from 'vitest';
import { SHIPPED_CLUB_SCHEDULE } from '@lectern/contracts/club-session';
import { countdown, nextSession, skippedBefore } from './next-session.ts';

const ZONE = 'America/Los_Angeles';
const next = (now: string) => nextSession(ZONE, Date.parse(now));

describe('the next session', () => {
  it.each([
    ['on a Wednesday', '2026-03-04T20:00:00Z', '2026-03-08T15:00:00.000Z'],
    ['on its own morning', '2026-03-01T15:59:59Z', '2026-03-01T16:00:00.000Z'],
    ['after it has ended', '2026-03-01T18:00:00Z', '2026-03-08T15:00:00.000Z'],
    ['late on Saturday, when it is Sunday in UTC', '2026-03-08T05:00:00Z', '2026-03-08T15:00:00.000Z'],
    ['over the end of summer time', '2026-10-28T12:00:00Z', '2026-11-01T16:00:00.000Z'],
    ['over the turn of the year', '2026-12-31T23:00:00Z', '2027-01-03T16:00:00.000Z'],
  ])('%s is at eight on the next Sunday', (_when, now, begins) => {
    expect(next(now)).toMatchObject({ begins: new Date(begins), isOn: false });
  });

  it('is not on a skipped day; the skipped days before it are named, soonest first', () => {
    const day = (date: string) => ({ date, reason: 'Winter break' });
    const skipped = [day('2026-03-15'), day('2026-03-08'), day('2026-03-01'), day('2026-04-05')];
    const session = nextSession(ZONE, Date.parse('2026-03-04T20:00:00Z'), { ...SHIPPED_CLUB_SCHEDULE, skipped });
    expect(session.date).toBe('2026-03-22');
    expect(skippedBefore(session, '2026-03-04', skipped)).toEqual([day('2026-03-08'), day('2026-03-15')]);
  });

  it('is the one that is on, until its end', () => {
    expect(next('2026-03-01T16:00:00Z')).toEqual({
      date: '2026-03-01',
      begins: new Date('2026-03-01T16:00:00Z'),
      ends: new Date('2026-03-01T18:00:00Z'),
      isOn: true,
    });
    expect(next('2026-03-01T17:59:59Z').isOn).toBe(true);
  });

  it.each([
    ['2026-03-04T20:00:00Z', 'in 3 days 19 hours'],
    ['2026-03-07T15:00:00Z', 'in 1 day'],
    ['2026-03-08T11:48:00Z', 'in 3 hours 12 minutes'],
    ['2026-03-08T14:00:00Z', 'in 1 hour'],
    ['2026-03-08T14:59:30Z', 'in 1 minute'],
    ['2026-03-08T15:30:00Z', 'on now'],
  ])('at %s is %s', (now, words) => {
    expect(countdown(next(now), Date.parse(now))).toBe(words);
  });
});
