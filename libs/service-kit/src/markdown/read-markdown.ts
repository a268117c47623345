import { runInNewContext } from 'node:vm';

const TOO_MANY_MARKS =
  'This cannot be read: too much of it is links, quotes, lists or emphasis within each other. Please write it with fewer marks.';

/** Thrown for Markdown that cannot be parsed in time, with a message for the author. */
export class UnreadableMarkdown extends Error {
  override readonly name = 'UnreadableMarkdown';

  constructor(message = TOO_MANY_MARKS) {
    super(message);
  }
}

/** A megabyte of prose takes a second; a few kilobytes of asterisks may take minutes. A request times out after five seconds. */
const MARKDOWN_MS = 3_000;

/**
 * The result of `read` on a typed text. `read` is synchronous and is ended after three seconds. Throws {@link
 * UnreadableMarkdown} then, and where marks are nested too deeply.
 */
export const readMarkdown = <T>(read: () => T): T => {
  try {
    // The only way to end synchronous code. The context has no other use: `read` runs in its own one.
    return runInNewContext('read()', { read }, { timeout: MARKDOWN_MS }) as T;
  } catch (error) {
    const isTooDeep = error instanceof RangeError;
    // Created in that context, so it is not an instance of our Error.
    const isTooSlow =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isTooDeep || isTooSlow) throw new UnreadableMarkdown();
    throw error;
  }
};
