import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { SuppressionReason } from './suppressed-address.entity.ts';

@Injectable()
export class SuppressedAddressRepository {
  /** From the first time on. Idempotent. */
  async add(tx: Transaction, emailKey: string, reason: SuppressionReason, since: Date): Promise<void> {
    await tx.manager.query(`INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [emailKey, reason, since]);
  }

  /** Idempotent. */
  async lift(tx: Transaction, emailKey: string, reason: SuppressionReason): Promise<void> {
    await tx.manager.query(`DELETE FROM suppressed_addresses WHERE email_key = $1 AND reason = $2`, [emailKey, reason]);
  }
}
