import { readDocumentPiece } from '@lectern/contracts/content/document-rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** The bytes of a document's file, a megabyte at a time as the reader takes them. */
export const documentPieces = async function* (
  rpc: RpcClient,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes;) {
    const { pieceBase64 } = await rpc.call(readDocumentPiece, { sha256, from });
    const piece = Buffer.from(pieceBase64, 'base64');
    if (piece.length === 0) throw new Error('A file of a document is shorter than its version says');
    yield piece;
    from += piece.length;
  }
};
