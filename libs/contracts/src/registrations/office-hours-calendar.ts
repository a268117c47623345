import type { CalendarEntry } from '../calendar.ts';

export interface OfficeHoursSession {
  /** The id of the request that holds the slot. */
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly topic: string;
}

/** A member's slot of the office hours in a calendar. The same session has the same id in a file and in the member's own calendar. */
export const officeHoursEntry = (
  { id, startsAt, endsAt, topic }: OfficeHoursSession,
  siteUrl: string,
  location: string,
): CalendarEntry => ({
  uid: `office-hours-${id}@${new URL(siteUrl).host}`,
  begins: startsAt,
  ends: endsAt,
  title: 'Expert Office Hours',
  description: topic,
  location,
  url: `${siteUrl}/member/resources`,
});
