import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { isStale } from './page-lifetime.ts';
import { Checkout } from './checkout.entity.ts';

@Injectable()
export class CheckoutRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly promoCodes: PromoCodeRepository,
  ) {}

  async findBySession(sessionId: string): Promise<Checkout | null> {
    return this.dataSource.getRepository(Checkout).findOneBy({ sessionId });
  }

  /** The one of a customer that may still be paid. */
  async pendingOfCustomer(customerId: string): Promise<Checkout | null> {
    return this.dataSource.getRepository(Checkout).findOneBy({ customerId, status: In(['opening', 'open']) });
  }

  /** The one that may still be paid, of the browser that opened it. */
  async pendingOfGuest(attemptHash: string): Promise<Checkout | null> {
    return this.dataSource.getRepository(Checkout).findOneBy({ attemptHash, status: In(['opening', 'open']) });
  }

  /** Sessions of a customer that may still be paid. */
  async openSessionsOf(customerId: string): Promise<string[]> {
    const open = await this.dataSource
      .getRepository(Checkout)
      .find({ where: { customerId, status: 'open' }, order: { createdAt: 'ASC' } });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Sessions that accounts with a mailbox may still pay for it. */
  async openSessionsOfAccounts(emailKey: string): Promise<string[]> {
    const open = await this.dataSource
      .getRepository(Checkout)
      .find({ where: { emailKey, customerId: Not(IsNull()), status: 'open' }, order: { createdAt: 'ASC' } });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Gives the pages that a guest's customer has paid another email address. */
  async correctEmail(tx: Transaction, customerId: string, email: string): Promise<void> {
    await tx.manager.update(Checkout, { customerId }, { email, emailKey: keyOf(email) });
  }

  /** Lets the pages that a guest opened for a mailbox be paid for another one. */
  async mergeUnpaid(tx: Transaction, oldKey: string, email: string): Promise<void> {
    await tx.manager.query(
      'UPDATE checkouts SET email = $2, email_key = $3 WHERE customer_id IS NULL AND email_key = $1',
      [oldKey, email, keyOf(email)],
    );
  }

  /** Takes the address out of a customer's checkouts. Each keeps a key of its own: one person may have an open one. */
  async eraseAddress(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.query(`UPDATE checkouts SET email_key = 'erased:' || id, email = NULL WHERE customer_id = $1`, [
      customerId,
    ]);
  }

  /** As {@link eraseAddress}, of pages that a guest opened for a mailbox and has not paid. */
  async eraseUnpaid(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.query(
      `UPDATE checkouts SET email_key = 'erased:' || id, email = NULL WHERE customer_id IS NULL AND email_key = $1`,
      [emailKey],
    );
  }

  /** Sessions of open checkouts that must have ended by now. */
  async sessionsDue(now: Date, limit: number): Promise<string[]> {
    const due = await this.dataSource
      .getRepository(Checkout)
      .find({ where: { status: 'open', expiresAt: LessThan(now) }, order: { expiresAt: 'ASC' }, take: limit });
    return due.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Sessions of open pages whose promo code was deleted or has expired. */
  async sessionsOfEndedCodes(now: Date, limit: number): Promise<string[]> {
    const ended = [{ archivedAt: Not(IsNull()) }, { validUntil: LessThanOrEqual(now) }];
    const open = await this.dataSource.getRepository(Checkout).find({
      where: ended.map((promoCode) => ({ status: 'open' as const, promoCode })),
      order: { createdAt: 'ASC' },
      take: limit,
    });
    return open.flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Checkouts whose page was never opened and cannot be any more: the process that began them died, and the visitor did not return. */
  async abandoned(now: Date, limit: number): Promise<Checkout[]> {
    const opening = await this.dataSource
      .getRepository(Checkout)
      .find({ where: { status: 'opening' }, order: { createdAt: 'ASC' }, take: limit });
    return opening.filter((checkout) => isStale(checkout, now));
  }

  async save(tx: Transaction, checkout: Checkout): Promise<void> {
    await tx.manager.save(Checkout, checkout);
  }

  /** Has the pages of these customers ended that are open. */
  async makeDue(tx: Transaction, customerIds: readonly string[], now: Date): Promise<void> {
    await tx.manager.update(Checkout, { customerId: In([...customerIds]), status: 'open' }, { expiresAt: now });
  }

  /** Ends one whose page was never opened. Does nothing when it was opened, or ended, since it was looked at. */
  async abandon(tx: Transaction, { id }: Pick<Checkout, 'id'>, now: Date): Promise<void> {
    const { affected } = await tx.manager.update(Checkout, { id, status: 'opening' }, { status: 'expired' });
    if (affected === 1) await this.promoCodes.settle(tx, id, 'released', now);
  }

  /** Ends a checkout as the provider ended it, with what was held for it. Idempotent. */
  async finish(
    tx: Transaction,
    checkout: Checkout,
    status: 'complete' | 'expired',
    now: Date,
    customerId = checkout.customerId,
  ): Promise<void> {
    await tx.manager.update(Checkout, { id: checkout.id }, { status, customerId });
    await this.promoCodes.settle(tx, checkout.id, status === 'complete' ? 'counted' : 'released', now);
  }
}
