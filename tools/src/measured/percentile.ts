/** The value below which this share of the values lies, such as 0.95 of them. */
export const percentile = (values: readonly number[], share: number): number => {
  if (values.length === 0) throw new Error('Nothing was measured');
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!;
};

/** The 95th percentile. */
export const p95 = (values: readonly number[]): number => percentile(values, 0.95);
