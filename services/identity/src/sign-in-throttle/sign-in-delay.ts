/** Failed sign-ins of one counter that pass without a pause (decisions, "Accounts"). */
export const FREE_FAILURES = 5;
const LONGEST_MINUTES = 15;

/** Milliseconds to wait after the `failures`-th failed sign-in: 1, 2, 4 … 15 minutes from the fifth on. */
export const delayAfterFailures = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES), LONGEST_MINUTES) * 60_000;

/** The delays after none, one, two and so on failures; the last one holds for all further ones. */
export const DELAYS: readonly number[] = Array.from({ length: FREE_FAILURES + 5 }, (_, failures) =>
  delayAfterFailures(failures),
);

/** The wait as a person reads it. */
export const waitMessage = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  return `Too many failed attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
};
