import { OFFICE_HOURS_ZONE } from '@lectern/contracts/office-hours';

/** "Friday, Jan 24, 3:00 PM EST": a slot by the clock of the office hours, as the specification writes it. */
export const slotWords = (startsAt: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: OFFICE_HOURS_ZONE,
  })
    .format(new Date(startsAt))
    .replace(' at ', ', ');

const MINUTE = 60_000;

/** The length of a slot in minutes. */
export const minutesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE;
