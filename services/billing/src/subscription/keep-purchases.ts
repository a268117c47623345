import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import { transitioned } from '../purchase/purchase-status.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { type Difference, differencesOf } from '../stripe/difference.ts';
import { idOf } from '../stripe/expandable.ts';
import { publishDisputes } from './disputes.ts';
import type { RemoteCustomer } from './remote-customer.ts';

/** Stores the refunds, disputes and receipts of a customer's single payments as the provider has them. */
@Injectable()
export class KeepPurchases {
  constructor(private readonly purchases: PurchaseRepository) {}

  /** Returns the differences. */
  async execute(
    tx: Transaction,
    customer: Customer,
    remote: RemoteCustomer,
    refunds: ReadonlyMap<string, number>,
    disputed: ReadonlySet<string>,
  ): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const purchase of await this.purchases.lockSettledOf(tx, customer.id)) {
      const refunded =
        purchase.paymentIntentId === null
          ? 0
          : Math.min(purchase.amountPaid, refunds.get(purchase.paymentIntentId) ?? 0);
      const status = refunded > 0 && refunded >= purchase.amountPaid ? ('refunded' as const) : ('paid' as const);
      const isDisputed = purchase.paymentIntentId !== null && disputed.has(purchase.paymentIntentId);
      const charge = remote.charges.find(
        ({ payment_intent: intent, paid }) =>
          paid && purchase.paymentIntentId !== null && idOf(intent) === purchase.paymentIntentId,
      );
      const published = transitioned(purchase, status, {
        amountRefunded: refunded,
        isDisputed,
        receiptUrl: charge?.receipt_url ?? purchase.receiptUrl,
      });
      const found = differencesOf(
        `purchase ${purchase.paymentIntentId ?? purchase.id}`,
        purchase,
        published,
        ['status', 'amountRefunded', 'isDisputed', 'receiptUrl'],
        'status',
      );
      if (found.length === 0) continue;
      differences.push(...found);
      if (isDisputed && !purchase.isDisputed)
        await publishDisputes(tx, customer, remote, purchase.paymentIntentId, purchase.title);
      // Publishes only changes that matter to other services.
      const isSame = (['status', 'amountRefunded', 'isDisputed'] as const).every(
        (key) => published[key] === purchase[key],
      );
      if (isSame) await this.purchases.save(tx, published);
      else await this.purchases.saveAndPublish(tx, published);
    }
    return differences;
  }
}
