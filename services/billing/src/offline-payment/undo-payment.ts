import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Purchase } from '../purchase/purchase.entity.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { transitioned } from '../purchase/purchase-status.ts';
import type { OfflinePayment } from './offline-payment.entity.ts';
import { OfflinePaymentRepository } from './offline-payment.repository.ts';

type Undoing = Pick<OfflinePayment, 'id' | 'note' | 'recordedBy'>;

/** A payment as it should have been recorded. */
interface Right extends Pick<
  OfflinePayment,
  'id' | 'method' | 'amount' | 'reference' | 'note' | 'receivedAt' | 'recordedBy'
> {
  readonly undoingId: string;
  readonly reason: string;
}

/** Adds the records that undo or correct an offline payment, and publishes its purchase. */
@Injectable()
export class UndoPayment {
  constructor(
    private readonly payments: OfflinePaymentRepository,
    private readonly purchases: PurchaseRepository,
    private readonly clock: Clock,
  ) {}

  /** The purchase is refunded then. */
  async execute(tx: Transaction, payment: OfflinePayment, purchase: Purchase, by: Undoing): Promise<void> {
    await this.takeOut(tx, payment, by, this.clock.now());
    await this.purchases.saveAndPublish(
      tx,
      transitioned(purchase, 'refunded', { amountRefunded: purchase.amountPaid }),
    );
  }

  /** The purchase stays paid, at the right amount. `undoingId`: of the record that undoes the wrong payment. */
  async correct(tx: Transaction, payment: OfflinePayment, purchase: Purchase, right: Right): Promise<void> {
    const { undoingId, reason, ...corrected } = right;
    const { customerId, purchaseId, product } = payment;
    const now = this.clock.now();
    await this.takeOut(tx, payment, { id: undoingId, note: reason, recordedBy: right.recordedBy }, now);
    await this.payments.add(tx, {
      ...{ customerId, purchaseId, product },
      ...corrected,
      undoes: null,
      recordedAt: now,
    });
    const { amount, receivedAt } = right;
    await this.purchases.saveAndPublish(
      tx,
      transitioned(purchase, 'paid', { amount, amountPaid: amount, paidAt: receivedAt }),
    );
  }

  private async takeOut(tx: Transaction, payment: OfflinePayment, by: Undoing, now: Date): Promise<void> {
    const { customerId, purchaseId, product, method, amount, reference } = payment;
    await this.payments.add(tx, {
      ...{ customerId, purchaseId, product, method, reference, ...by },
      ...{ amount: -amount, undoes: payment.id, receivedAt: now, recordedAt: now },
    });
  }
}
