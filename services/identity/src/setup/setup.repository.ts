import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Setup } from './setup.entity.ts';

@Injectable()
export class SetupRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Whether no administrator exists. */
  async isOpen(tx: Transaction | null = null): Promise<boolean> {
    const [{ isOpen }] = await (tx?.manager ?? this.dataSource).query<[{ isOpen: boolean }]>(
      'SELECT NOT EXISTS (SELECT FROM admins) AS "isOpen"',
    );
    return isOpen;
  }

  async find(): Promise<Setup | null> {
    return this.dataSource.getRepository(Setup).findOneBy({ id: true });
  }

  /** Locked until the transaction ends. */
  async lock(tx: Transaction): Promise<Setup | null> {
    return tx.manager.getRepository(Setup).findOne({ where: { id: true }, lock: { mode: 'pessimistic_write' } });
  }

  /** Stores the first code. Returns whether there was none: one of several replicas that start together stores its own. */
  async addIfMissing(tx: Transaction, codeHash: string): Promise<boolean> {
    const rows = await tx.manager.query<unknown[]>(
      'INSERT INTO setup (code_hash, admin_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [codeHash, randomUUID()],
    );
    return rows.length > 0;
  }

  /** Another code, which voids the one before and the claim of its holder. */
  async changeCode(tx: Transaction, codeHash: string): Promise<void> {
    await tx.manager.update(Setup, { id: true }, { codeHash, claimedBy: null, claimedAt: null });
  }

  async claim(tx: Transaction, claimedBy: string, claimedAt: Date): Promise<void> {
    await tx.manager.update(Setup, { id: true }, { claimedBy, claimedAt });
  }
}
