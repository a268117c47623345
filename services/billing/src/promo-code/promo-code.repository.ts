import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { PromoCode } from './promo-code.entity.ts';
import { PromoUse } from './promo-use.entity.ts';

/** An address of a person who was erased or moved. It differs between codes, so that it does not join the uses of one person. */
const hashedKey = (promoCodeId: string, emailKey: string): string =>
  createHash('sha256').update(`${promoCodeId} ${emailKey}`).digest('hex');

/** The account or guest that uses a code. */
export interface PromoUser {
  /** Missing for a guest. */
  readonly userId: string | null;
  readonly emailKey: string;
}

@Injectable()
export class PromoCodeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The one of this name that is not archived. */
  async findByCode(code: string): Promise<PromoCode | null> {
    return this.dataSource.getRepository(PromoCode).findOneBy({ code, archivedAt: IsNull() });
  }

  async findById(id: string): Promise<PromoCode | null> {
    return this.dataSource.getRepository(PromoCode).findOneBy({ id });
  }

  /** Those that are not archived, newest first. */
  async listed(): Promise<PromoCode[]> {
    return this.dataSource
      .getRepository(PromoCode)
      .find({ where: { archivedAt: IsNull() }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Newest first. */
  async archived(): Promise<PromoCode[]> {
    return this.dataSource
      .getRepository(PromoCode)
      .find({ where: { archivedAt: Not(IsNull()) }, order: { archivedAt: 'DESC', id: 'DESC' } });
  }

  async lockById(tx: Transaction, id: string): Promise<PromoCode | null> {
    return tx.manager.getRepository(PromoCode).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async save(tx: Transaction, promoCode: PromoCode): Promise<PromoCode> {
    return tx.manager.getRepository(PromoCode).save(promoCode);
  }

  async remove(tx: Transaction, promoCode: PromoCode): Promise<void> {
    await tx.manager.getRepository(PromoCode).delete({ id: promoCode.id });
  }

  /** Whether any checkout ever held it, so that the records name it. */
  async wasUsed(tx: Transaction, id: string): Promise<boolean> {
    return tx.manager.getRepository(PromoUse).existsBy({ promoCodeId: id });
  }

  /**
   * Holds one use for a person's checkout. Answers `false` when none is left, or when the person uses or used the code for another one;
   * the row's own count decides, so two checkouts never share the last one. Holding again for the same checkout changes nothing.
   */
  async hold(
    tx: Transaction,
    promoCodeId: string,
    checkoutKey: string,
    { userId, emailKey }: PromoUser,
    now: Date,
  ): Promise<boolean> {
    const [code] = await tx.manager.query<{ free: boolean }[]>(
      `SELECT max_uses IS NULL OR current_uses + held_uses < max_uses AS free
       FROM promo_codes WHERE id = $1 AND is_active AND archived_at IS NULL FOR UPDATE`,
      [promoCodeId],
    );
    const known = await tx.manager.getRepository(PromoUse).findOneBy({ checkoutKey });
    if (known !== null) return known.promoCodeId === promoCodeId && known.status === 'held';
    if (code?.free !== true || (await this.hasUse(tx.manager, promoCodeId, { userId, emailKey }, ['held', 'counted'])))
      return false;
    await tx.manager.insert(PromoUse, { checkoutKey, promoCodeId, userId, emailKey, status: 'held', heldAt: now });
    await tx.manager.query('UPDATE promo_codes SET held_uses = held_uses + 1 WHERE id = $1', [promoCodeId]);
    return true;
  }

  /** How many uses of a code a person's open pages hold. */
  async heldBy(promoCodeId: string, { userId, emailKey }: PromoUser): Promise<number> {
    const owners = [...(userId === null ? [] : [{ userId }]), { emailKey }];
    return this.dataSource
      .getRepository(PromoUse)
      .countBy(owners.map((whose) => ({ ...whose, promoCodeId, status: 'held' as const })));
  }

  /** Whether a person has paid with a code. A page that is open holds it, and may be theirs: that does not count here. */
  async wasCountedFor(promoCodeId: string, user: PromoUser): Promise<boolean> {
    return this.hasUse(this.dataSource.manager, promoCodeId, user, ['counted']);
  }

  /** Whether a person's open page holds a use of a code, other than the page of this registration. */
  async isHeldElsewhere(promoCodeId: string, user: PromoUser, reference: string): Promise<boolean> {
    return this.hasUse(this.dataSource.manager, promoCodeId, user, ['held'], reference);
  }

  /** A code is used once by an account, whatever its address, and once by each address that the account had since, also in another account. */
  private async hasUse(
    manager: EntityManager,
    promoCodeId: string,
    { userId, emailKey }: PromoUser,
    statuses: readonly PromoUse['status'][],
    exceptReference: string | null = null,
  ): Promise<boolean> {
    const [row] = await manager.query<{ used: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM promo_uses WHERE promo_code_id = $1 AND status = ANY($5)
         AND (user_id = $2 OR email_key IN ($3, $4) OR $4 = ANY(later_keys))
         AND NOT EXISTS (SELECT 1 FROM purchases WHERE reference = $6 AND id || ':' || attempt = checkout_key)) AS used`,
      [promoCodeId, userId, emailKey, hashedKey(promoCodeId, emailKey), statuses, exceptReference],
    );
    return row?.used === true;
  }

  /** Assigns the uses of guests with a mailbox to the account that was granted their purchases. */
  async bind(tx: Transaction, emailKey: string, userId: string): Promise<void> {
    await tx.manager.query('UPDATE promo_uses SET user_id = $2 WHERE email_key = $1 AND user_id IS NULL', [
      emailKey,
      userId,
    ]);
  }

  /** Records that the uses of a guest's customer belong to another mailbox. */
  async correctEmail(tx: Transaction, customerId: string, emailKey: string): Promise<void> {
    await tx.manager.query(
      `UPDATE promo_uses SET email_key = $2
       WHERE user_id IS NULL AND checkout_key IN (SELECT id::text FROM checkouts WHERE customer_id = $1)`,
      [customerId, emailKey],
    );
  }

  /** Assigns the uses of guests with a mailbox to another mailbox. The old one still counts as having used the code. */
  async merge(tx: Transaction, oldKey: string, emailKey: string): Promise<void> {
    const uses = await tx.manager.query<{ checkout_key: string; promo_code_id: string }[]>(
      'SELECT checkout_key, promo_code_id FROM promo_uses WHERE email_key = $1 AND user_id IS NULL ORDER BY checkout_key FOR UPDATE',
      [oldKey],
    );
    for (const use of uses) {
      await tx.manager.query(
        'UPDATE promo_uses SET email_key = $2, later_keys = array_append(array_remove(later_keys, $3), $3) WHERE checkout_key = $1',
        [use.checkout_key, emailKey, hashedKey(use.promo_code_id, oldKey)],
      );
    }
  }

  /** Remembers an address of an account with each of its uses. Idempotent. */
  async rememberAddress(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    const uses = await tx.manager.query<{ checkout_key: string; promo_code_id: string }[]>(
      'SELECT checkout_key, promo_code_id FROM promo_uses WHERE user_id = $1 AND email_key IS DISTINCT FROM $2 ORDER BY checkout_key FOR UPDATE',
      [userId, emailKey],
    );
    for (const use of uses) {
      await tx.manager.query(
        'UPDATE promo_uses SET later_keys = array_append(later_keys, $2) WHERE checkout_key = $1 AND $2 <> ALL(later_keys)',
        [use.checkout_key, hashedKey(use.promo_code_id, emailKey)],
      );
    }
  }

  /**
   * Replaces the addresses in a person's uses with hashes. A remaining hash reveals only that an address used the code, and only to a
   * caller who has the address.
   */
  async eraseAddress(tx: Transaction, userId: string, emailKeys: readonly string[]): Promise<void> {
    const uses = await tx.manager.query<{ checkout_key: string; promo_code_id: string; email_key: string }[]>(
      "SELECT checkout_key, promo_code_id, email_key FROM promo_uses WHERE (user_id = $1 OR user_id IS NULL AND email_key = ANY($2)) AND email_key LIKE '%@%' FOR UPDATE",
      [userId, emailKeys],
    );
    for (const use of uses) {
      await tx.manager.query('UPDATE promo_uses SET email_key = $2 WHERE checkout_key = $1', [
        use.checkout_key,
        hashedKey(use.promo_code_id, use.email_key),
      ]);
    }
  }

  /** Counts or releases what a checkout held, once; does nothing for a checkout that held nothing. */
  async settle(tx: Transaction, checkoutKey: string, outcome: 'counted' | 'released', now: Date): Promise<void> {
    await this.change(tx, checkoutKey, 'held', outcome, now);
  }

  /** Releases a use, held or counted, when its payment was refused: it bought nothing. Idempotent. */
  async giveBack(tx: Transaction, checkoutKey: string, now: Date): Promise<void> {
    await this.change(tx, checkoutKey, 'held', 'released', now);
    await this.change(tx, checkoutKey, 'counted', 'released', now);
  }

  private async change(
    tx: Transaction,
    checkoutKey: string,
    from: 'held' | 'counted',
    to: 'counted' | 'released',
    now: Date,
  ): Promise<void> {
    const [rows] = await tx.manager.query<[{ promo_code_id: string }[], number]>(
      `UPDATE promo_uses SET status = $3, settled_at = $4 WHERE checkout_key = $1 AND status = $2 RETURNING promo_code_id`,
      [checkoutKey, from, to, now],
    );
    const [use] = rows;
    if (use === undefined) return;
    const counted = Number(to === 'counted') - Number(from === 'counted');
    await tx.manager.query(
      'UPDATE promo_codes SET held_uses = held_uses - $2, current_uses = current_uses + $3, updated_at = $4 WHERE id = $1',
      [use.promo_code_id, from === 'held' ? 1 : 0, counted, now],
    );
  }
}
