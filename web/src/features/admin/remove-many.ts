import { hasStatus } from '../../lib/api-error.ts';

export interface Removed {
  readonly removed: number;
  /** How many somebody else had removed meanwhile. */
  readonly gone: number;
  /** Why the rest was left: the first refusal, after which nothing more is asked for. */
  readonly stoppedBy: Error | null;
}

/** Removes one after the other, each by a call of its own, so that every one is wholly gone or wholly there. `onProgress` is told how many are done. */
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

/** What became of so many as were to go, in a sentence or two. */
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
