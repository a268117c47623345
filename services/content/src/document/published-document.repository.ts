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

  /** In the order in which pages list them. */
  async published(): Promise<DocumentEntry[]> {
    return this.dataSource
      .getRepository(PublishedDocument)
      .find({ select: ENTRY, where: { isPublished: true }, order: { position: 'ASC', key: 'ASC' } });
  }

  async entry(key: string): Promise<DocumentEntry | null> {
    return this.dataSource
      .getRepository(PublishedDocument)
      .findOne({ select: ENTRY, where: { key, isPublished: true } });
  }

  /** The file with this hash; null when a newer file has replaced it. */
  async content(key: string, sha256: string): Promise<Buffer | null> {
    const row = await this.dataSource
      .getRepository(PublishedDocument)
      .findOne({ select: { key: true, content: true }, where: { key, sha256 } });
    return row?.content ?? null;
  }

  /** Makes these the only published documents. */
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
