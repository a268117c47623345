import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/content/document-rpc';
import { versionConflict } from '@lectern/contracts/edited';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { RpcInput } from '@lectern/contracts/rpc';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { type CurrentDocument, CurrentDocuments, type VersionContents } from './current-documents.ts';
import { DocumentUploadRepository } from './document-upload.repository.ts';
import { DocumentVersionRepository } from './document-version.repository.ts';
import { presentToStaff } from './managed-document.presenter.ts';
import { refusedFile } from '../refused-file.ts';

const PAGE = 'Documents';
const LABELS = { title: 'title', description: 'description', file: 'file' } as const;

interface Edit {
  readonly current: CurrentDocument;
  /** The version that the edit began from. */
  readonly version: number;
  readonly wanted: VersionContents;
  readonly by: ActingAdmin;
  readonly restoredFrom: number | null;
}

/**
 * Staff's changes of documents. Each saves a version beside the earlier ones and is recorded with the numbers of the old and the new
 * one. An edit without a difference saves nothing, so a repeated request or the same file again makes no version.
 */
@Injectable()
export class ChangeDocument {
  constructor(
    private readonly transactor: Transactor,
    private readonly documents: CurrentDocuments,
    private readonly versions: DocumentVersionRepository,
    private readonly uploads: DocumentUploadRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  /** Throws `document_unknown`, `version_conflict`, `invalid_request`. */
  @Handles(contracts.changeDocument)
  async change({
    key,
    version,
    title,
    description,
    file,
    by,
  }: RpcInput<typeof contracts.changeDocument>): Promise<contracts.SavedDocument> {
    return this.transactor.run(async (tx) => {
      const current = await this.lock(tx, key);
      const upload = file === null ? null : await this.uploads.checked(tx, file);
      if (file !== null && upload === null)
        throw refusedFile('This upload has expired. Choose the file again and save once more.');
      const { pages, bytes, sha256 } = upload ?? current;
      if (upload !== null) await this.versions.keepUpload(tx, upload.id);
      return this.write(tx, {
        current,
        version,
        wanted: { title, description, pages, bytes, sha256 },
        by,
        restoredFrom: null,
      });
    });
  }

  /** Throws `document_unknown`, `not_found`, `version_conflict`. */
  @Handles(contracts.restoreDocument)
  async restore({
    key,
    version,
    restore,
    by,
  }: RpcInput<typeof contracts.restoreDocument>): Promise<contracts.SavedDocument> {
    return this.transactor.run(async (tx) => {
      const current = await this.lock(tx, key);
      const wanted = await this.documents.contentsAt(tx, key, restore);
      if (wanted === null) throw new DomainError('not_found');
      return this.write(tx, { current, version, wanted, by, restoredFrom: restore });
    });
  }

  private async write(
    tx: Transaction,
    { current, version, wanted, by, restoredFrom }: Edit,
  ): Promise<contracts.SavedDocument> {
    const { key } = current;
    if (differences(current, wanted).length === 0) return presentToStaff(current);
    if (current.version !== version) {
      const began = await this.documents.contentsAt(tx, key, version);
      throw versionConflict({ changed: differences(began, current), labels: LABELS, page: PAGE });
    }
    // Its file is the shipped one, unless it is of an upload or an earlier version, which are kept already.
    await this.versions.keepShippedFile(tx, key);
    const { title, description, pages, bytes, sha256 } = wanted;
    const saved = {
      ...{ key, title, description, pages, bytes, sha256, restoredFrom },
      version: version + 1,
      savedAt: this.clock.now(),
      savedBy: by.adminId,
    };
    await this.versions.add(tx, saved);
    await this.recordAdminAction.execute(tx, by, restoredFrom === null ? 'change_document' : 'restore_document', {
      document: key,
      changed: differences(current, wanted),
      formerVersion: version,
      version: saved.version,
      ...(restoredFrom === null ? {} : { restoredVersion: restoredFrom }),
    });
    return presentToStaff({ ...current, ...saved });
  }

  /** Lets one at a time change a document, until the transaction ends. */
  private async lock(tx: Transaction, key: string): Promise<CurrentDocument> {
    await lockKey(tx, `document:${key}`);
    const document = await this.documents.find(tx, key);
    if (document === null) throw new DomainError('document_unknown');
    return document;
  }
}

/** The fields of the form that are not as they were. */
const differences = (before: VersionContents | null, after: VersionContents): string[] => [
  ...(before?.title === after.title ? [] : ['title']),
  ...(before?.description === after.description ? [] : ['description']),
  ...(before?.sha256 === after.sha256 ? [] : ['file']),
];
