export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Smallest, middle and largest of a few values. */
export const spreadOf = (values: readonly number[]): Spread => {
  if (values.length === 0) throw new Error('Nothing was measured');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
};
