const HOUR_MS = 3_600_000;
/** Decisions: an unpaid entry of an unverified mailbox holds its place for two hours; another one as long as a bootcamp seat is offered. */
const UNVERIFIED_MS = 2 * HOUR_MS;
const VERIFIED_MS = 48 * HOUR_MS;

/** Until when an unpaid entry holds the place that it gets at `now`; never beyond the deadline. */
export const holdEnd = (now: Date, deadline: Date, isVerified: boolean): Date =>
  new Date(Math.min(now.getTime() + (isVerified ? VERIFIED_MS : UNVERIFIED_MS), deadline.getTime()));
