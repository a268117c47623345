import { describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { calendarFile } from './calendar-file.ts';
import { sessionsOf } from './sessions.ts';
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
  now: '2025-10-01T00:00:00.000Z',
  ...more,
});

const fall = event('Online Fall Classic', '2025-11-22T17:00:00.000Z', { isNext: true, endsAt: '2025-11-23T00:00:00.000Z' });
const winter = event('Online Winter Classic', '2026-02-28T17:00:00.000Z');
const bootcamp = event('Fall Tournament Prep Bootcamp', '2025-10-19T17:30:00.000Z', {
  type: 'bootcamp',
  endsAt: '2025-11-09T20:30:00.000Z',
  isNext: true,
});

describe('what is upcoming', () => {
  it('is the soonest of its type alone while one can register, also for its waiting list', () => {
    expect(upcoming([winter, bootcamp, fall], 'tournament')).toEqual([fall]);
    expect(upcoming([{ ...fall, state: 'full' }, winter], 'tournament').map(({ title }) => title)).toEqual(['Online Fall Classic']);
    expect(upcoming([winter, bootcamp, fall], 'bootcamp')).toEqual([bootcamp]);
  });

  it('is two once the deadline of the first has passed', () => {
    const closed = { ...fall, state: 'closed', isNext: false } as const;
    const next = { ...winter, isNext: true };
    expect(upcoming([closed, next], 'tournament')).toEqual([closed, next]);
    expect(upcoming([closed], 'tournament')).toEqual([closed]);
    expect(nextOpen([closed, next], 'tournament')).toBe(next);
  });

  it('may be nothing', () => {
    expect(upcoming([bootcamp], 'tournament')).toEqual([]);
    expect(nextOpen([], 'bootcamp')).toBeUndefined();
  });

  it('is called a tournament once', () => {
    expect(tournamentTitle(fall)).toBe('Online Fall Classic Tournament');
    expect(tournamentTitle({ title: 'Spring Tournament' })).toBe('Spring Tournament');
  });
});

describe('the sessions of an event', () => {
  it('keep their hour when the clocks change between them', () => {
    expect(sessionsOf(bootcamp).map(({ begins, ends }) => [begins.toISOString(), ends.toISOString()])).toEqual([
      ['2025-10-19T17:30:00.000Z', '2025-10-19T19:30:00.000Z'],
      ['2025-10-26T17:30:00.000Z', '2025-10-26T19:30:00.000Z'],
      ['2025-11-02T18:30:00.000Z', '2025-11-02T20:30:00.000Z'],
      ['2025-11-09T18:30:00.000Z', '2025-11-09T20:30:00.000Z'],
    ]);
  });

  it('are one for a tournament', () => {
    expect(sessionsOf(fall)).toHaveLength(1);
  });
});

describe('a calendar file', () => {
  const publisher = { name: 'Lectern, of course', url: 'https://lectern.example/tournaments' };
  const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

  it('names the event, when it begins and ends, and where it is told of', () => {
    const file = lines(calendarFile({ ...fall, description: 'Four rounds; bring water, please.' }, publisher));
    expect(file).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Lectern\\, of course//Events//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:Online Fall Classic-1@lectern.example',
      'DTSTAMP:20251001T000000Z',
      'DTSTART:20251122T170000Z',
      'DTEND:20251123T000000Z',
      'SUMMARY:Online Fall Classic',
      'DESCRIPTION:Four rounds\\; bring water\\, please.',
      'LOCATION:Zoom',
      'URL:https://lectern.example/tournaments',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('has an entry for each session of a bootcamp', () => {
    expect(lines(calendarFile(bootcamp, publisher)).filter((line) => line.startsWith('SUMMARY'))).toEqual(
      [1, 2, 3, 4].map((session) => `SUMMARY:Fall Tournament Prep Bootcamp\\, session ${session} of 4`),
    );
  });

  it('folds long lines at 75 octets, between characters', () => {
    const description = '“Vier Sonntage” — '.repeat(20);
    const file = calendarFile({ ...fall, description }, publisher);
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines(file)).toContain(`DESCRIPTION:${description}`);
  });
});
