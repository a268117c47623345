const LOCALE = 'en-US';

/** "Nov 23", and "Nov 23, 2024" in another year than `now`. */
export const shortDate = (instant: string | Date, timeZone: string, now: Date = new Date()): string => {
  const yearOf = (date: Date) => new Intl.DateTimeFormat(LOCALE, { year: 'numeric', timeZone }).format(date);
  const date = new Date(instant);
  const year = yearOf(date) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', ...year, timeZone }).format(date);
};

/** "Nov 23, 8:00 AM", with the year as {@link shortDate}. */
export const shortDateTime = (instant: string | Date, timeZone: string, now: Date = new Date()): string =>
  `${shortDate(instant, timeZone, now)}, ${new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant))}`;
