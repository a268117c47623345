/** The name of the reader's time zone: "America/New_York". */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = (instant: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant);

const DAY_MINUTES = 1_440;

/** The minute of the day that the wall clock of a zone shows. */
const minuteShown = (instant: number, timeZone: string): number => {
  const [hour, minute] = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
    .format(instant)
    .split(':');
  return Number(hour) * 60 + Number(minute);
};

/** The next instant at which the wall clock of that zone shows the hour; `10.5` is half past ten. */
const nextInstantAt = (hour: number, timeZone: string, now: Date): Date => {
  const wanted = Math.round(hour * 60);
  const from = Math.ceil(now.getTime() / 60_000) * 60_000;
  const wait = (wanted - minuteShown(from, timeZone) + DAY_MINUTES) % DAY_MINUTES;
  const guess = from + wait * 60_000;
  // The clocks may change before it, by an hour at most.
  const early = wanted - minuteShown(guess, timeZone);
  return new Date(guess + (Math.abs(early) > 60 ? 0 : early) * 60_000);
};

/**
 * A fixed hour of the association's zone as the reader's own clock shows it ("5:00 PM"), or null when both clocks agree.
 * `readerZone` is the browser's unless given.
 */
export const readersTime = (
  hour: number,
  timeZone: string,
  readerZone?: string,
  now: Date = new Date(),
): string | null => {
  const instant = nextInstantAt(hour, timeZone, now);
  const readersTime = clock(instant, readerZone);
  return readersTime === clock(instant, timeZone) ? null : readersTime;
};

const dayAndClock = (instant: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(instant);

/** An instant as the reader's own clock shows it ("Nov 22, 5:00 PM"), or null when it shows what the association's does. */
export const readersInstant = (instant: string, timeZone: string, readerZone?: string): string | null => {
  const readersTime = dayAndClock(new Date(instant), readerZone);
  return readersTime === dayAndClock(new Date(instant), timeZone) ? null : readersTime;
};
