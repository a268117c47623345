import { isOn, nextOn, type Weekday } from './weekday.ts';
import { addDays, dateIn, instantIn } from './zoned-time.ts';

/** The weekly times at which a member may talk to an expert alone, one member at a time. */
export interface OfficeHoursSchedule {
  readonly weekday: Weekday;
  /** When the first slot of the week begins, on the clock of `timeZone`: '15:00'. */
  readonly begins: string;
  /** The IANA zone of the office hours, or UTC. */
  readonly timeZone: string;
  /** Of a slot. */
  readonly minutes: number;
  /** 0: none are offered. */
  readonly slotsPerWeek: number;
  /** How far ahead a slot can be requested, and how long before it at the latest. */
  readonly weeksAhead: number;
  readonly noticeHours: number;
  /** Days without office hours, in their zone. */
  readonly skipped: readonly { readonly date: string }[];
}

/** The schedule of the specification ("Expert Office Hours"), until staff change it. */
export const SHIPPED_OFFICE_HOURS: OfficeHoursSchedule = {
  weekday: 'Friday',
  begins: '15:00',
  timeZone: 'America/New_York',
  minutes: 30,
  slotsPerWeek: 2,
  weeksAhead: 4,
  noticeHours: 24,
  skipped: [],
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

export interface OfficeHoursSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The slots of a day; none on another weekday and on a skipped day. */
const slotsOn = (date: string, { weekday, begins, timeZone, minutes, slotsPerWeek, skipped }: OfficeHoursSchedule) => {
  if (!isOn(date, weekday) || skipped.some((day) => day.date === date)) return [];
  const first = instantIn(timeZone, date, begins).getTime();
  return Array.from({ length: slotsPerWeek }, (_slot, slot) => ({
    startsAt: new Date(first + slot * minutes * MINUTE),
    endsAt: new Date(first + (slot + 1) * minutes * MINUTE),
  }));
};

/** The slots that can be requested at `now`, soonest first, taken ones included. */
export const officeHoursSlots = (
  now: Date,
  schedule: OfficeHoursSchedule = SHIPPED_OFFICE_HOURS,
): OfficeHoursSlot[] => {
  const { weekday, timeZone, weeksAhead, noticeHours } = schedule;
  const first = nextOn(dateIn(timeZone, now), weekday);
  const [from, until] = [now.getTime() + noticeHours * HOUR, now.getTime() + weeksAhead * WEEK];
  return Array.from({ length: weeksAhead + 1 }, (_week, week) => slotsOn(addDays(first, 7 * week), schedule))
    .flat()
    .filter(({ startsAt }) => startsAt.getTime() >= from && startsAt.getTime() <= until);
};

/** Whether the schedule has this slot, however near or far it is. */
export const hasSlot = (schedule: OfficeHoursSchedule, { startsAt, endsAt }: OfficeHoursSlot): boolean =>
  slotsOn(dateIn(schedule.timeZone, startsAt), schedule).some(
    (slot) => slot.startsAt.getTime() === startsAt.getTime() && slot.endsAt.getTime() === endsAt.getTime(),
  );

/** Whether two sessions would be held at the same time. */
export const isSameTime = (one: OfficeHoursSlot, other: OfficeHoursSlot): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;
