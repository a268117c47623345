import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Passkey } from './passkey.entity.ts';

@Injectable()
export class PasskeyRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Of an administrator, oldest first. */
  async ofAdmin(adminId: string): Promise<Passkey[]> {
    return this.dataSource.getRepository(Passkey).find({ where: { adminId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async findByCredential(credentialId: string): Promise<Passkey | null> {
    return this.dataSource.getRepository(Passkey).findOneBy({ credentialId });
  }

  /** Saves a new one. Returns false where the credential is saved already. */
  async add(tx: Transaction, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
    const added = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(Passkey)
      .values(passkey)
      .orIgnore()
      .returning('id')
      .execute();
    return (added.raw as unknown[]).length === 1;
  }

  /**
   * Records a use. Returns false where the passkey is gone, or its count has not grown since the last use, which means a copy or a
   * repetition.
   */
  async use(tx: Transaction, id: string, uses: number, at: Date): Promise<boolean> {
    const [, used] = await tx.manager.query<[unknown[], number]>(
      'UPDATE passkeys SET uses = $2, last_used_at = $3 WHERE id = $1 AND (uses < $2 OR (uses = 0 AND $2 = 0))',
      [id, uses, at],
    );
    return used === 1;
  }

  /** Removes one of an administrator's. Returns its name; null where they have none of that id. */
  async remove(tx: Transaction, adminId: string, id: string): Promise<string | null> {
    const [[removed]] = await tx.manager.query<[({ name: string } | undefined)[], number]>(
      'DELETE FROM passkeys WHERE id = $1 AND admin_id = $2 RETURNING name',
      [id, adminId],
    );
    return removed?.name ?? null;
  }
}
