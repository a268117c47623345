import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/document-http';
import { DOCUMENT_BYTES_MAX, DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import * as content from '@lectern/contracts/content/document-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { documentPieces } from './document-pieces.ts';
import { SaverNames } from './saver-names.ts';
import { uploadedPieces } from './uploaded-pieces.ts';

const LIMITS = { bytesMax: DOCUMENT_BYTES_MAX, pieceBytes: DOCUMENT_PIECE_BYTES };

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
      for await (const piece of uploadedPieces(call.body, LIMITS)) {
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
