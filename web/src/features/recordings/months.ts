import type { Recording } from '@lectern/contracts/content/model';

export interface Month {
  /** "March 2026", by the clock of the given zone. */
  name: string;
  recordings: Recording[];
}

/** The recordings by month, in the order in which they come. */
export const byMonth = (recordings: readonly Recording[], timeZone: string): Month[] => {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone });
  const months: Month[] = [];
  for (const recording of recordings) {
    const name = format.format(new Date(recording.startTime));
    const last = months.at(-1);
    if (last?.name === name) last.recordings.push(recording);
    else months.push({ name, recordings: [recording] });
  }
  return months;
};
