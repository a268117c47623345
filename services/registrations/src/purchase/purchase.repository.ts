import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Purchase } from './purchase.entity.ts';

@Injectable()
export class PurchaseRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Keeps what billing told, unless something newer was told before. Answers whether it was news. */
  async record(tx: Transaction, purchase: Purchase): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO purchases (purchase_id, product, reference, status, amount_paid, session_id, payment_intent_id, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (purchase_id) DO UPDATE SET
         status = excluded.status, amount_paid = excluded.amount_paid, session_id = excluded.session_id,
         payment_intent_id = excluded.payment_intent_id, version = excluded.version
       WHERE purchases.version < excluded.version
       RETURNING purchase_id`,
      [
        purchase.purchaseId,
        purchase.product,
        purchase.reference,
        purchase.status,
        purchase.amountPaid,
        purchase.sessionId,
        purchase.paymentIntentId,
        purchase.version,
      ],
    );
    return changed.length > 0;
  }

  /** All payments for a registration, whatever became of them. */
  async of(tx: Transaction, reference: string): Promise<Purchase[]> {
    return tx.manager.getRepository(Purchase).find({ where: { reference }, order: { purchaseId: 'ASC' } });
  }

  /** All payments for any of these registrations, of what is committed. */
  async ofAny(references: readonly string[]): Promise<Purchase[]> {
    return this.dataSource.getRepository(Purchase).findBy({ reference: In(references) });
  }
}
