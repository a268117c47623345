/** The index of the row that a key moves to from the row `from` of `count`; undefined if the key moves nowhere. */
export const nextRow = (key: string, from: number, count: number): number | undefined => {
  const to =
    key === 'ArrowDown'
      ? from + 1
      : key === 'ArrowUp'
        ? from - 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? count - 1
            : undefined;
  return to === undefined || to < 0 || to >= count || to === from ? undefined : to;
};
