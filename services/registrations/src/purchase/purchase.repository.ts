import { Inject, Injectable } from '@nestjs/common';
import { paymentRefused, paymentWithdrawn } from '@lectern/contracts/registrations/events';
import type { PaymentRefusal } from '@lectern/contracts/billing/model';
import { Clock } from '@lectern/service-kit/time/clock';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Purchase } from './purchase.entity.ts';

@Injectable()
export class PurchaseRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async find(tx: Transaction, purchaseId: string): Promise<Purchase | null> {
    return tx.manager.getRepository(Purchase).findOneBy({ purchaseId });
  }

  /**
   * Publishes, once, that a payment is to be refunded, or was by staff; billing then emails the payer. The payment decides
   * nothing from then on.
   */
  async refuse(tx: Transaction, purchaseId: string, reason: PaymentRefusal): Promise<void> {
    const { affected } = await tx.manager.update(
      Purchase,
      { purchaseId, refusedAt: IsNull() },
      { refusedAt: this.clock.now() },
    );
    if (affected === 1) await tx.publish(paymentRefused, { purchaseId, reason });
  }

  /** Ends the payment page of a registration, if one may be open. */
  async withdraw(tx: Transaction, reference: string): Promise<void> {
    if ((await this.of(tx, reference)).some(({ status }) => status === 'open'))
      await tx.publish(paymentWithdrawn, { reference });
  }

  /** Ends the payment pages of a registration that were opened until now, also one whose event has not arrived yet. */
  async withdrawOpenedUntilNow(tx: Transaction, reference: string): Promise<void> {
    await tx.publish(paymentWithdrawn, { reference, openedUntil: this.clock.now().toISOString() });
  }

  /** Ends every open payment page of an account's entries and seats, except those of the mailbox `exceptOf`. */
  async withdrawOfAccount(tx: Transaction, userId: string, exceptOf = ''): Promise<void> {
    const open = await tx.manager.query<{ reference: string }[]>(
      `SELECT DISTINCT reference FROM purchases WHERE status = 'open' AND reference IN (
         SELECT id FROM tournament_registrations WHERE user_id = $1 AND email_key <> $2
         UNION ALL SELECT id FROM bootcamp_registrations WHERE user_id = $1 AND email_key <> $2)`,
      [userId, exceptOf],
    );
    for (const { reference } of open) await tx.publish(paymentWithdrawn, { reference });
  }

  /** Stores a payment that billing published, unless a newer version is stored. Returns whether it was newer. */
  async record(tx: Transaction, purchase: Omit<Purchase, 'refusedAt'>): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO purchases (purchase_id, product, reference, status, amount_paid, amount_refunded, session_id,
                              payment_intent_id, version, is_disputed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (purchase_id) DO UPDATE SET
         status = excluded.status, amount_paid = excluded.amount_paid, amount_refunded = excluded.amount_refunded,
         session_id = excluded.session_id, payment_intent_id = excluded.payment_intent_id, version = excluded.version,
         is_disputed = excluded.is_disputed
       WHERE purchases.version < excluded.version
       RETURNING purchase_id`,
      [
        purchase.purchaseId,
        purchase.product,
        purchase.reference,
        purchase.status,
        purchase.amountPaid,
        purchase.amountRefunded,
        purchase.sessionId,
        purchase.paymentIntentId,
        purchase.version,
        purchase.isDisputed,
      ],
    );
    return changed.length > 0;
  }

  /** All payments of a registration that were not refused, in any state; committed ones without a transaction. */
  async of(tx: Transaction | null, reference: string): Promise<Purchase[]> {
    return (tx?.manager ?? this.dataSource)
      .getRepository(Purchase)
      .find({ where: { reference, refusedAt: IsNull() }, order: { purchaseId: 'ASC' } });
  }

  /** Cents that were refunded of the payments of a registration, refused ones left out. */
  async refundedOf(tx: Transaction, reference: string): Promise<number> {
    return (await this.of(tx, reference)).reduce((sum, { amountRefunded }) => sum + amountRefunded, 0);
  }

  /** Committed payments of a registration that charged something, refunded and refused ones included. */
  async chargedFor(reference: string): Promise<Purchase[]> {
    return this.dataSource
      .getRepository(Purchase)
      .findBy({ reference, status: In(['paid', 'refunded']), amountPaid: MoreThan(0) });
  }

  /** As {@link of}, for several registrations, by committed rows. */
  async ofAny(references: readonly string[]): Promise<Purchase[]> {
    return this.dataSource.getRepository(Purchase).findBy({ reference: In(references), refusedAt: IsNull() });
  }
}
