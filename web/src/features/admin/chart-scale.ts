/** Round steps for an axis, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/** The smallest round step that divides `span` into at most `parts`, and is no smaller than `least`. */
const roundStep = (span: number, parts: number, least: number): number => {
  const raw = Math.max(span / parts, least);
  const power = 10 ** Math.floor(Math.log10(raw));
  return Math.max(least, power * STEPS.find((step) => power * step >= raw * (1 - 1e-9))!);
};

/**
 * Round values for an axis in ascending order. They include zero and span `min` to `max`. `least` is the
 * smallest step, so that there are no half people and no half dollars.
 */
export const axisTicks = (min: number, max: number, least: number, parts = 4): number[] => {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  const step = roundStep(high - low === 0 ? least : high - low, parts, least);
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  return Array.from({ length: last - first + 1 }, (_one, index) => (first + index) * step);
};

/** The indexes of the columns that have room for a label of `labelWidth` pixels; always includes the last column. */
export const labelledColumns = (count: number, width: number, labelWidth: number): number[] => {
  const every = Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
  return Array.from({ length: count }, (_one, index) => index).filter((index) => (count - 1 - index) % every === 0);
};
