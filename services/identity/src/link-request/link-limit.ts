/** Emails with a link that an address, or an account that changes or verifies its address, gets for one purpose (decisions, "Accounts"). */
export const LINK_EMAILS_PER_HOUR = 3;

const HOUR_MS = 3_600_000;

/** Since when emails count against the limit. */
export const linkLimitSince = (now: Date): Date => new Date(now.getTime() - HOUR_MS);
