/** No write announces that an article's publication day has come. */
export const TEXTS_CACHE_MS = 10_000;
/** Deadlines pass and places become free without a write, and a list of events carries the current time. */
export const EVENTS_CACHE_MS = 2_000;
/**
 * A page sends several requests at a time, each of which checks the session. An event ends a session in the cache immediately;
 * where that event gets lost, the session ends within half of the second that a changed password has to end all others.
 */
export const SESSION_CACHE_MS = 500;
