import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { fileStream, taggedFileStream } from '@lectern/contracts/file-stream';
import { cachedHash } from './cached-hash.ts';
import { FILE_POLICY } from './send-file.ts';

/**
 * Sets the headers of a streamed file on a reply, and answers its bytes as a stream. Fastify pauses the stream while the socket
 * is full, destroys it when the caller goes away, and destroys the socket when the stream fails. A HEAD request gets the headers
 * alone: of an empty stream, because Fastify replaces the length where there is none.
 */
export const sendStream = (file: z.output<typeof fileStream>, reply: FastifyReply): Readable => {
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': file.cacheControl,
  });
  if (reply.request.method === 'HEAD') return Readable.from([]);
  // Reads one piece ahead, however small the mark: the next is fetched while this one is sent.
  return Readable.from(file.pieces, { objectMode: false, highWaterMark: 1 });
};

/** As {@link sendStream}, with the policy of files; nothing, with status 304, where the caller holds the file. */
export const sendTaggedStream = (
  file: z.output<typeof taggedFileStream>,
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Readable | undefined => {
  void reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, 'content-security-policy': FILE_POLICY });
  const cached = cachedHash(request.headers['if-none-match']);
  if (cached !== null && file.etag === `"${cached}"`) {
    void reply.status(304);
    return undefined;
  }
  const stream = sendStream(file, reply);
  void reply.headers({
    'content-disposition': `${file.disposition}; filename="${file.fileName}"`,
    'content-length': String(file.bytes),
  });
  return stream;
};
