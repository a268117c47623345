import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { SuppressedAddress, type SuppressionReason } from './suppressed-address.entity.ts';

@Injectable()
export class SuppressedAddressRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Why an address gets no list mail; empty for one that does. */
  async reasonsOf(emailKey: string): Promise<SuppressionReason[]> {
    const found = await this.dataSource
      .getRepository(SuppressedAddress)
      .find({ where: { emailKey }, order: { reason: 'ASC' } });
    return found.map(({ reason }) => reason);
  }

  /** Adds a suppression; the first date stays. Idempotent. */
  async add(tx: Transaction, emailKey: string, reason: SuppressionReason, since: Date): Promise<void> {
    await tx.manager.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [emailKey, reason, since],
    );
  }

  /** Those of these addresses that get no list mail. */
  async among(
    tx: Transaction,
    emailKeys: readonly string[],
  ): Promise<Pick<SuppressedAddress, 'emailKey' | 'reason'>[]> {
    return tx.manager
      .getRepository(SuppressedAddress)
      .find({ select: { emailKey: true, reason: true }, where: { emailKey: In([...emailKeys]) } });
  }

  /** Removes a suppression. Returns whether there was one. Idempotent. */
  async lift(tx: Transaction, emailKey: string, reason: SuppressionReason): Promise<boolean> {
    const { affected } = await tx.manager.delete(SuppressedAddress, { emailKey, reason });
    return affected === 1;
  }
}
