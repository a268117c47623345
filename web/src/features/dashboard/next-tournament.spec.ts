import { describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { nextTournament, registrationOf, tournamentTitle, upcomingTournaments } from './next-tournament.ts';

const event = (title: string, datetime: string, registrationDeadline: string, type: PublicEvent['type'] = 'tournament'): PublicEvent => ({
  id: title,
  title,
  description: '',
  type,
  division: null,
  datetime,
  endsAt: datetime,
  timezone: 'America/Los_Angeles',
  location: 'Zoom',
  capacity: null,
  registrationDeadline,
  price: 4_000,
  memberPrice: 3_000,
  state: 'open',
  placesLeft: null,
  isNext: false,
  now: '2025-10-01T00:00:00.000Z',
});

const fall = event('Online Fall Classic', '2025-11-22T16:00:00.000Z', '2025-11-16T07:59:59.000Z');
const winter = event('Online Winter Classic', '2026-02-21T16:00:00.000Z', '2026-02-15T07:59:59.000Z');
const bootcamp = event('Bootcamp', '2025-11-01T16:00:00.000Z', '2025-10-31T16:00:00.000Z', 'bootcamp');
const all = [winter, bootcamp, fall];
const titles = (now: string) => upcomingTournaments(all, new Date(now)).map(({ title }) => title);

describe('the next tournament', () => {
  it('is the soonest one, never a bootcamp', () => {
    expect(nextTournament(all, new Date('2025-10-01T00:00:00Z'))).toBe(fall);
    expect(nextTournament(all, new Date('2025-12-01T00:00:00Z'))).toBe(winter);
    expect(nextTournament([], new Date())).toBeUndefined();
  });

  it('is open until its deadline', () => {
    expect(registrationOf(fall, new Date('2025-11-16T07:59:59.000Z'))).toBe('open');
    expect(registrationOf(fall, new Date('2025-11-16T08:00:00.000Z'))).toBe('closed');
  });

  it('is shown alone while it is open, and with the next open one after its deadline', () => {
    expect(titles('2025-10-01T00:00:00Z')).toEqual(['Online Fall Classic']);
    expect(titles('2025-11-20T00:00:00Z')).toEqual(['Online Fall Classic', 'Online Winter Classic']);
    expect(titles('2026-02-20T00:00:00Z')).toEqual(['Online Winter Classic']);
    expect(titles('2027-01-01T00:00:00Z')).toEqual([]);
  });

  it('is called a tournament once', () => {
    expect(tournamentTitle(fall)).toBe('Online Fall Classic Tournament');
    expect(tournamentTitle({ title: 'Spring Tournament' })).toBe('Spring Tournament');
  });
});
