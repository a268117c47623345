/** How long the success page keeps asking by itself before it says so and leaves it to the person. */
export const POLL_FOR_MS = 90_000;

/** Milliseconds to the next question about an open checkout: quick at first, then gentler, then no more (`false`). */
export const pollInterval = (asked: number, waitedMs: number): number | false => {
  if (waitedMs >= POLL_FOR_MS) return false;
  return Math.min(1_500 * 1.4 ** Math.max(0, asked - 1), 10_000);
};
