import { countOf } from '../../components/console/list-view.ts';
import { hasStatus } from '../../lib/api-error.ts';

export interface ManyChanged {
  readonly changed: number;
  /** Conversations that somebody else changed meanwhile, or that are gone. They are as they were. */
  readonly left: number;
  /** The first other error, after which no further one is changed; null if all were processed. */
  readonly stoppedBy: Error | null;
}

/** Changes conversations one after the other, each in its own request. Calls `onProgress` with the number of finished ones. */
export const changeMany = async <T>(
  conversations: readonly T[],
  change: (conversation: T) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<ManyChanged> => {
  const count = { changed: 0, left: 0 };
  for (const [index, conversation] of conversations.entries()) {
    try {
      await change(conversation);
      count.changed += 1;
    } catch (error) {
      if (!hasStatus(error, 409) && !hasStatus(error, 404))
        return { ...count, stoppedBy: error instanceof Error ? error : new Error(String(error)) };
      count.left += 1;
    }
    onProgress(index + 1);
  }
  return { ...count, stoppedBy: null };
};

/** The result in words; `word` is "closed" or "reopened", `asked` the number of conversations to change. */
export const changedInWords = ({ changed, left }: ManyChanged, asked: number, word: string): string => {
  const counted = (count: number): string => countOf(count, ['conversation', 'conversations']);
  const skipped = asked - changed - left;
  return [
    `${counted(changed)} ${word}.`,
    left > 0 &&
      `${counted(left)} changed meanwhile and ${left === 1 ? 'was' : 'were'} left as ${left === 1 ? 'it is' : 'they are'}.`,
    skipped > 0 && `${counted(skipped)} ${skipped === 1 ? 'is' : 'are'} still to do.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
};
