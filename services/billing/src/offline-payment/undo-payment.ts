import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Purchase } from '../purchase/purchase.entity.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { transitioned } from '../purchase/purchase-status.ts';
import type { OfflinePayment } from './offline-payment.entity.ts';
import { OfflinePaymentRepository } from './offline-payment.repository.ts';

/** Adds the record that undoes an offline payment, and publishes its purchase as refunded. */
@Injectable()
export class UndoPayment {
  constructor(
    private readonly payments: OfflinePaymentRepository,
    private readonly purchases: PurchaseRepository,
    private readonly clock: Clock,
  ) {}

  async execute(
    tx: Transaction,
    payment: OfflinePayment,
    purchase: Purchase,
    by: Pick<OfflinePayment, 'id' | 'note' | 'recordedBy'>,
  ): Promise<void> {
    const now = this.clock.now();
    const { customerId, purchaseId, product, method, amount, reference } = payment;
    await this.payments.add(tx, {
      ...{ customerId, purchaseId, product, method, reference, ...by },
      ...{ amount: -amount, undoes: payment.id, receivedAt: now, recordedAt: now },
    });
    await this.purchases.saveAndPublish(
      tx,
      transitioned(purchase, 'refunded', { amountRefunded: purchase.amountPaid }),
    );
  }
}
