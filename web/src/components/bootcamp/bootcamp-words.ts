import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { timeSpan } from '../weekly-session/weekly-words.ts';

export type BootcampTimes = PublicSiteTexts['bootcamp'];

/** The times of the bootcamp in words. */
export interface BootcampWords {
  /** "10:30am-12:30pm PST", as the specification has it on public pages. */
  readonly time: string;
  /** "10:30 AM-12:30 PM PST", as it has it on the dashboard. */
  readonly dashboardTime: string;
  /** "Sundays". */
  readonly days: string;
}

export const bootcampWords = ({ weekday, begins, hours }: BootcampTimes, timeZone: string): BootcampWords => {
  const dashboardTime = timeSpan({ begins, minutes: hours * 60 }, timeZone);
  return {
    time: dashboardTime.replaceAll(/ ([AP]M)\b/g, (_whole, half: string) => half.toLowerCase()),
    dashboardTime,
    days: `${weekday}s`,
  };
};
