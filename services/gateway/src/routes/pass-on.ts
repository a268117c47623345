import { DOCUMENT_BYTES_MAX, DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import * as content from '@lectern/contracts/content/document-rpc';
import type { Actor } from '@lectern/contracts/identity/model';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { uploadedPieces } from './uploaded-pieces.ts';

const LIMITS = { bytesMax: DOCUMENT_BYTES_MAX, pieceBytes: DOCUMENT_PIECE_BYTES };

interface UploadedBody {
  readonly body: Blob | string | AsyncIterable<Uint8Array>;
  readonly as: 'pdf' | 'picture';
  readonly by: Actor;
}

/**
 * Passes a file on to content as it arrives, at most 10 MB, and answers what `finish` makes of the upload. Discards the upload where
 * something fails. Throws `body_too_large`.
 */
export const passOn = async <T>(
  rpc: RpcClient,
  { body, as, by }: UploadedBody,
  finish: (upload: string) => Promise<T>,
): Promise<T> => {
  const { id } = await rpc.call(content.startDocumentFile, { by });
  try {
    let from = 0;
    for await (const piece of uploadedPieces(body, LIMITS)) {
      await rpc.call(content.addDocumentPiece, { id, from, pieceBase64: piece.toString('base64'), as });
      from += piece.length;
    }
    return await finish(id);
  } catch (error) {
    await rpc.call(content.discardDocumentFile, { id }).catch(() => undefined); // what stays is deleted in a day
    throw error;
  }
};
