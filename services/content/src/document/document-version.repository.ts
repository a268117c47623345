import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PLAIN_LIST_MAX } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DocumentVersion } from './document-version.entity.ts';

export type VersionRow = Omit<DocumentVersion, 'document' | 'file'>;

/** The largest integer of the column. A request may name a larger one, which no version has. */
const VERSION_MAX = 2 ** 31 - 1;

/** The versions that staff saved, and their files. */
@Injectable()
export class DocumentVersionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The newest version of every document that has one. */
  async newest(): Promise<VersionRow[]> {
    return this.dataSource
      .getRepository(DocumentVersion)
      .createQueryBuilder('version')
      .distinctOn(['version.key'])
      .orderBy('version.key')
      .addOrderBy('version.version', 'DESC')
      .getMany();
  }

  /** Newest first. */
  async history(tx: Transaction | null, key: string, limit = PLAIN_LIST_MAX): Promise<VersionRow[]> {
    return this.of(tx).find(DocumentVersion, { where: { key }, order: { version: 'DESC' }, take: limit });
  }

  async find(tx: Transaction | null, key: string, version: number): Promise<VersionRow | null> {
    return version > VERSION_MAX ? null : this.of(tx).findOneBy(DocumentVersion, { key, version });
  }

  async add(tx: Transaction, version: VersionRow): Promise<void> {
    await tx.manager.insert(DocumentVersion, version);
  }

  /** Keeps the file that came with the site: the next release may replace it. Idempotent. */
  async keepShippedFile(tx: Transaction, key: string): Promise<void> {
    await tx.manager.query(
      'INSERT INTO document_files (sha256, content) SELECT sha256, content FROM documents WHERE key = $1 ON CONFLICT DO NOTHING',
      [key],
    );
  }

  /** Keeps a complete upload. Idempotent. */
  async keepUpload(tx: Transaction, id: string): Promise<void> {
    await tx.manager.query(
      'INSERT INTO document_files (sha256, content) SELECT sha256, content FROM document_uploads WHERE id = $1 ON CONFLICT DO NOTHING',
      [id],
    );
  }

  /** Bytes of a file of a version or of one that came with the site; empty at its end, null where there is no such file. */
  async piece(sha256: string, from: number, length: number): Promise<Buffer | null> {
    const [row] = await this.dataSource.query<{ piece: Buffer }[]>(
      `SELECT substring(content FROM $2::integer FOR $3::integer) AS piece FROM document_files WHERE sha256 = $1
       UNION ALL SELECT substring(content FROM $2::integer FOR $3::integer) FROM documents WHERE sha256 = $1 LIMIT 1`,
      [sha256, from + 1, length],
    );
    return row?.piece ?? null;
  }

  private of(tx: Transaction | null): EntityManager {
    return tx?.manager ?? this.dataSource.manager;
  }
}
