const FIRST_WAIT_MS = 10;
/** Most things come soon; a busy machine is asked less often. */
const next = (waitMs: number): number => Math.min(1.5 * waitMs, 100);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves once `count` answers 0. Rejects when it has not decreased for `limitMs`: a busy machine is slow, a stuck
 * system makes no progress.
 */
export const untilNoneLeft = async (what: string, count: () => Promise<number>, limitMs = 200_000): Promise<true> => {
  let least = Number.POSITIVE_INFINITY;
  let leastSince = Date.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = next(waitMs)) {
    const left = await count();
    if (left === 0) return true;
    if (left < least) [least, leastSince] = [left, Date.now()];
    else if (Date.now() - leastSince > limitMs) throw new Error(`Waited in vain for ${what}: ${left} are left`);
    await pause(waitMs);
  }
};

/** Resolves with the result of `look` once it has one. Rejects after `limitMs`, naming `what`. */
export const until = async <T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  limitMs = 200_000,
): Promise<T> => {
  const limit = Date.now() + limitMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = next(waitMs)) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > limit) throw new Error(`Waited in vain for ${what}`);
    await pause(waitMs);
  }
};
