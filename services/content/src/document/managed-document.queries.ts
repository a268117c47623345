import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/content/document-rpc';
import { SHIPPED_VERSION } from '@lectern/contracts/content/site-text';
import { DomainError } from '@lectern/contracts/errors';
import { PLAIN_LIST_MAX } from '@lectern/contracts/page';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CurrentDocuments } from './current-documents.ts';
import { DocumentVersionRepository } from './document-version.repository.ts';
import { presentToStaff } from './managed-document.presenter.ts';
import { PublishedDocumentRepository } from './published-document.repository.ts';

/** Reads the documents and their versions for staff. */
@Injectable()
export class ManagedDocumentQueries {
  constructor(
    private readonly current: CurrentDocuments,
    private readonly documents: PublishedDocumentRepository,
    private readonly versions: DocumentVersionRepository,
  ) {}

  @Handles(contracts.listManagedDocuments)
  async list(): Promise<contracts.SavedDocument[]> {
    return (await this.current.all()).map(presentToStaff);
  }

  /** Throws `document_unknown`. */
  @Handles(contracts.readManagedDocument)
  async read({ key }: RpcInput<typeof contracts.readManagedDocument>): Promise<contracts.SavedDocument> {
    const document = await this.current.find(null, key);
    if (document === null) throw new DomainError('document_unknown');
    return presentToStaff(document);
  }

  /** Throws `document_unknown`. */
  @Handles(contracts.listDocumentVersions)
  async history({
    key,
  }: RpcInput<typeof contracts.listDocumentVersions>): Promise<RpcOutput<typeof contracts.listDocumentVersions>> {
    const [document, shipped, versions] = await Promise.all([
      this.current.find(null, key),
      this.documents.entry(null, key),
      this.versions.history(null, key, PLAIN_LIST_MAX - 1),
    ]);
    if (document === null || shipped === null) throw new DomainError('document_unknown');
    return [
      ...versions.map((version) => ({ ...version, savedAt: version.savedAt.toISOString() })),
      { ...shipped, version: SHIPPED_VERSION, savedAt: null, savedBy: null, restoredFrom: null },
    ];
  }

  /** Throws `not_found`. */
  @Handles(contracts.readDocumentVersion)
  async version({
    key,
    version,
  }: RpcInput<typeof contracts.readDocumentVersion>): Promise<RpcOutput<typeof contracts.readDocumentVersion>> {
    const [document, contents] = await Promise.all([
      this.current.find(null, key),
      this.current.contentsAt(null, key, version),
    ]);
    if (document === null || contents === null) throw new DomainError('not_found');
    return { fileName: document.fileName, sha256: contents.sha256, bytes: contents.bytes };
  }
}
