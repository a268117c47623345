import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DocumentUpload } from './document-upload.entity.ts';

/** An upload that passed every check, without its bytes. */
export interface CheckedUpload {
  readonly id: string;
  readonly sha256: string;
  readonly pages: number;
  readonly bytes: number;
}

@Injectable()
export class DocumentUploadRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async begin(tx: Transaction, id: string, startedAt: Date): Promise<void> {
    await tx.manager.insert(DocumentUpload, { id, content: Buffer.alloc(0), startedAt });
  }

  /** Whether `piece` was added: `from` is the end of an upload that is not complete. */
  async append(tx: Transaction, id: string, from: number, piece: Buffer): Promise<boolean> {
    const { affected } = await tx.manager
      .createQueryBuilder()
      .update(DocumentUpload)
      .set({ content: () => 'content || :piece' })
      .where('id = :id AND sha256 IS NULL AND octet_length(content) = :from', { id, from })
      .setParameter('piece', piece)
      .execute();
    return affected === 1;
  }

  async content(id: string): Promise<Buffer | null> {
    return (await this.dataSource.getRepository(DocumentUpload).findOneBy({ id }))?.content ?? null;
  }

  /** `content` replaces the uploaded bytes. */
  async complete(
    tx: Transaction,
    id: string,
    checked: { sha256: string; pages: number; content: Buffer },
  ): Promise<void> {
    await tx.manager.update(DocumentUpload, { id }, checked);
  }

  async checked(tx: Transaction, id: string): Promise<CheckedUpload | null> {
    const [row] = await tx.manager
      .createQueryBuilder(DocumentUpload, 'upload')
      .select(['upload.id AS id', 'upload.sha256 AS sha256', 'upload.pages AS pages'])
      .addSelect('octet_length(upload.content)', 'bytes')
      .where({ id, sha256: Not(IsNull()) })
      .getRawMany<CheckedUpload>();
    return row ?? null;
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(DocumentUpload, { id });
  }

  async removeBefore(tx: Transaction, startedAt: Date): Promise<void> {
    await tx.manager.delete(DocumentUpload, { startedAt: LessThan(startedAt) });
  }
}
