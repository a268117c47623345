import type { PublicSiteTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { WEEKDAYS } from '@lectern/contracts/weekday';
import { timesOf, type WeeklySession } from '../../components/weekly-session/weekly-words.ts';

/** The texts whose words are as a condition says. */
const textsThat = (texts: Partial<PublicSiteTexts>, are: (words: string) => boolean): PublicSiteTextKey[] =>
  (Object.keys(texts) as PublicSiteTextKey[]).filter((key) => are(JSON.stringify(texts[key])));

/** The texts of pages with a sentence that names another weekday than the session’s, or a time at which it neither begins nor ends. */
export const textsOutOfStep = (
  { weeklySession: _session, bootcamp: _bootcamp, contactPage, ...texts }: PublicSiteTexts,
  schedule: Pick<WeeklySession, 'weekday' | 'begins' | 'minutes'>,
): PublicSiteTextKey[] => {
  const otherDay = new RegExp(`\\b(?:${WEEKDAYS.filter((day) => day !== schedule.weekday).join('|')})`);
  const own = timesOf(schedule);
  // The chat has days and hours of its own.
  const { liveChat: _hours, ...words } = contactPage;
  return textsThat(
    { ...texts, contactPage: words as PublicSiteTexts['contactPage'] },
    (text) => otherDay.test(text) || (text.match(/\b\d{1,2}:\d{2}\b/g) ?? []).some((time) => !own.includes(time)),
  );
};

/** Matches the abbreviations of time zones that people write after a time. */
const ZONES = /\b(?:[ACEMP][SD]?T|AK[SD]T|HST|UTC|GMT|BST|IST|JST|WES?T|CES?T|EES?T|A[CEW][SD]T|NZ[SD]T)\b/g;

/** The abbreviations of a zone: "PST", "PDT" and "PT" for that of California. */
const abbreviationsOf = (timeZone: string): string[] =>
  (['short', 'shortGeneric'] as const).flatMap((timeZoneName) =>
    [0, 6].map(
      (month) =>
        new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
          .formatToParts(Date.UTC(2025, month))
          .find(({ type }) => type === 'timeZoneName')?.value ?? '',
    ),
  );

/** The texts of pages with a time in another time zone. */
export const textsInOtherZones = (texts: PublicSiteTexts, timeZone: string): PublicSiteTextKey[] => {
  const own = abbreviationsOf(timeZone);
  return textsThat(texts, (words) => (words.match(ZONES) ?? []).some((zone) => !own.includes(zone)));
};
