import * as z from 'zod/mini';

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * The answer of a route that serves a file while it is still being written, so that its size costs no memory. The
 * gateway requests a piece when the browser has taken the one before, and stops when the browser disconnects. When a
 * piece fails, the connection is broken, so that the browser reports a failed download instead of saving an incomplete
 * file.
 */
export const fileStream = z.object({
  contentType: z.string(),
  /** The name under which a browser saves it; letters, digits, dots, hyphens and underscores only. */
  fileName: z.string().check(z.regex(/^[\w.-]+$/)),
  cacheControl: z.string(),
  pieces: z.custom<Pieces>((value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
});

/**
 * A stored file, sent as a {@link fileStream}. A caller who holds the file of this `etag` gets 304 and no piece. The gateway
 * sends it under the policy of files: what it contains loads nothing.
 */
export const taggedFileStream = z.extend(fileStream, {
  disposition: z.enum(['inline', 'attachment']),
  /** As in the header, with its quotation marks. */
  etag: z.string().check(z.regex(/^"[\w-]+"$/)),
  bytes: z.number(),
});
