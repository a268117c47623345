import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { calendarText } from '@lectern/contracts/calendar';
import { officeHoursEntry } from '@lectern/contracts/registrations/office-hours-calendar';
import type { EmailAttachment, EmailSite } from '../email-template.ts';
import { momentOf } from './email-dates.ts';

/** The data of every email about the office hours. */
export const officeHoursData = z.object({
  /** The session, and the time when the email was written; missing in emails from before calendar files. */
  requestId: z.optional(z.string()),
  publishedAt: z.optional(instant()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  supportEmail: z.string(),
  startsAt: instant(),
  endsAt: instant(),
  /** Of the office hours; missing in emails from before they had one. */
  timeZone: z._default(z.string(), SHIPPED_OFFICE_HOURS.timeZone),
  topic: z.string(),
});
export type OfficeHoursData = z.output<typeof officeHoursData>;

const MINUTE_MS = 60_000;
/** The city of a time zone, such as New York. */
const cityOf = (timeZone: string): string => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** The session's time in the association's zone and in that of the office hours, and its duration. */
export const timeRows = (
  { startsAt, endsAt, timeZone }: Pick<OfficeHoursData, 'startsAt' | 'endsAt' | 'timeZone'>,
  site: EmailSite,
): (readonly [string, string])[] => {
  const here = momentOf(startsAt, site);
  const there = momentOf(startsAt, { timeZone });
  return [
    ['When', here],
    ...(here === there ? [] : [[`In ${cityOf(timeZone)}`, there] as const]),
    ['Length', `${(Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS} minutes`],
  ];
};

/** The member's topic, where the email may show it. */
export const topicRow = ({ topic }: Pick<OfficeHoursData, 'topic'>): (readonly [string, string])[] =>
  topic === '' ? [] : [['To work on', topic]];

/** The session as a file for calendar programs, with the same entry as the member's own calendar. */
export const sessionFile = (
  { requestId, publishedAt, startsAt, endsAt, topic }: OfficeHoursData,
  site: EmailSite,
): EmailAttachment[] => {
  if (requestId === undefined || publishedAt === undefined) return [];
  const entry = officeHoursEntry(
    { id: requestId, startsAt: new Date(startsAt), endsAt: new Date(endsAt), topic },
    site.url,
    site.zoomUrl ?? 'Zoom',
  );
  return [
    {
      filename: 'office-hours.ics',
      type: 'text/calendar',
      content: calendarText({ publisher: site.associationName, now: new Date(publishedAt), entries: [entry] }),
    },
  ];
};
