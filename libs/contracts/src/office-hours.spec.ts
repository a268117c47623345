import { describe, expect, it } from '@jest/globals';
import { officeHoursSlots } from './office-hours.ts';

const starts = (now: string): string[] => officeHoursSlots(new Date(now)).map(({ startsAt }) => startsAt.toISOString());

describe('the slots of the office hours', () => {
  it('are next on Friday, January 24, at 3:00 PM EST and half an hour later, thirty minutes each', () => {
    expect(officeHoursSlots(new Date('2025-01-20T12:00:00Z')).slice(0, 2)).toEqual([
      { startsAt: new Date('2025-01-24T20:00:00Z'), endsAt: new Date('2025-01-24T20:30:00Z') },
      { startsAt: new Date('2025-01-24T20:30:00Z'), endsAt: new Date('2025-01-24T21:00:00Z') },
    ]);
  });

  it('can be requested four weeks ahead', () => {
    expect(starts('2025-01-20T12:00:00Z').map((start) => start.slice(0, 10))).toEqual(
      ['2025-01-24', '2025-01-31', '2025-02-07', '2025-02-14'].flatMap((day) => [day, day]),
    );
    expect(starts('2025-01-24T20:00:00Z').at(-1)).toBe('2025-02-21T20:00:00.000Z');
  });

  it('can be requested until a day before', () => {
    expect(starts('2025-01-23T20:00:00.000Z')[0]).toBe('2025-01-24T20:00:00.000Z');
    expect(starts('2025-01-23T20:00:00.001Z')[0]).toBe('2025-01-24T20:30:00.000Z');
    expect(starts('2025-01-23T20:30:00.001Z')[0]).toBe('2025-01-31T20:00:00.000Z');
  });

  it('keep their hour when the clocks change', () => {
    expect(starts('2025-03-03T12:00:00Z').filter((_start, index) => index % 2 === 0)).toEqual([
      '2025-03-07T20:00:00.000Z',
      '2025-03-14T19:00:00.000Z',
      '2025-03-21T19:00:00.000Z',
      '2025-03-28T19:00:00.000Z',
    ]);
    expect(starts('2025-10-27T12:00:00Z').slice(0, 3)).toEqual([
      '2025-10-31T19:00:00.000Z',
      '2025-10-31T19:30:00.000Z',
      '2025-11-07T20:00:00.000Z',
    ]);
  });

  it('count from the day of their own zone', () => {
    // It is Saturday in London and Friday evening in New York: this week's are over.
    expect(starts('2025-01-25T02:00:00Z')[0]).toBe('2025-01-31T20:00:00.000Z');
  });
});
