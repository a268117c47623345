import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Payment } from './payment.entity.ts';

@Injectable()
export class PaymentRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Of all of these customers, newest first. */
  async ofAny(customerIds: readonly string[]): Promise<Payment[]> {
    return this.dataSource
      .getRepository(Payment)
      .find({ where: { customerId: In([...customerIds]) }, order: { paidAt: 'DESC', id: 'DESC' } });
  }

  /** A customer's invoices that were paid, also where the payment was refunded since. */
  async paidInvoicesOf(customerId: string): Promise<ReadonlySet<string>> {
    const paid = await this.dataSource
      .getRepository(Payment)
      .find({ select: { id: true, invoiceId: true }, where: { customerId, status: In(['succeeded', 'refunded']) } });
    return new Set(paid.map(({ invoiceId }) => invoiceId));
  }

  /** When each of these subscriptions was first paid; none where it was not. */
  async firstPaidAt(subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const paid = await this.dataSource.query<{ id: string; at: Date }[]>(
      `SELECT subscription_id AS id, min(paid_at) AS at FROM payments WHERE subscription_id = ANY($1) AND status IN ('succeeded', 'refunded') GROUP BY subscription_id`,
      [subscriptionIds],
    );
    return new Map(paid.map(({ id, at }) => [id, at]));
  }

  /** Cents that a subscription was charged first; null where it was not paid yet. */
  async firstAmountOf(tx: Transaction | null, subscriptionId: string): Promise<number | null> {
    const first = await (tx?.manager ?? this.dataSource).getRepository(Payment).findOne({
      where: { subscriptionId, status: In(['succeeded', 'refunded']) },
      order: { paidAt: 'ASC', id: 'ASC' },
    });
    return first?.amount ?? null;
  }

  /** A customer's payments, for memberships and single ones, that were known here as paid at an instant: the provider's payment intents. */
  async intentsKnownAt(customerId: string, at: Date): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ intent: string }[]>(
      `SELECT payment_intent_id AS intent FROM payments
       WHERE customer_id = $1 AND status IN ('succeeded', 'refunded') AND COALESCE(known_at, paid_at) <= $2
       UNION ALL SELECT payment_intent_id FROM purchases WHERE customer_id = $1 AND status IN ('paid', 'refunded') AND paid_at <= $2`,
      [customerId, at],
    );
    return new Set(rows.map(({ intent }) => intent));
  }

  /** Whether a subscription was paid, and everything that it charged was refunded. */
  async isRefunded(subscriptionId: string): Promise<boolean> {
    const statuses = (
      await this.dataSource
        .getRepository(Payment)
        .find({ select: { id: true, status: true }, where: { subscriptionId } })
    ).map(({ status }) => status);
    return statuses.includes('refunded') && !statuses.includes('succeeded');
  }

  /** Whether a payment of a membership was refused. */
  async isFailed(subscriptionId: string): Promise<boolean> {
    return this.dataSource.getRepository(Payment).existsBy({ subscriptionId, status: 'failed' });
  }

  /** Whether something of a membership's payment for a time after `now` was refunded, also as credit, or is disputed. */
  async isReturned(subscriptionId: string, now: Date): Promise<boolean> {
    const [row] = await this.dataSource.query<object[]>(
      `SELECT 1 FROM payments payment WHERE payment.subscription_id = $1 AND payment.period_end > $2
         AND (payment.is_disputed OR payment.amount_refunded > 0 OR EXISTS (
           SELECT 1 FROM staff_refunds refund JOIN balance_transactions charge ON charge.charge_id = refund.charge_id AND charge.kind = 'charge'
           WHERE charge.invoice_id = payment.invoice_id AND refund.status <> 'refused'))
       LIMIT 1`,
      [subscriptionId, now],
    );
    return row !== undefined;
  }

  /** Cents that these customers were charged in all, for memberships and single payments, and what of it was paid back. */
  async sumsOf(customerIds: readonly string[]): Promise<{ paid: number; refunded: number }> {
    const [sums] = await this.dataSource.query<[{ paid: string; refunded: string }]>(
      `SELECT COALESCE(sum(amount), 0) AS paid, COALESCE(sum(refunded), 0) AS refunded FROM (
         SELECT amount, amount_refunded AS refunded FROM payments WHERE customer_id = ANY($1) AND status IN ('succeeded', 'refunded')
         UNION ALL SELECT amount_paid, amount_refunded FROM purchases WHERE customer_id = ANY($1) AND status IN ('paid', 'refunded')
       ) charged`,
      [customerIds],
    );
    return { paid: Number(sums.paid), refunded: Number(sums.refunded) };
  }

  /** All payments of a customer, locked until the transaction ends. */
  async lockOf(tx: Transaction, customerId: string): Promise<Payment[]> {
    return tx.manager
      .getRepository(Payment)
      .find({ where: { customerId }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Removes payments whose invoices are not listed any more: nothing was charged, and nothing is due. */
  async remove(tx: Transaction, invoiceIds: readonly string[]): Promise<void> {
    if (invoiceIds.length > 0) await tx.manager.delete(Payment, { invoiceId: In([...invoiceIds]) });
  }

  /** Writes payments as the provider reported them; one for each invoice. */
  async upsert(tx: Transaction, payments: readonly Omit<Payment, 'id' | 'customer'>[]): Promise<void> {
    if (payments.length === 0) return;
    await tx.manager.upsert(Payment, [...payments], {
      conflictPaths: ['invoiceId'],
      skipUpdateIfNoValuesChanged: true,
    });
  }
}
