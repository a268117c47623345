import { describe, expect, it } from 'vitest';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { nextOpen, tournamentTitle, upcoming } from './upcoming.ts';

const event = (title: string, datetime: string, more: Partial<PublicEvent> = {}): PublicEvent => ({
  id: title,
  title,
  description: '',
  type: 'tournament',
  division: null,
  datetime,
  endsAt: datetime,
  timezone: 'America/Los_Angeles',
  location: 'Zoom',
  capacity: null,
  registrationDeadline: datetime,
  price: 4_000,
  memberPrice: 3_000,
  state: 'open',
  placesLeft: null,
  isNext: false,
  sequence: 0,
  now: '2025-10-01T00:00:00.000Z',
  ...more,
});

const fall = event('Online Fall Classic', '2025-11-22T17:00:00.000Z', {
  isNext: true,
  endsAt: '2025-11-23T00:00:00.000Z',
});
const winter = event('Online Winter Classic', '2026-02-28T17:00:00.000Z');
const bootcamp = event('Fall Tournament Prep Bootcamp', '2025-10-19T17:30:00.000Z', {
  type: 'bootcamp',
  endsAt: '2025-11-09T20:30:00.000Z',
  isNext: true,
});

describe('the upcoming events', () => {
  it('are only the soonest of the type while it is open, also for its waitlist', () => {
    expect(upcoming([winter, bootcamp, fall], 'tournament')).toEqual([fall]);
    expect(upcoming([{ ...fall, state: 'full' }, winter], 'tournament').map(({ title }) => title)).toEqual([
      'Online Fall Classic',
    ]);
    expect(upcoming([winter, bootcamp, fall], 'bootcamp')).toEqual([bootcamp]);
  });

  it('are two once the deadline of the first has passed', () => {
    const closed = { ...fall, state: 'closed', isNext: false } as const;
    const next = { ...winter, isNext: true };
    expect(upcoming([closed, next], 'tournament')).toEqual([closed, next]);
    expect(upcoming([closed], 'tournament')).toEqual([closed]);
    expect(nextOpen([closed, next], 'tournament')).toBe(next);
  });

  it('may be none', () => {
    expect(upcoming([bootcamp], 'tournament')).toEqual([]);
    expect(nextOpen([], 'bootcamp')).toBeUndefined();
  });

  it('have "Tournament" once in their title', () => {
    expect(tournamentTitle(fall)).toBe('Online Fall Classic Tournament');
    expect(tournamentTitle({ title: 'Spring Tournament' })).toBe('Spring Tournament');
  });
});
