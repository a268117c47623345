import { Readable } from 'node:stream';
import { DomainError } from '@lectern/contracts/errors';

/**
 * An uploaded file in pieces of a request's size. Discards the rest of a refused upload, so that its sender receives the reason. Throws
 * `body_too_large`.
 */
export const uploadedPieces = async function* (
  file: unknown,
  { bytesMax, pieceBytes }: { readonly bytesMax: number; readonly pieceBytes: number },
): AsyncGenerator<Buffer> {
  if (!(file instanceof Readable)) return;
  let [waiting, length, arrived]: [Buffer[], number, number] = [[], 0, 0];
  try {
    for await (const bytes of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += bytes.length;
      if (arrived > bytesMax) throw new DomainError('body_too_large');
      waiting.push(bytes);
      length += bytes.length;
      if (length < pieceBytes) continue;
      const whole = Buffer.concat(waiting);
      yield whole.subarray(0, pieceBytes);
      [waiting, length] = [[whole.subarray(pieceBytes)], whole.length - pieceBytes];
    }
    if (length > 0) yield Buffer.concat(waiting);
  } finally {
    // After the iterator has removed its listener, which would hold the stream.
    setImmediate(() => file.resume());
  }
};
