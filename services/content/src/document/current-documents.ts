import { Injectable } from '@nestjs/common';
import { SHIPPED_VERSION } from '@lectern/contracts/content/site-text';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DocumentVersionRepository, type VersionRow } from './document-version.repository.ts';
import { type DocumentEntry, PublishedDocumentRepository } from './published-document.repository.ts';

/** The words and the file of a version. */
export type VersionContents = Pick<VersionRow, 'title' | 'description' | 'pages' | 'bytes' | 'sha256'>;

/** A document as it is now. */
export interface CurrentDocument
  extends VersionContents, Pick<DocumentEntry, 'key' | 'kind' | 'access' | 'groupName' | 'fileName'> {
  readonly version: number;
  /** Null where no administrator changed the document. */
  readonly savedAt: Date | null;
  readonly savedBy: string | null;
}

/** The documents with what staff made of them. One that staff changed stays when its file is gone from the site's files. */
@Injectable()
export class CurrentDocuments {
  constructor(
    private readonly documents: PublishedDocumentRepository,
    private readonly versions: DocumentVersionRepository,
  ) {}

  /** In the order in which pages list them. */
  async all(): Promise<CurrentDocument[]> {
    const [entries, newest] = await Promise.all([this.documents.entries(), this.versions.newest()]);
    const versionOf = new Map(newest.map((version) => [version.key, version]));
    return entries.flatMap((entry) => currentOf(entry, versionOf.get(entry.key)) ?? []);
  }

  async find(tx: Transaction | null, key: string): Promise<CurrentDocument | null> {
    const entry = await this.documents.entry(tx, key);
    if (entry === null) return null;
    const [newest] = await this.versions.history(tx, key, 1);
    return currentOf(entry, newest);
  }

  /** The contents of a version; null where a document has no such version. */
  async contentsAt(tx: Transaction | null, key: string, version: number): Promise<VersionContents | null> {
    return version === SHIPPED_VERSION ? this.documents.entry(tx, key) : this.versions.find(tx, key, version);
  }
}

const currentOf = (entry: DocumentEntry, newest: VersionRow | undefined): CurrentDocument | null => {
  const { key, kind, access, groupName, fileName, isPublished } = entry;
  if (!isPublished && newest === undefined) return null;
  const { title, description, pages, bytes, sha256 } = newest ?? entry;
  return {
    ...{ key, kind, access, groupName, fileName },
    ...{ title, description, pages, bytes, sha256 },
    version: newest?.version ?? SHIPPED_VERSION,
    savedAt: newest?.savedAt ?? null,
    savedBy: newest?.savedBy ?? null,
  };
};
