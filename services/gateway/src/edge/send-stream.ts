import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { fileStream } from '@lectern/contracts/file-stream';

/**
 * Makes a streamed file the headers of a reply, and answers its bytes as a stream. Fastify pauses it while the socket is full,
 * destroys it when the caller goes away, and the socket when it fails. Who asks for the headers alone gets nothing else.
 */
export const sendStream = (file: z.output<typeof fileStream>, reply: FastifyReply): Readable | undefined => {
  void reply.headers({
    'content-type': file.contentType,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': file.cacheControl,
  });
  if (reply.request.method === 'HEAD') return undefined;
  // One piece is read ahead, however small the mark: the next is fetched while this one is sent.
  return Readable.from(file.pieces, { objectMode: false, highWaterMark: 1 });
};
