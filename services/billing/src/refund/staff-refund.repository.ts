import { Inject, Injectable } from '@nestjs/common';
import type { EndedByRefund } from '@lectern/contracts/billing/staff-refund';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource, In, IsNull, LessThan } from 'typeorm';
import { StaffRefund } from './staff-refund.entity.ts';

/** A charge of this site that can be refunded, in whole or in part. Amounts are cents. */
export interface RefundableCharge {
  readonly chargeId: string;
  readonly customerId: string;
  readonly paid: number;
  readonly paidAt: Date;
  /** The part that is neither refunded nor asked to be. */
  readonly left: number;
  /** Ends with a refund of all that is left. */
  readonly ends: EndedByRefund | null;
  /** Given as credit for the rest of its period when the plan was switched. */
  readonly credited: number;
  /** The account that has that credit. */
  readonly userId: string | null;
  /** The name of what a single payment was for. */
  readonly title: string | null;
}

/* The provider refuses refunds of charges that a bank has reclaimed. A refund of ours counts once: as the ledger's movement, as soon as that is there. */
const REFUNDABLE = `SELECT charge.charge_id AS "chargeId", charge.customer_id AS "customerId", charge.amount AS paid, charge.created_at AS "paidAt", customer.user_id AS "userId",
  charge.amount - refunded.amount AS left, purchase.title,
  CASE
    WHEN purchase.status = 'paid' AND purchase.ended_at IS NULL THEN 'registration'
    WHEN subscription.status IN ('active', 'past_due', 'paused') AND payment.period_start = subscription.current_period_start THEN 'membership'
  END AS ends,
  (SELECT COALESCE(sum(switched.unused), 0)::int FROM payments switched
    WHERE switched.subscription_id = payment.subscription_id AND switched.status IN ('succeeded', 'refunded') AND switched.id <> payment.id
      AND switched.paid_at >= payment.paid_at AND switched.paid_at < payment.period_end) AS credited
FROM balance_transactions charge
LEFT JOIN customers customer ON customer.id = charge.customer_id AND customer.erased_at IS NULL AND customer.lost_at IS NULL
LEFT JOIN purchases purchase ON purchase.id = charge.purchase_id
LEFT JOIN payments payment ON payment.invoice_id = charge.invoice_id
LEFT JOIN subscriptions subscription ON subscription.id = payment.subscription_id
CROSS JOIN LATERAL (
  SELECT COALESCE(-sum(moved.amount) FILTER (WHERE moved.kind = 'refund'), 0)::int + (
    SELECT COALESCE(sum(asked.amount), 0)::int FROM staff_refunds asked
    WHERE (asked.charge_id = charge.charge_id OR asked.charge_id IS NULL AND asked.payment_intent_id = purchase.payment_intent_id) AND asked.status <> 'refused'
      AND NOT EXISTS (SELECT 1 FROM balance_transactions listed WHERE listed.source_id = asked.refund_id)
  ) AS amount, COALESCE(sum(moved.amount) FILTER (WHERE moved.kind = 'dispute'), 0) AS disputed
  FROM balance_transactions moved WHERE moved.charge_id = charge.charge_id
) AS refunded
WHERE charge.charge_id = $1 AND charge.kind = 'charge' AND charge.customer_id IS NOT NULL
  AND (charge.invoice_id IS NOT NULL OR charge.purchase_id IS NOT NULL)
  AND refunded.disputed = 0 AND NOT COALESCE(purchase.is_disputed, payment.is_disputed, false)`;

@Injectable()
export class StaffRefundRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The charge of a movement, if it is a charge itself; null otherwise. */
  async chargeOf(tx: Transaction, movementId: string): Promise<string | null> {
    const [row] = await tx.manager.query<{ id: string | null }[]>(
      `SELECT charge_id AS id FROM balance_transactions WHERE id = $1 AND kind = 'charge'`,
      [movementId],
    );
    return row?.id ?? null;
  }

  /** Null where it is none of this site, or a bank has reclaimed it. */
  async refundable(tx: Transaction | null, chargeId: string): Promise<RefundableCharge | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<RefundableCharge[]>(REFUNDABLE, [chargeId]);
    return row ?? null;
  }

  /** Newest first. */
  async of(chargeId: string): Promise<StaffRefund[]> {
    return this.dataSource
      .getRepository(StaffRefund)
      .find({ where: { chargeId }, order: { askedAt: 'DESC', id: 'ASC' } });
  }

  async find(tx: Transaction | null, id: string): Promise<StaffRefund | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(StaffRefund, { id });
  }

  /** Whether the membership or the registration that a refund was to end has ended. */
  async hasEnded(tx: Transaction, { chargeId, ends }: Pick<StaffRefund, 'chargeId' | 'ends'>): Promise<boolean> {
    if (ends === null) return false;
    const [row] = await tx.manager.query<{ ended: boolean }[]>(
      `SELECT COALESCE(purchase.status = 'refunded', subscription.status = 'cancelled', false) AS ended
       FROM balance_transactions charge
       LEFT JOIN purchases purchase ON purchase.id = charge.purchase_id
       LEFT JOIN payments payment ON payment.invoice_id = charge.invoice_id
       LEFT JOIN subscriptions subscription ON subscription.id = payment.subscription_id
       WHERE charge.charge_id = $1 AND charge.kind = 'charge'`,
      [chargeId],
    );
    return row?.ended === true;
  }

  /** The charge of a purchase; null until the ledger has read it. */
  async chargeOfPurchase(tx: Transaction, purchaseId: string): Promise<string | null> {
    const [row] = await tx.manager.query<{ id: string | null }[]>(
      `SELECT charge_id AS id FROM balance_transactions WHERE purchase_id = $1 AND kind = 'charge'`,
      [purchaseId],
    );
    return row?.id ?? null;
  }

  /** Cents of a charge that were refunded, or asked to be, here. */
  async askedOf(tx: Transaction, chargeId: string): Promise<number> {
    const [row] = await tx.manager.query<{ amount: number }[]>(
      `SELECT COALESCE(sum(amount), 0)::int AS amount FROM staff_refunds WHERE charge_id = $1 AND status <> 'refused'`,
      [chargeId],
    );
    return row?.amount ?? 0;
  }

  /** Refunds that were asked for before `before`, and those of withdrawals, that are not settled, oldest first. */
  async unsettled(before: Date, limit: number): Promise<Pick<StaffRefund, 'id'>[]> {
    return this.dataSource.getRepository(StaffRefund).find({
      select: { id: true },
      where: [
        { settledAt: IsNull(), askedAt: LessThan(before) },
        { settledAt: IsNull(), askedBy: IsNull() },
      ],
      order: { askedAt: 'ASC' },
      take: limit,
    });
  }

  async save(tx: Transaction, refund: StaffRefund): Promise<StaffRefund> {
    return tx.manager.save(StaffRefund, refund);
  }

  /** Stores these changes alone: the person may have been erased since `refund` was read. */
  async change(tx: Transaction, refund: StaffRefund, changes: Partial<StaffRefund>): Promise<StaffRefund> {
    await tx.manager.update(StaffRefund, { id: refund.id }, changes);
    return { ...refund, ...changes };
  }

  /** Takes the reasons, which may name the person, out of these customers' refunds. */
  async eraseReasons(tx: Transaction, customerIds: readonly string[]): Promise<void> {
    await tx.manager.update(StaffRefund, { customerId: In([...customerIds]) }, { reason: null });
  }
}
