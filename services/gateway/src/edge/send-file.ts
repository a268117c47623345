import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { fileAnswer } from '@lectern/contracts/fields';

/**
 * A browser shows a file in a viewer of its own, which the pages' policy would forbid it to embed; and what a file holds may
 * load nothing.
 */
export const FILE_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Makes a file answer the headers of a reply, and answers its bytes; nothing, with status 304, where the caller holds them. */
export const sendFile = (file: z.output<typeof fileAnswer>, reply: FastifyReply): Buffer | undefined => {
  void reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, 'content-security-policy': FILE_POLICY });
  if (file.bytes === null) {
    void reply.status(304);
    return undefined;
  }
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': `${file.disposition}; filename="${file.fileName}"`,
  });
  return Buffer.from(file.bytes);
};
