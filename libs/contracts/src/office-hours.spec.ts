import { describe, expect, it } from 'vitest';
import { hasSlot, isSameTime, officeHoursSlots, SHIPPED_OFFICE_HOURS } from './office-hours.ts';

const starts = (now: string, difference: object = {}): string[] =>
  officeHoursSlots(new Date(now), { ...SHIPPED_OFFICE_HOURS, ...difference }).map(({ startsAt }) =>
    startsAt.toISOString(),
  );

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

  it('are on the clock of the schedule’s zone, also when it changes on another day than New York’s', () => {
    const berlin = { timeZone: 'Europe/Berlin', slotsPerWeek: 1 };
    expect(starts('2025-03-03T12:00:00Z', berlin)).toEqual([
      '2025-03-07T14:00:00.000Z',
      '2025-03-14T14:00:00.000Z',
      '2025-03-21T14:00:00.000Z',
      '2025-03-28T14:00:00.000Z',
    ]);
    expect(starts('2025-03-31T12:00:00Z', berlin)[0]).toBe('2025-04-04T13:00:00.000Z');
    expect(starts('2025-01-20T12:00:00Z', { timeZone: 'UTC' })[0]).toBe('2025-01-24T15:00:00.000Z');
    // It is Saturday in Auckland and Friday in New York.
    const auckland = { timeZone: 'Pacific/Auckland', noticeHours: 0 };
    expect(starts('2025-01-24T12:00:00Z', auckland)[0]).toBe('2025-01-31T02:00:00.000Z');
  });

  it('are none where none are offered', () => {
    expect(starts('2025-01-20T12:00:00Z', { slotsPerWeek: 0 })).toEqual([]);
  });

  it('follow a schedule: its weekday, time, length and number, without its skipped days', () => {
    const schedule = {
      ...SHIPPED_OFFICE_HOURS,
      weekday: 'Tuesday',
      begins: '09:15',
      minutes: 45,
      slotsPerWeek: 3,
      weeksAhead: 2,
      noticeHours: 0,
      skipped: [{ date: '2025-01-28' }],
    } as const;
    expect(
      officeHoursSlots(new Date('2025-01-20T12:00:00Z'), schedule).map(({ startsAt, endsAt }) => [
        startsAt.toISOString(),
        endsAt.toISOString(),
      ]),
    ).toEqual([
      ['2025-01-21T14:15:00.000Z', '2025-01-21T15:00:00.000Z'],
      ['2025-01-21T15:00:00.000Z', '2025-01-21T15:45:00.000Z'],
      ['2025-01-21T15:45:00.000Z', '2025-01-21T16:30:00.000Z'],
    ]);
  });

  it('know a session that no schedule offers any more, however far ahead', () => {
    const [slot] = officeHoursSlots(new Date('2025-06-02T12:00:00Z'));
    const has = (difference: object) => hasSlot({ ...SHIPPED_OFFICE_HOURS, ...difference }, slot!);
    expect(has({})).toBe(true);
    expect(has({ slotsPerWeek: 1, weeksAhead: 1 })).toBe(true);
    for (const difference of [
      { weekday: 'Thursday' },
      { begins: '15:10' },
      { minutes: 20 },
      { timeZone: 'Europe/Berlin' },
      { slotsPerWeek: 0 },
      { skipped: [{ date: '2025-06-06' }] },
    ])
      expect(has(difference)).toBe(false);
  });

  it('are at the same time where they overlap, and not one after the other', () => {
    const between = (begins: string, ends: string) => ({
      startsAt: new Date(`2025-01-24T${begins}Z`),
      endsAt: new Date(`2025-01-24T${ends}Z`),
    });
    expect(isSameTime(between('15:00', '15:30'), between('15:20', '15:40'))).toBe(true);
    expect(isSameTime(between('15:00', '15:30'), between('15:30', '16:00'))).toBe(false);
  });
});
