import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { fileStream } from '@lectern/contracts/file-stream';

/**
 * Sets the headers of a streamed file on a reply, and answers its bytes as a stream. Fastify pauses the stream while the socket
 * is full, destroys it when the caller goes away, and destroys the socket when the stream fails. A HEAD request gets the headers
 * alone.
 */
export const sendStream = (file: z.output<typeof fileStream>, reply: FastifyReply): Readable | undefined => {
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': file.cacheControl,
  });
  if (reply.request.method === 'HEAD') return undefined;
  // Reads one piece ahead, however small the mark: the next is fetched while this one is sent.
  return Readable.from(file.pieces, { objectMode: false, highWaterMark: 1 });
};
