import { calendarText } from '@lectern/contracts/calendar';
import { eventEntries } from '@lectern/contracts/registrations/event-calendar';
import type { calendarEntry } from '@lectern/contracts/registrations/events';
import type * as z from 'zod/mini';
import type { EmailAttachment, EmailSite } from '../email-template.ts';

/** Adds a hint at the calendar file to an email's sentences, where one is attached. */
export const withCalendarHint = (sentences: string, attachments: readonly EmailAttachment[]): string =>
  attachments.length === 0 ? sentences : `${sentences} The attached file puts it into your calendar.`;

/**
 * The dates of an event as a file for calendar programs, with the same entries as the site's own files and feeds; `path` is the
 * event's page of the site. No file where the event has no dates.
 */
export const calendarFile = (
  title: string,
  calendar: z.output<typeof calendarEntry> | undefined,
  path: string,
  site: EmailSite,
): EmailAttachment[] => {
  if (calendar === undefined) return [];
  const { publishedAt, ...event } = calendar;
  const entries = eventEntries({ ...event, title }, `${site.url}${path}`);
  return [
    {
      filename: `${event.type}.ics`,
      type: 'text/calendar',
      content: calendarText({ publisher: site.associationName, now: new Date(publishedAt), entries }),
    },
  ];
};
