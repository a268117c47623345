import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/document-http';
import * as content from '@lectern/contracts/content/document-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { documentPieces } from './document-pieces.ts';
import { passOn } from './pass-on.ts';
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
    const file = { body: call.body, as: 'pdf', by: actingIn(call) } as const;
    return passOn(this.rpc, file, (id) => this.rpc.call(content.finishDocumentFile, { id }));
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
