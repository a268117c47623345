import { addDays, dateIn, instantIn, nextWeekday } from './zoned-time.ts';

/**
 * The times at which a member may talk to an expert alone (specification, "Expert Office Hours"): Fridays from 3:00 PM
 * in New York, one member at a time. Services and site read them from here only.
 */
export const OFFICE_HOURS = {
  /** Sunday is 0. */
  weekday: 5,
  /** When the first slot of the week begins, by the zone's clock. */
  begins: '15:00',
  minutes: 30,
  slotsPerWeek: 2,
  zone: 'America/New_York',
  /** How far ahead a slot can be requested, and how long before it at the latest. */
  weeksAhead: 4,
  noticeHours: 24,
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

export interface OfficeHoursSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The slots that can be requested at `now`, soonest first, taken ones included. */
export const officeHoursSlots = (now: Date): OfficeHoursSlot[] => {
  const { weekday, begins, minutes, slotsPerWeek, zone, weeksAhead, noticeHours } = OFFICE_HOURS;
  const first = nextWeekday(dateIn(zone, now), weekday);
  const [from, until] = [now.getTime() + noticeHours * HOUR, now.getTime() + weeksAhead * WEEK];
  return Array.from({ length: weeksAhead + 1 }, (_week, week) =>
    instantIn(zone, addDays(first, 7 * week), begins).getTime(),
  )
    .flatMap((day) => Array.from({ length: slotsPerWeek }, (_slot, slot) => day + slot * minutes * MINUTE))
    .filter((startsAt) => startsAt >= from && startsAt <= until)
    .map((startsAt) => ({ startsAt: new Date(startsAt), endsAt: new Date(startsAt + minutes * MINUTE) }));
};
