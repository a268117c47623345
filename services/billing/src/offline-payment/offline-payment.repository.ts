import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource, In } from 'typeorm';
import { OfflinePayment } from './offline-payment.entity.ts';

@Injectable()
export class OfflinePaymentRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async find(tx: Transaction | null, id: string): Promise<OfflinePayment | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(OfflinePayment, { id });
  }

  /** All records of a purchase, by the id of one of them, oldest first. */
  async records(id: string): Promise<OfflinePayment[]> {
    return (
      this.dataSource
        .getRepository(OfflinePayment)
        .createQueryBuilder('record')
        .where(`record.purchase_id = (SELECT purchase_id FROM offline_payments WHERE id = :id)`, { id })
        // A correction has both of its records from one moment.
        .orderBy('record.recorded_at')
        .addOrderBy('record.undoes', 'ASC', 'NULLS LAST')
        .getMany()
    );
  }

  /** The payment that a purchase was paid with. */
  async ofPurchase(tx: Transaction, purchaseId: string): Promise<OfflinePayment | null> {
    return tx.manager
      .getRepository(OfflinePayment)
      .createQueryBuilder('payment')
      .where('payment.purchase_id = :purchaseId AND payment.undoes IS NULL', { purchaseId })
      .orderBy('payment.recorded_at', 'DESC')
      .getOne();
  }

  /** The record that undoes a payment. */
  async undoing(tx: Transaction, { id }: Pick<OfflinePayment, 'id'>): Promise<OfflinePayment | null> {
    return tx.manager.findOneBy(OfflinePayment, { undoes: id });
  }

  async add(tx: Transaction, payment: Omit<OfflinePayment, 'customer' | 'purchase' | 'undone'>): Promise<void> {
    await tx.manager.insert(OfflinePayment, payment);
  }

  /** Takes the words that staff wrote about these customers out of their payments. */
  async eraseWords(tx: Transaction, customerIds: readonly string[]): Promise<void> {
    await tx.manager.update(OfflinePayment, { customerId: In([...customerIds]) }, { reference: null, note: null });
  }
}
