/** How long the success page polls by itself. After that it says so and offers a button. */
export const POLL_FOR_MS = 90_000;

/** Milliseconds to the next poll of an open checkout: short at first, then longer, then none (`false`). */
export const pollInterval = (asked: number, waitedMs: number): number | false => {
  if (waitedMs >= POLL_FOR_MS) return false;
  return Math.min(1_500 * 1.4 ** Math.max(0, asked - 1), 10_000);
};
