import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { PublishedDocument } from './published-document.entity.ts';

/** A document without its file. */
export type DocumentEntry = Omit<PublishedDocument, 'content'>;

const ENTRY = {
  key: true,
  title: true,
  description: true,
  kind: true,
  access: true,
  groupName: true,
  position: true,
  fileName: true,
  pages: true,
  bytes: true,
  sha256: true,
  isPublished: true,
  createdAt: true,
} as const satisfies Record<keyof DocumentEntry, true>;

@Injectable()
export class PublishedDocumentRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** All, in the order in which pages list them; also those whose file is gone. */
  async entries(): Promise<DocumentEntry[]> {
    return this.dataSource
      .getRepository(PublishedDocument)
      .find({ select: ENTRY, order: { position: 'ASC', key: 'ASC' } });
  }

  async entry(tx: Transaction | null, key: string): Promise<DocumentEntry | null> {
    return (tx?.manager ?? this.dataSource.manager)
      .getRepository(PublishedDocument)
      .findOne({ select: ENTRY, where: { key } });
  }

  /** Makes these the documents that the files bring. Versions that staff saved stay current. */
  async replaceAll(
    tx: Transaction,
    documents: readonly Omit<PublishedDocument, 'createdAt' | 'isPublished'>[],
  ): Promise<void> {
    const repository = tx.manager.getRepository(PublishedDocument);
    await repository.upsert(
      documents.map((document) => ({ ...document, isPublished: true })),
      { conflictPaths: ['key'], skipUpdateIfNoValuesChanged: true },
    );
    await repository.update({ key: Not(In(documents.map(({ key }) => key))) }, { isPublished: false });
  }
}
