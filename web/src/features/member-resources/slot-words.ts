export interface Slot {
  readonly startsAt: string;
  readonly endsAt: string;
  /** Of the office hours. */
  readonly timeZone: string;
}

/** "Friday, Jan 24, 3:00 PM EST": a slot on the clock of the office hours, as the specification writes it. */
export const slotWords = ({ startsAt, timeZone }: Slot): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
    .format(new Date(startsAt))
    .replace(' at ', ', ');

const MINUTE = 60_000;

/** The length of a slot in minutes. */
export const minutesOf = ({ startsAt, endsAt }: Slot): number => (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE;
