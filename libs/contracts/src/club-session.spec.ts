import { expect, it } from 'vitest';
import { clubSessions, SHIPPED_CLUB_SCHEDULE } from './club-session.ts';

const begin = (now: string, zone = 'America/Los_Angeles', count = 3): string[] =>
  clubSessions(new Date(now), zone, count).map(({ begins }) => begins.toISOString());

it('the weekly session is on Sundays from eight to ten, also when the clocks change', () => {
  expect(clubSessions(new Date('2025-10-22T12:00:00Z'), 'America/Los_Angeles', 2)).toEqual([
    { date: '2025-10-26', begins: new Date('2025-10-26T15:00:00Z'), ends: new Date('2025-10-26T17:00:00Z') },
    { date: '2025-11-02', begins: new Date('2025-11-02T16:00:00Z'), ends: new Date('2025-11-02T18:00:00Z') },
  ]);
  expect(begin('2026-03-02T00:00:00Z')).toEqual([
    '2026-03-08T15:00:00.000Z',
    '2026-03-15T15:00:00.000Z',
    '2026-03-22T15:00:00.000Z',
  ]);
});

it('the weekly session counts until it is over', () => {
  expect(begin('2025-10-26T16:59:59Z')[0]).toBe('2025-10-26T15:00:00.000Z');
  expect(begin('2025-10-26T17:00:00Z')).toEqual([
    '2025-11-02T16:00:00.000Z',
    '2025-11-09T16:00:00.000Z',
    '2025-11-16T16:00:00.000Z',
  ]);
});

it('the weekly session is by the clock of the zone, where it may be another day', () => {
  expect(begin('2025-10-25T20:00:00Z', 'Pacific/Auckland', 1)).toEqual(['2025-10-25T19:00:00.000Z']);
});

it('the weekly session is not on skipped days, however many there are', () => {
  const next = (skipped: string[], count: number): string[] =>
    clubSessions(new Date('2025-10-22T12:00:00Z'), 'America/Los_Angeles', count, {
      ...SHIPPED_CLUB_SCHEDULE,
      skipped: skipped.map((date) => ({ date })),
    }).map(({ date }) => date);
  expect(next(['2025-11-02'], 3)).toEqual(['2025-10-26', '2025-11-09', '2025-11-16']);
  expect(next(['2025-10-26', '2025-11-02', '2025-11-09', '2024-01-07'], 1)).toEqual(['2025-11-16']);
});

it('the weekly session is when its schedule says, and keeps its time of day and its length when the clocks change', () => {
  const sessions = (now: string, zone: string, begins: string) =>
    clubSessions(new Date(now), zone, 2, { weekday: 'Sunday', begins, minutes: 90, skipped: [] }).map((session) => [
      session.begins.toISOString(),
      session.ends.toISOString(),
    ]);
  expect(sessions('2026-10-20T12:00:00Z', 'Europe/Berlin', '19:15')).toEqual([
    ['2026-10-25T18:15:00.000Z', '2026-10-25T19:45:00.000Z'],
    ['2026-11-01T18:15:00.000Z', '2026-11-01T19:45:00.000Z'],
  ]);
  // At half past two there is no such time on March 29, and on October 25 it is the second of two.
  expect(sessions('2026-03-28T12:00:00Z', 'Europe/Berlin', '02:30')[0]).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T03:00:00.000Z',
  ]);
  expect(sessions('2026-10-24T12:00:00Z', 'Europe/Berlin', '02:30')[0]![1]).toBe('2026-10-25T03:00:00.000Z');
  const evening = { weekday: 'Wednesday', begins: '18:30', minutes: 75, skipped: [{ date: '2026-03-11' }] } as const;
  expect(clubSessions(new Date('2026-03-05T02:44:59Z'), 'America/Los_Angeles', 2, evening)).toEqual([
    { date: '2026-03-04', begins: new Date('2026-03-05T02:30:00Z'), ends: new Date('2026-03-05T03:45:00Z') },
    { date: '2026-03-18', begins: new Date('2026-03-19T01:30:00Z'), ends: new Date('2026-03-19T02:45:00Z') },
  ]);
});
