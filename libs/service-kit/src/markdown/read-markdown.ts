import { runInNewContext } from 'node:vm';

/** Thrown for Markdown that its reader gives up on. */
export class UnreadableMarkdown extends Error {
  override readonly name = 'UnreadableMarkdown';
  /** For who wrote it. */
  override readonly message =
    'This cannot be read: too much of it is links, quotes, lists or emphasis within each other. Please write it with fewer marks.';
}

/** A megabyte of prose takes a second; some kilobytes of nothing but asterisks may take minutes. A request waits five seconds. */
const MARKDOWN_MS = 3_000;

/**
 * What `read` makes of a text that somebody typed. `read` is synchronous; it is ended after three seconds. Throws {@link UnreadableMarkdown} then,
 * and where marks are within each other too deeply.
 */
export const readMarkdown = <T>(read: () => T): T => {
  try {
    // The only way to end what runs without a pause. The context is of no other use: `read` runs where it was made.
    return runInNewContext('read()', { read }, { timeout: MARKDOWN_MS }) as T;
  } catch (error) {
    const isTooDeep = error instanceof RangeError;
    // Made in that context, so it is no Error of ours.
    const isTooSlow =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isTooDeep || isTooSlow) throw new UnreadableMarkdown();
    throw error;
  }
};
