/** An article is published when its day comes, which no fact tells. */
export const TEXTS_HELD_MS = 10_000;
/** Deadlines pass and places come free again by themselves, and what is told of events says what time it is. */
export const EVENTS_HELD_MS = 2_000;
