import { describe, expect, it } from 'vitest';
import { type CalendarEvent, eventEntries, sessionsOf } from './event-calendar.ts';

const fall: CalendarEvent = {
  id: 'fall',
  title: 'Online Fall Classic',
  description: 'Four rounds.',
  type: 'tournament',
  datetime: '2025-11-22T17:00:00.000Z',
  endsAt: '2025-11-23T00:00:00.000Z',
  timezone: 'America/Los_Angeles',
  location: 'Zoom',
  sequence: 0,
};
const bootcamp: CalendarEvent = {
  ...fall,
  id: 'run',
  title: 'Fall Tournament Prep Bootcamp',
  type: 'bootcamp',
  datetime: '2025-10-19T17:30:00.000Z',
  endsAt: '2025-11-09T20:30:00.000Z',
};

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

describe('an event in a calendar', () => {
  it('is one entry for a tournament', () => {
    expect(eventEntries(fall, 'https://lectern.example/tournaments')).toEqual([
      {
        uid: 'fall-1@lectern.example',
        begins: new Date('2025-11-22T17:00:00Z'),
        ends: new Date('2025-11-23T00:00:00Z'),
        title: 'Online Fall Classic',
        description: 'Four rounds.',
        location: 'Zoom',
        sequence: 0,
        url: 'https://lectern.example/tournaments',
      },
    ]);
  });

  it('is one for each session of a bootcamp, each with an id of its own', () => {
    const entries = eventEntries(bootcamp, 'https://lectern.example/bootcamp-registration');
    expect(entries.map(({ title }) => title)).toEqual(
      [1, 2, 3, 4].map((session) => `Fall Tournament Prep Bootcamp, session ${session} of 4`),
    );
    expect(entries.map(({ uid }) => uid)).toEqual([1, 2, 3, 4].map((session) => `run-${session}@lectern.example`));
  });
});
