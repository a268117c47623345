/** The name of the reader's time zone: "America/New_York". */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = (instant: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant);

/** The next instant at which the wall clock of that zone shows the hour; `10.5` is half past ten. */
const nextInstantAt = (hour: number, timeZone: string, now: Date): Date => {
  const start = Math.ceil(now.getTime() / 3_600_000) * 3_600_000;
  for (let ahead = 0; ahead < 25; ahead += 1) {
    const candidate = new Date(start + ahead * 3_600_000);
    const shown = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(candidate);
    if (Number(shown) === Math.floor(hour)) return new Date(candidate.getTime() + (hour % 1) * 3_600_000);
  }
  return new Date(start);
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
