/** An article is published when its day comes, which nobody writes. */
export const TEXTS_HELD_MS = 10_000;
/** Deadlines pass and places come free again by themselves, and what is told of events says what time it is. */
export const EVENTS_HELD_MS = 2_000;
/**
 * A page asks for several things at a time, each of which asks whether the session counts. One that has ended is heard of at once; where that
 * got lost, it is over within half of the second in which a changed password ends all others.
 */
export const SESSION_HELD_MS = 500;
