import type { PublicSiteTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { WEEKDAYS } from '@lectern/contracts/weekday';
import { timesOf, type WeeklySession } from '../../components/weekly-session/weekly-words.ts';

/** The texts of pages with a sentence that names another weekday than the session's, or a time at which it neither begins nor ends. */
export const textsOutOfStep = (
  { weeklySession: _session, ...texts }: PublicSiteTexts,
  schedule: Pick<WeeklySession, 'weekday' | 'begins' | 'minutes'>,
): PublicSiteTextKey[] => {
  const otherDay = new RegExp(`\\b(?:${WEEKDAYS.filter((day) => day !== schedule.weekday).join('|')})`);
  const own = timesOf(schedule);
  return (Object.keys(texts) as (keyof typeof texts)[]).filter((key) => {
    const words = JSON.stringify(texts[key]);
    return otherDay.test(words) || (words.match(/\b\d{1,2}:\d{2}\b/g) ?? []).some((time) => !own.includes(time));
  });
};
