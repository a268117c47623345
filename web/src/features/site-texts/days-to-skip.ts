import { nextOn, type Weekday } from '@lectern/contracts/weekday';
import { addDays, dateIn, instantIn } from '@lectern/contracts/zoned-time';

const WEEKS_AHEAD = 52;
const MINUTE_MS = 60_000;

/** The hours of a weekly schedule, as far as they are typed. `minutes`: from the beginning to the end of a day's hours. */
interface Hours {
  readonly weekday: Weekday;
  /** '08:00'; empty while it is being typed. */
  readonly begins: string;
  readonly minutes: number;
}

/** The days within a year whose hours are not over at `now`, soonest first. */
export const daysToSkip = (now: Date, timeZone: string, { weekday, begins, minutes }: Hours): string[] => {
  const first = nextOn(dateIn(timeZone, now), weekday);
  const isOver = begins !== '' && instantIn(timeZone, first, begins).getTime() + minutes * MINUTE_MS <= now.getTime();
  return Array.from({ length: WEEKS_AHEAD }, (_week, week) => addDays(first, 7 * (isOver ? week + 1 : week)));
};
