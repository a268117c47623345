/** The change of each number since the last refresh; unchanged numbers are left out. */
export const countChanges = <T extends Record<string, number>>(
  before: T | undefined,
  now: T,
): Partial<Record<keyof T, number>> => {
  if (before === undefined) return {};
  const moved = Object.keys(now).filter((key) => before[key] !== now[key]);
  return Object.fromEntries(moved.map((key) => [key, (now[key] ?? 0) - (before[key] ?? 0)])) as Partial<
    Record<keyof T, number>
  >;
};
