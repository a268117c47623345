import { hasStatus } from '../../lib/api-error.ts';

export interface Removed {
  readonly removed: number;
  /** The rows that another administrator had already removed. */
  readonly gone: number;
  /** The first error, after which no further row is removed; null if every row was processed. */
  readonly stoppedBy: Error | null;
}

/** Removes rows one after the other, each in its own request. Calls `onProgress` with the number of finished rows. Stops at the first error. */
export const removeMany = async (
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Removed> => {
  const count = { removed: 0, gone: 0 };
  for (const [index, id] of ids.entries()) {
    try {
      await remove(id);
      count.removed += 1;
    } catch (error) {
      if (!hasStatus(error, 404))
        return { ...count, stoppedBy: error instanceof Error ? error : new Error(String(error)) };
      count.gone += 1;
    }
    onProgress(index + 1);
  }
  return { ...count, stoppedBy: null };
};

/** One to three sentences about the result; `asked` is the number of rows to delete. */
export const removedInWords = (
  { removed, gone }: Removed,
  asked: number,
  [one, many]: readonly [string, string],
): string => {
  const counted = (count: number): string => `${count} ${count === 1 ? one : many}`;
  const left = asked - removed - gone;
  return [
    `${counted(removed)} deleted.`,
    gone > 0 && `${counted(gone)} had been deleted already.`,
    left > 0 && `${counted(left)} ${left === 1 ? 'is' : 'are'} still there.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
};
