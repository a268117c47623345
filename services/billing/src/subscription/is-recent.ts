/** Longer than the provider repeats its events. */
const NEWS_MS = 7 * 86_400_000;

/** Whether something happened at the provider lately. Older events are history, for which nobody wants a first email. */
export const isRecent = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= NEWS_MS;
