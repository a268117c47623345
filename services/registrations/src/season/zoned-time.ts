import { zoneOffset } from '@lectern/contracts/zone-offset';

/**
 * The instant at which the clocks of an IANA zone show this date and time ('2025-11-22', '12:00'). A time that the change to
 * summer time leaves out counts as if the clocks had not changed yet.
 */
export const instantIn = (timeZone: string, date: string, time: string): Date => {
  const wallClock = new Date(`${date}T${time}Z`).getTime();
  // The offset at the instant itself may differ from that at the first guess, near a change of the clocks.
  const guess = wallClock - zoneOffset(wallClock, timeZone);
  return new Date(wallClock - zoneOffset(guess, timeZone));
};

/** The calendar date so many days later or, when negative, earlier. */
export const addDays = (date: string, days: number): string => {
  const later = new Date(`${date}T00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
};
