import { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/document-http';
import { DOCUMENT_BYTES_MAX, DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import * as content from '@lectern/contracts/content/document-rpc';
import { DomainError } from '@lectern/contracts/errors';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { documentPieces } from './document-pieces.ts';
import { SaverNames } from './saver-names.ts';

/** The documents for staff. Content stores and checks the files; identity knows the names of the administrators. */
@Controller()
export class DocumentController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly savers: SaverNames,
  ) {}

  @ServesEarly(http.listManagedDocuments)
  async list() {
    return this.savers.ofAll(await this.rpc.call(content.listManagedDocuments, {}));
  }

  @ServesEarly(http.readManagedDocument)
  async read({ params }: EarlyCall<typeof http.readManagedDocument>) {
    return this.savers.of(await this.rpc.call(content.readManagedDocument, params));
  }

  /** Passes a file on as it arrives. */
  @Serves(http.uploadDocumentFile)
  async upload(call: Call<typeof http.uploadDocumentFile>) {
    const { id } = await this.rpc.call(content.startDocumentFile, { by: actingIn(call) });
    try {
      let from = 0;
      for await (const piece of piecesOf(call.body)) {
        await this.rpc.call(content.addDocumentPiece, { id, from, pieceBase64: piece.toString('base64') });
        from += piece.length;
      }
      return await this.rpc.call(content.finishDocumentFile, { id });
    } catch (error) {
      await this.rpc.call(content.discardDocumentFile, { id }).catch(() => undefined); // what stays is deleted in a day
      throw error;
    }
  }

  @Serves(http.changeDocument)
  async change(call: Call<typeof http.changeDocument>) {
    return this.savers.of(
      await this.rpc.call(content.changeDocument, { ...call.body, ...call.params, by: actingIn(call) }),
    );
  }

  @ServesEarly(http.listDocumentVersions)
  async versions({ params }: EarlyCall<typeof http.listDocumentVersions>) {
    return this.savers.ofAll(await this.rpc.call(content.listDocumentVersions, params));
  }

  @Serves(http.readDocumentVersion)
  async version({ params }: Call<typeof http.readDocumentVersion>) {
    const file = await this.rpc.call(content.readDocumentVersion, params);
    return {
      contentType: 'application/pdf',
      fileName: file.fileName.replace(/\.pdf$/, `-version-${params.version}.pdf`),
      disposition: 'attachment' as const,
      cacheControl: 'private, no-store',
      etag: `"${file.sha256}"`,
      bytes: file.bytes,
      pieces: documentPieces(this.rpc, file),
    };
  }

  @Serves(http.restoreDocument)
  async restore(call: Call<typeof http.restoreDocument>) {
    return this.savers.of(
      await this.rpc.call(content.restoreDocument, { ...call.body, ...call.params, by: actingIn(call) }),
    );
  }
}

/**
 * A file in pieces of a request's size. Discards the rest of a refused upload, so that its sender receives the reason. Throws
 * `body_too_large`.
 */
const piecesOf = async function* (file: http.PdfFile): AsyncGenerator<Buffer> {
  if (!(file instanceof Readable)) return;
  let [waiting, length, arrived]: [Buffer[], number, number] = [[], 0, 0];
  try {
    for await (const bytes of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += bytes.length;
      if (arrived > DOCUMENT_BYTES_MAX) throw new DomainError('body_too_large');
      waiting.push(bytes);
      length += bytes.length;
      if (length < DOCUMENT_PIECE_BYTES) continue;
      const whole = Buffer.concat(waiting);
      yield whole.subarray(0, DOCUMENT_PIECE_BYTES);
      [waiting, length] = [[whole.subarray(DOCUMENT_PIECE_BYTES)], whole.length - DOCUMENT_PIECE_BYTES];
    }
    if (length > 0) yield Buffer.concat(waiting);
  } finally {
    // After the iterator has removed its listener, which would hold the stream.
    setImmediate(() => file.resume());
  }
};
