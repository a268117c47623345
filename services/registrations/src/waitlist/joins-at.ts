/**
 * When somebody joins a waitlist: now, and at least a millisecond after the last who did. Replicas' clocks differ a little,
 * and nobody may get in front of somebody who was told a position.
 */
export const joinsAt = (now: Date, last: Date | null): Date =>
  new Date(Math.max(now.getTime(), last === null ? 0 : last.getTime() + 1));
