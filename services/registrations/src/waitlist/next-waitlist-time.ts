/**
 * When a person joins a waitlist: now, and at least a millisecond after the last one who joined. Replicas' clocks differ
 * slightly, and a new person must not get in front of another whose position was shown.
 */
export const nextWaitlistTime = (now: Date, last: Date | null): Date =>
  new Date(Math.max(now.getTime(), last === null ? 0 : last.getTime() + 1));
