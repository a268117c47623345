import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { getGuestReceipt, getReceipt, getReceiptOfMovement } from '@lectern/contracts/billing/payment-rpc';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';

interface Row extends Omit<Receipt, 'payer' | 'paidAt' | 'beginsAt' | 'period'> {
  readonly paidAt: Date;
  readonly beginsAt: Date | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly name: string | null;
  readonly email: string | null;
}

/* A dispute that was lost counts as refunded, as in `payments` and `purchases`. */
const PAID = `
  SELECT payment.id, payment.customer_id, payment.payment_intent_id, NULL::uuid AS reference, payment.invoice_id,
    COALESCE(payment.number, payment.invoice_id) AS number, payment.paid_at,
    CASE payment."interval" WHEN 'month' THEN 'membership_monthly' WHEN 'year' THEN 'membership_annual' ELSE 'other' END AS product,
    NULL AS title, NULL::timestamptz AS begins_at, payment.period_start, payment.period_end,
    payment.price, payment.unused, payment.discount, payment.credit, payment.amount AS paid, payment.amount_refunded AS refunded,
    false AS is_undone
  FROM payments payment WHERE payment.status IN ('succeeded', 'refunded')
  UNION ALL
  SELECT purchase.id, purchase.customer_id, purchase.payment_intent_id, purchase.reference, NULL,
    'R-' || upper(substr(purchase.id::text, 1, 8)), purchase.paid_at,
    CASE purchase.product WHEN 'bootcamps' THEN 'bootcamp' ELSE 'tournament' END,
    purchase.title, purchase.begins_at, NULL, NULL,
    purchase.amount, 0, purchase.amount - purchase.amount_paid, 0, purchase.amount_paid, purchase.amount_refunded,
    purchase.is_offline AND purchase.status = 'refunded'
  FROM purchases purchase WHERE purchase.status IN ('paid', 'refunded')`;

const RECEIPT = `SELECT paid.number, paid.paid_at AS "paidAt", paid.product, paid.title, paid.begins_at AS "beginsAt",
    paid.period_start AS "periodStart", paid.period_end AS "periodEnd",
    paid.price, paid.unused, paid.discount, paid.credit, paid.paid, paid.refunded, paid.is_undone AS "isUndone",
    COALESCE(charge.method, offline.method) AS method, charge.last4,
    NULLIF(btrim(person.first_name || ' ' || person.last_name), '') AS name, person.email
  FROM (${PAID}) AS paid
  JOIN customers customer ON customer.id = paid.customer_id
  LEFT JOIN customers person ON person.id = customer.id AND person.erased_at IS NULL
  LEFT JOIN LATERAL (
    SELECT method, last4 FROM balance_transactions WHERE payment_intent_id = paid.payment_intent_id AND kind = 'charge' LIMIT 1
  ) AS charge ON true
  LEFT JOIN LATERAL (
    SELECT method FROM offline_payments WHERE purchase_id = paid.id AND undoes IS NULL ORDER BY recorded_at DESC LIMIT 1
  ) AS offline ON true`;

/** Receipts, made of billing's own records: the provider is not asked. Reads only. */
@Injectable()
export class Receipts {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(getReceipt)
  async ofMember({ id, userId }: RpcInput<typeof getReceipt>): Promise<Receipt> {
    return known(await this.find('paid.id = $1 AND customer.user_id = $2', [id, userId]));
  }

  @Handles(getReceiptOfMovement)
  async ofMovement({ id }: RpcInput<typeof getReceiptOfMovement>): Promise<Receipt> {
    const [moved] = await this.dataSource.query<{ invoiceId: string | null; purchaseId: string | null }[]>(
      `SELECT invoice_id AS "invoiceId", purchase_id AS "purchaseId" FROM balance_transactions WHERE id = $1
       UNION ALL SELECT NULL, purchase_id FROM offline_payments WHERE id = $1`,
      [id],
    );
    if (moved?.invoiceId != null) return known(await this.find('paid.invoice_id = $1', [moved.invoiceId]));
    if (moved?.purchaseId != null) return known(await this.find('paid.id = $1', [moved.purchaseId]));
    return known(null);
  }

  @Handles(getGuestReceipt)
  async ofGuest({ reference }: RpcInput<typeof getGuestReceipt>): Promise<Receipt> {
    const found = await this.find('paid.reference = $1 AND customer.user_id IS NULL AND customer.erased_at IS NULL', [
      reference,
    ]);
    if (found === null) throw new DomainError('receipt_link_unknown');
    return found;
  }

  private async find(condition: string, parameters: readonly string[]): Promise<Receipt | null> {
    const [row] = await this.dataSource.query<Row[]>(
      `${RECEIPT} WHERE ${condition} ORDER BY paid.paid_at DESC LIMIT 1`,
      [...parameters],
    );
    if (row === undefined) return null;
    const { name, email, paidAt, beginsAt, periodStart, periodEnd, ...receipt } = row;
    return {
      ...receipt,
      payer: email === null ? null : { name, email },
      paidAt: paidAt.toISOString(),
      beginsAt: beginsAt?.toISOString() ?? null,
      period:
        periodStart === null || periodEnd === null
          ? null
          : { from: periodStart.toISOString(), until: periodEnd.toISOString() },
    };
  }
}

const known = (receipt: Receipt | null): Receipt => {
  if (receipt === null) throw new DomainError('not_found', { message: 'There is no such receipt.' });
  return receipt;
};
