/**
 * Resolves once `count` answers 0. Rejects when it has not decreased for `limitMs`: a busy machine is slow, a stuck
 * system makes no progress.
 */
export const untilNoneLeft = async (what: string, count: () => Promise<number>, limitMs = 200_000): Promise<true> => {
  let least = Number.POSITIVE_INFINITY;
  let leastSince = Date.now();
  for (;;) {
    const left = await count();
    if (left === 0) return true;
    if (left < least) [least, leastSince] = [left, Date.now()];
    else if (Date.now() - leastSince > limitMs) throw new Error(`Waited in vain for ${what}: ${left} are left`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Resolves with the result of `look` once it has one. Rejects after `limitMs`, naming `what`. */
export const until = async <T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  limitMs = 200_000,
): Promise<T> => {
  const limit = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > limit) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
