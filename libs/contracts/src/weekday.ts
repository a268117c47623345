import { nextWeekday } from './zoned-time.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The first date with this weekday, from a date on. */
export const nextOn = (date: string, weekday: Weekday): string => nextWeekday(date, WEEKDAYS.indexOf(weekday));

/** Whether a date has this weekday. */
export const isOn = (date: string, weekday: Weekday): boolean => nextOn(date, weekday) === date;
