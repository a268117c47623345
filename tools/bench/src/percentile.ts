const P95 = 0.95;

/** What 95 of a hundred stay below. */
export const p95 = (values: readonly number[]): number => {
  if (values.length === 0) throw new Error('Nothing was measured');
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * P95)]!;
};
