import { describe, expect, it } from 'vitest';
import { addDays, dateIn, daysLaterIn, instantIn, nextWeekday, wallClockIn } from './zoned-time.ts';

describe('a wall-clock time as an instant', () => {
  it.each([
    ['America/New_York', '2025-11-22', '12:00', '2025-11-22T17:00:00.000Z'],
    ['America/New_York', '2026-05-16', '12:00', '2026-05-16T16:00:00.000Z'],
    ['America/Los_Angeles', '2026-01-25', '10:30', '2026-01-25T18:30:00.000Z'],
    ['America/New_York', '2025-11-15', '23:59:59', '2025-11-16T04:59:59.000Z'],
  ])('in %s, %s %s is %s', (zone, date, time, instant) => {
    expect(instantIn(zone, date, time).toISOString()).toBe(instant);
  });

  it('knows the day on which the clocks change', () => {
    expect(instantIn('America/Los_Angeles', '2026-03-08', '00:30').toISOString()).toBe('2026-03-08T08:30:00.000Z');
    expect(instantIn('America/Los_Angeles', '2026-03-08', '03:30').toISOString()).toBe('2026-03-08T10:30:00.000Z');
    expect(instantIn('America/Los_Angeles', '2026-11-01', '10:30').toISOString()).toBe('2026-11-01T18:30:00.000Z');
  });
});

it('counts days over the ends of months and years', () => {
  expect(addDays('2026-01-02', -3)).toBe('2025-12-30');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

it('gives the date of a zone, which may differ from the date in UTC', () => {
  expect(dateIn('America/New_York', new Date('2025-01-24T04:59:59Z'))).toBe('2025-01-23');
  expect(dateIn('America/New_York', new Date('2025-01-24T05:00:00Z'))).toBe('2025-01-24');
  expect(dateIn('Pacific/Auckland', new Date('2025-12-31T12:00:00Z'))).toBe('2026-01-01');
});

it.each([
  ['2025-01-24', 5, '2025-01-24'],
  ['2025-01-25', 5, '2025-01-31'],
  ['2025-12-29', 0, '2026-01-04'],
])('from %s on, weekday %i is next on %s', (date, weekday, next) => {
  expect(nextWeekday(date, weekday)).toBe(next);
});

it.each([
  ['America/New_York', '2025-11-22T17:00:00.000Z', '2025-11-22', '12:00:00.000'],
  ['America/Los_Angeles', '2026-09-20T06:59:59.250Z', '2026-09-19', '23:59:59.250'],
  ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01', '00:00:00.000'],
])('the clocks of %s show at %s the %s, %s', (zone, instant, date, time) => {
  expect(wallClockIn(zone, new Date(instant))).toEqual({ date, time });
  expect(instantIn(zone, date, time).toISOString()).toBe(instant);
});

it.each([
  ['into winter time', '2026-08-15T16:00:00.000Z', '2026-11-14T17:00:00.000Z'],
  ['into summer time', '2026-02-28T17:00:00.000Z', '2026-05-30T16:00:00.000Z'],
  ['within one', '2026-05-16T16:00:00.000Z', '2026-08-15T16:00:00.000Z'],
])('thirteen weeks later %s it is the same time of the day and the week', (_which, instant, later) => {
  expect(daysLaterIn('America/New_York', new Date(instant), 91).toISOString()).toBe(later);
});
