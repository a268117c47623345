import type { EmailSite } from '../email-template.ts';

/** A day in the association's zone: "Saturday, February 27, 2027". */
export const dayOf = (instant: string, site: Pick<EmailSite, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: site.timeZone }).format(new Date(instant));

/** A day and a time in the association's zone, with the zone's abbreviation on that date: "Saturday, February 27, 2027 at 9:00 AM PST". */
export const momentOf = (instant: string, site: Pick<EmailSite, 'timeZone'>): string => {
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: site.timeZone,
  });
  return `${dayOf(instant, site)} at ${time.format(new Date(instant))}`;
};
