import * as z from 'zod/mini';

/**
 * The answer of a route that hands out a file while it is still being written, so that its size costs no memory. The gateway asks
 * for a piece when the browser has taken the one before, and no more once it has gone away. When a piece fails, the connection is
 * broken: the browser reports a failed download, and nobody takes a part for the whole.
 */
export const fileStream = z.object({
  contentType: z.string(),
  /** Under which a browser keeps it; letters, digits, dots, hyphens and underscores only. */
  fileName: z.string().check(z.regex(/^[\w.-]+$/)),
  cacheControl: z.string(),
  pieces: z.custom<AsyncIterable<string>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
});
