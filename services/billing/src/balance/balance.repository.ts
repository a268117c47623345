import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { BalanceReading } from './balance-reading.entity.ts';
import { BalanceTransaction } from './balance-transaction.entity.ts';
import type { movementOf } from './movement-of.ts';

/** A reading in progress. */
export type Reading = BalanceReading & { readonly beganAt: Date };

const PLAN = `CASE COALESCE(payment.interval, subscription.plan) WHEN 'year' THEN 'membership_annual' WHEN 'annual' THEN 'membership_annual' ELSE 'membership_monthly' END`;

/** Adds to movements that fit `which` the invoice or purchase of their payment intent, once there is one. */
const linkWhere = (which: string): string => `
  UPDATE balance_transactions moved
  SET invoice_id = known.invoice_id, purchase_id = known.purchase_id, product = known.product, customer_id = COALESCE(known.customer_id, moved.customer_id)
  FROM (
    SELECT unlinked.id, payment.invoice_id, purchase.id AS purchase_id, COALESCE(purchase.customer_id, payment.customer_id) AS customer_id,
      CASE purchase.product WHEN 'bootcamps' THEN 'bootcamp' WHEN 'tournaments' THEN 'tournament' ELSE ${PLAN} END AS product
    FROM balance_transactions unlinked
    LEFT JOIN LATERAL (
      SELECT id, product, customer_id FROM purchases WHERE payment_intent_id = unlinked.payment_intent_id LIMIT 1
    ) AS purchase ON true
    LEFT JOIN LATERAL (
      SELECT invoice_id, customer_id, subscription_id, "interval" FROM payments WHERE payment_intent_id = unlinked.payment_intent_id LIMIT 1
    ) AS payment ON true
    LEFT JOIN subscriptions subscription ON subscription.id = payment.subscription_id
    WHERE unlinked.invoice_id IS NULL AND unlinked.purchase_id IS NULL AND unlinked.payment_intent_id IS NOT NULL AND ${which}
      AND (purchase.id IS NOT NULL OR payment.invoice_id IS NOT NULL)
  ) AS known
  WHERE moved.id = known.id`;

@Injectable()
export class BalanceRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async reading(): Promise<BalanceReading | null> {
    return this.dataSource.getRepository(BalanceReading).findOneBy({ id: 1 });
  }

  /** Begins the first reading, or the one after `last`, unless another process has begun it. Answers whether it did. */
  async begin(
    tx: Transaction,
    last: BalanceReading | null,
    next: Pick<Reading, 'beganAt' | 'listedFrom'>,
  ): Promise<boolean> {
    if (last === null) {
      const inserted = await tx.manager
        .createQueryBuilder()
        .insert()
        .into(BalanceReading)
        .values({ id: 1, ...next })
        .orIgnore()
        .returning('id')
        .execute();
      return (inserted.raw as unknown[]).length > 0;
    }
    const { affected } = await tx.manager.update(
      BalanceReading,
      { id: 1, beganAt: IsNull() },
      { ...next, position: null },
    );
    return affected === 1;
  }

  /** Moves a reading on from where this process left it. Answers `false` where another process did that meanwhile. */
  async moveOn(tx: Transaction, { beganAt, position }: Reading, next: Partial<BalanceReading>): Promise<boolean> {
    const { affected } = await tx.manager.update(
      BalanceReading,
      { id: 1, beganAt, position: position ?? IsNull() },
      next,
    );
    return affected === 1;
  }

  /** Stores copies; those that are stored already stay as they are. */
  async add(tx: Transaction, movements: readonly ReturnType<typeof movementOf>[]): Promise<void> {
    if (movements.length === 0) return;
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(BalanceTransaction)
      .values([...movements])
      .orIgnore()
      .execute();
    // One that is listed after its person was erased.
    const customerIds = [...new Set(movements.flatMap(({ customerId }) => customerId ?? []))];
    const erased = await tx.manager.query<{ id: string }[]>(
      'SELECT id FROM customers WHERE id = ANY($1) AND erased_at IS NOT NULL',
      [customerIds],
    );
    await this.eraseDigits(
      tx,
      erased.map(({ id }) => id),
    );
  }

  /** Adds to these movements, or all, what they belong to, where that is known by now. Idempotent. */
  async link(tx: Transaction, ids?: readonly string[]): Promise<void> {
    if (ids === undefined) await tx.manager.query(linkWhere('true'));
    else await tx.manager.query(linkWhere('unlinked.id = ANY($1)'), [ids]);
  }

  /** Payouts whose movements were not read yet, oldest first. */
  async unreadPayouts(limit: number): Promise<BalanceTransaction[]> {
    return this.dataSource
      .getRepository(BalanceTransaction)
      .find({ where: { kind: 'payout', payoutId: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
  }

  /** Notes the payout of movements. */
  async assign(tx: Transaction, ids: readonly string[], payoutId: string): Promise<void> {
    await tx.manager.update(BalanceTransaction, { id: In([...ids]) }, { payoutId });
  }

  /** Takes the digits of cards and accounts out of these customers' movements. */
  async eraseDigits(tx: Transaction, customerIds: readonly string[]): Promise<void> {
    if (customerIds.length > 0)
      await tx.manager.update(BalanceTransaction, { customerId: In([...customerIds]) }, { last4: null });
  }
}
