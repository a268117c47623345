import { describe, expect, it } from 'vitest';
import { SEASON, type SeasonEvent } from './season.ts';

const tournaments = SEASON.filter((event) => event.type === 'tournament');
const bootcamps = SEASON.filter((event) => event.type === 'bootcamp');

const wallClock = (event: SeasonEvent, instant: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: event.timezone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(instant);

describe('the season', () => {
  it('begins with the Online Fall Classic of the specification', () => {
    const [first] = SEASON;
    expect(first).toMatchObject({
      title: 'Online Fall Classic',
      location: 'Zoom',
      price: 4_000,
      timezone: 'America/New_York',
    });
    const date = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' });
    expect(date.format(first!.datetime)).toBe('Nov 22, 2025');
    expect(date.format(first!.registrationDeadline)).toBe('Nov 15, 2025');
  });

  it('has a winter, a spring, a summer and a fall tournament in each year', () => {
    for (const year of [2026, 2027, 2028, 2029]) {
      expect(
        tournaments.filter((event) => event.datetime.getUTCFullYear() === year).map((event) => event.title),
      ).toEqual(['Online Winter Classic', 'Online Spring Classic', 'Online Summer Classic', 'Online Fall Classic']);
    }
  });

  it('plays tournaments on Saturdays at noon', () => {
    for (const event of tournaments) expect(wallClock(event, event.datetime)).toBe('Saturday 12:00 PM');
  });

  it('runs bootcamps on four Sundays for twelve people, over before their tournament', () => {
    expect(bootcamps).toHaveLength(16);
    for (const [index, event] of bootcamps.entries()) {
      expect(event).toMatchObject({ capacity: 12, price: 15_500, timezone: 'America/Los_Angeles' });
      expect(wallClock(event, event.datetime)).toBe('Sunday 10:30 AM');
      expect(wallClock(event, event.endsAt)).toBe('Sunday 12:30 PM');
      const hours = (event.endsAt.getTime() - event.datetime.getTime()) / 3_600_000;
      expect(Math.round(hours / 24)).toBe(21);
      expect(event.endsAt < tournaments[index + 1]!.datetime).toBe(true);
    }
  });

  it('closes registration before an event begins', () => {
    for (const event of SEASON) expect(event.registrationDeadline < event.datetime).toBe(true);
  });

  it('gives every event an id of its own, as a UUID', () => {
    expect(new Set(SEASON.map((event) => event.id)).size).toBe(SEASON.length);
    for (const event of SEASON)
      expect(event.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('keeps its ids, because databases were seeded with them', () => {
    expect(SEASON[0]!.id).toBe('adfe337c-d6a9-5a1d-bb10-78757b143cc3');
  });
});
