import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { PaymentRefusal } from '@lectern/contracts/billing/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isStale } from '../checkout/page-lifetime.ts';
import { Purchase } from './purchase.entity.ts';

/** Names one page of a purchase: for the provider's idempotency key and for the seat, entry or promo code that it holds. */
export const pageKey = (purchase: Pick<Purchase, 'id' | 'attempt'>): string => `${purchase.id}:${purchase.attempt}`;

@Injectable()
export class PurchaseRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The purchase that pays for a registration; never one whose payment was refused. */
  async findByReference(reference: string): Promise<Purchase | null> {
    return this.dataSource.getRepository(Purchase).findOneBy({ reference, refusal: IsNull() });
  }

  async findById(id: string): Promise<Purchase | null> {
    return this.dataSource.getRepository(Purchase).findOneBy({ id });
  }

  /** The purchase, locked until the transaction ends. */
  async lockById(tx: Transaction, id: string): Promise<Purchase> {
    return tx.manager.getRepository(Purchase).findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findBySession(sessionId: string): Promise<Purchase | null> {
    return this.dataSource.getRepository(Purchase).findOneBy({ sessionId });
  }

  /** Paid ones of these customers, refunded or not, newest first. */
  async settledOf(customerIds: readonly string[]): Promise<Purchase[]> {
    return this.dataSource.getRepository(Purchase).find({
      where: { customerId: In([...customerIds]), status: In(['paid', 'refunded']) },
      order: { paidAt: 'DESC', id: 'DESC' },
    });
  }

  /** Takes the guest's name and address out of a customer's purchases. */
  async eraseGuest(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.update(Purchase, { customerId }, { guestEmail: null, guestFirstName: null, guestLastName: null });
  }

  /** Lets the pages that a guest opened for a mailbox be paid for another one. */
  async mergeUnpaid(tx: Transaction, oldKey: string, email: string): Promise<void> {
    await tx.manager.query(
      'UPDATE purchases SET guest_email = $2 WHERE customer_id IS NULL AND lower(btrim(guest_email)) = $1',
      [oldKey, email],
    );
  }

  /** As {@link eraseGuest}, of pages that a guest opened for a mailbox and has not paid. */
  async eraseUnpaid(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.query(
      `UPDATE purchases SET guest_email = NULL, guest_first_name = NULL, guest_last_name = NULL
       WHERE customer_id IS NULL AND lower(btrim(guest_email)) = $1`,
      [emailKey],
    );
  }

  /** Those that the provider knows, locked. */
  async lockSettledOf(tx: Transaction, customerId: string): Promise<Purchase[]> {
    return tx.manager.getRepository(Purchase).find({
      where: { customerId, isOffline: false, status: In(['paid', 'refunded']) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Sessions of a customer's pages that may still be paid. */
  async openSessionsOf(customerId: string): Promise<string[]> {
    const open = await this.dataSource
      .getRepository(Purchase)
      .find({ where: { customerId, status: 'open' }, order: { createdAt: 'ASC' } });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Sessions of open pages that must have ended by now. */
  async sessionsDue(now: Date, limit: number): Promise<string[]> {
    const due = await this.dataSource
      .getRepository(Purchase)
      .find({ where: { status: 'open', expiresAt: LessThan(now) }, order: { expiresAt: 'ASC' }, take: limit });
    return due.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /**
   * Records that a payment is to be refunded, if it was made after `paidAfter`, or by staff, whose day may be long ago, or is refunded already.
   * The first reason counts. Answers whether it is recorded.
   */
  async refuse(tx: Transaction, id: string, refusal: PaymentRefusal, paidAfter: Date): Promise<boolean> {
    const [noted] = await tx.manager.query<[{ id: string }[], number]>(
      `UPDATE purchases SET refusal = coalesce(refusal, $2)
       WHERE id = $1 AND (refusal IS NOT NULL OR status = 'refunded' OR status = 'paid' AND (paid_at > $3 OR is_offline)) RETURNING id`,
      [id, refusal, paidAfter],
    );
    return noted.length > 0;
  }

  /** Notes that the page of a registration is to end; `openedUntil` leaves one that was opened later. */
  async withdraw(tx: Transaction, reference: string, at: Date, openedUntil?: Date): Promise<void> {
    await tx.manager.update(
      Purchase,
      {
        reference,
        refusal: IsNull(),
        status: In(['opening', 'open']),
        ...(openedUntil && { createdAt: LessThanOrEqual(openedUntil) }),
      },
      { withdrawnAt: at },
    );
  }

  /** Notes that the person withdrew from what a purchase had paid for. */
  async end(tx: Transaction, { id }: Pick<Purchase, 'id'>, at: Date): Promise<void> {
    await tx.manager.update(Purchase, { id, endedAt: IsNull() }, { endedAt: at });
  }

  /** As {@link withdraw}, of every page that these customers have. */
  async withdrawOf(tx: Transaction, customerIds: readonly string[], at: Date): Promise<void> {
    await tx.manager.update(
      Purchase,
      { customerId: In([...customerIds]), status: In(['opening', 'open']) },
      { withdrawnAt: at },
    );
  }

  /** Payments that were refused and are not refunded yet, each with its customer. */
  async refused(limit: number): Promise<Purchase[]> {
    return this.dataSource.getRepository(Purchase).find({
      where: { refusal: Not(IsNull()), returnedAt: IsNull(), status: In(['paid', 'refunded']) },
      relations: { customer: true },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Sessions of open pages that registrations has withdrawn. */
  async sessionsWithdrawn(limit: number): Promise<string[]> {
    const open = await this.dataSource
      .getRepository(Purchase)
      .find({ where: { status: 'open', withdrawnAt: Not(IsNull()) }, take: limit });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Records that a refused payment was refunded. Answers it, locked, or null where that was recorded before. */
  async returned(tx: Transaction, id: string, at: Date): Promise<Purchase | null> {
    const { affected } = await tx.manager.update(Purchase, { id, returnedAt: IsNull() }, { returnedAt: at });
    return affected === 1 ? tx.manager.findOneByOrFail(Purchase, { id }) : null;
  }

  /** Sessions of open pages whose promo code was deleted or has expired. */
  async sessionsOfEndedCodes(now: Date, limit: number): Promise<string[]> {
    const ended = [{ archivedAt: Not(IsNull()) }, { validUntil: LessThanOrEqual(now) }];
    const open = await this.dataSource.getRepository(Purchase).find({
      where: ended.map((promoCode) => ({ status: 'open' as const, promoCode })),
      order: { createdAt: 'ASC' },
      take: limit,
    });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Those whose page was never opened, and cannot be any more. */
  async abandoned(now: Date, limit: number): Promise<Purchase[]> {
    const opening = await this.dataSource
      .getRepository(Purchase)
      .find({ where: { status: 'opening' }, order: { createdAt: 'ASC' }, take: limit });
    return opening.filter((purchase) => isStale(purchase, now));
  }

  /** Ends a purchase whose page was never opened. Answers `false` when its page was opened, or begun again, since it was read. */
  async abandon(tx: Transaction, { id, attempt }: Pick<Purchase, 'id' | 'attempt'>): Promise<boolean> {
    const { affected } = await tx.manager.update(Purchase, { id, attempt, status: 'opening' }, { status: 'expired' });
    return affected === 1;
  }

  async save(tx: Transaction, purchase: Purchase): Promise<void> {
    await tx.manager.save(Purchase, purchase);
  }

  /** Saves a purchase and publishes it. */
  async saveAndPublish(tx: Transaction, purchase: Purchase): Promise<void> {
    const published = { ...purchase, version: purchase.version + 1 };
    await this.save(tx, published);
    await this.publish(tx, published);
  }

  /** Adds what staff returned of a charge as credit to its purchase, if it is one's, and publishes that. */
  async addCredited(tx: Transaction, chargeId: string, amount: number): Promise<void> {
    const [charge] = await tx.manager.query<{ purchaseId: string | null }[]>(
      `SELECT purchase_id AS "purchaseId" FROM balance_transactions WHERE charge_id = $1 AND kind = 'charge'`,
      [chargeId],
    );
    if (charge?.purchaseId == null) return;
    const purchase = await this.lockById(tx, charge.purchaseId);
    await this.saveAndPublish(tx, { ...purchase, amountCredited: purchase.amountCredited + amount });
  }

  /** Publishes purchases as they are, by id after `after`. */
  async republish(tx: Transaction, after: string | null, limit: number): Promise<Purchase[]> {
    const purchases = await tx.manager.getRepository(Purchase).find({
      where: after === null ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    for (const purchase of purchases) await this.publish(tx, purchase);
    return purchases;
  }

  private async publish(tx: Transaction, published: Purchase): Promise<void> {
    if (published.status === 'opening' || (published.sessionId === null && !published.isOffline)) return;
    await tx.publish(purchaseChanged, {
      purchaseId: published.id,
      version: published.version,
      product: published.product,
      reference: published.reference,
      status: published.status,
      amountPaid: published.amountPaid,
      amountRefunded: published.amountRefunded + published.amountCredited,
      sessionId: published.sessionId,
      paymentIntentId: published.paymentIntentId,
      guestEmail: published.guestEmail,
      isDisputed: published.isDisputed,
    });
  }
}
