const HOUR_MS = 3_600_000;
/** Decisions: an unpaid entry of an unverified mailbox holds its place for two hours, as long as a bootcamp seat where it is offered by email. */
const UNVERIFIED_MS = { entered: 2 * HOUR_MS, offered: 12 * HOUR_MS };
const VERIFIED_MS = 48 * HOUR_MS;

/** Until when an unpaid entry holds the place that it gets at `now`; never beyond the deadline. */
export const holdEnd = (now: Date, deadline: Date, { occasion, isVerified }: { readonly occasion: 'entered' | 'offered'; readonly isVerified: boolean }): Date =>
  new Date(Math.min(now.getTime() + (isVerified ? VERIFIED_MS : UNVERIFIED_MS[occasion]), deadline.getTime()));
