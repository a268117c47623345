import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { calendarText } from '@lectern/contracts/calendar';
import { officeHoursEntry } from '@lectern/contracts/registrations/office-hours-calendar';
import type { EmailAttachment, EmailSite } from '../email-template.ts';
import { momentOf } from './email-dates.ts';

/** What every email about the office hours knows. */
export const officeHoursData = z.object({
  /** Which session it is, and when the email was written; missing in emails from before they carried a calendar file. */
  requestId: z.optional(z.string()),
  publishedAt: z.optional(instant()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  supportEmail: z.string(),
  startsAt: instant(),
  endsAt: instant(),
  topic: z.string(),
});
export type OfficeHoursData = z.output<typeof officeHoursData>;

const MINUTE_MS = 60_000;
/** Of the zone in which the office hours are held, such as New York. */
const CITY = OFFICE_HOURS.zone.slice(OFFICE_HOURS.zone.indexOf('/') + 1).replaceAll('_', ' ');

/** When it is, by the association's clock and by that of the office hours, and for how long. */
export const whenRows = (
  { startsAt, endsAt }: Pick<OfficeHoursData, 'startsAt' | 'endsAt'>,
  site: EmailSite,
): (readonly [string, string])[] => {
  const here = momentOf(startsAt, site);
  const there = momentOf(startsAt, { timeZone: OFFICE_HOURS.zone });
  return [
    ['When', here],
    ...(here === there ? [] : [[`In ${CITY}`, there] as const]),
    ['Length', `${(Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS} minutes`],
  ];
};

/** What the member wants to work on, where the email may say it. */
export const topicRow = ({ topic }: Pick<OfficeHoursData, 'topic'>): (readonly [string, string])[] =>
  topic === '' ? [] : [['To work on', topic]];

/** The session as a file for calendar programs, the same entry as in the member's own calendar. */
export const sessionFile = (
  { requestId, publishedAt, startsAt, endsAt, topic }: OfficeHoursData,
  site: EmailSite,
): EmailAttachment[] => {
  if (requestId === undefined || publishedAt === undefined) return [];
  const entry = officeHoursEntry(
    { id: requestId, startsAt: new Date(startsAt), endsAt: new Date(endsAt), topic },
    site.url,
    site.zoomUrl,
  );
  return [
    {
      filename: 'office-hours.ics',
      type: 'text/calendar',
      content: calendarText({ publisher: site.associationName, now: new Date(publishedAt), entries: [entry] }),
    },
  ];
};
