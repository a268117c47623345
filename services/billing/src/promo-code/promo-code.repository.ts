import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { PromoCode } from './promo-code.entity.ts';
import { PromoUse } from './promo-use.entity.ts';

@Injectable()
export class PromoCodeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findByCode(code: string): Promise<PromoCode | null> {
    return this.dataSource.getRepository(PromoCode).findOneBy({ code });
  }

  async findById(id: string): Promise<PromoCode | null> {
    return this.dataSource.getRepository(PromoCode).findOneBy({ id });
  }

  /** Those that are not archived, newest first. */
  async listed(): Promise<PromoCode[]> {
    return this.dataSource.getRepository(PromoCode).find({ where: { archivedAt: IsNull() }, order: { createdAt: 'DESC', id: 'DESC' } });
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

  /** Whether any checkout ever held it, so that the books name it. */
  async wasUsed(tx: Transaction, id: string): Promise<boolean> {
    return tx.manager.getRepository(PromoUse).existsBy({ promoCodeId: id });
  }

  /**
   * Holds one use for a checkout. Answers `false` when none is left; the row's own count decides, so two checkouts never
   * share the last one. Holding again for the same checkout changes nothing.
   */
  async hold(tx: Transaction, promoCodeId: string, checkoutKey: string, now: Date): Promise<boolean> {
    const [code] = await tx.manager.query<{ free: boolean }[]>(
      `SELECT max_uses IS NULL OR current_uses + held_uses < max_uses AS free
       FROM promo_codes WHERE id = $1 AND is_active AND archived_at IS NULL FOR UPDATE`,
      [promoCodeId],
    );
    const known = await tx.manager.getRepository(PromoUse).findOneBy({ checkoutKey });
    if (known !== null) return known.promoCodeId === promoCodeId && known.status === 'held';
    if (code?.free !== true) return false;
    await tx.manager.insert(PromoUse, { checkoutKey, promoCodeId, status: 'held', heldAt: now });
    await tx.manager.query('UPDATE promo_codes SET held_uses = held_uses + 1 WHERE id = $1', [promoCodeId]);
    return true;
  }

  /** Counts or releases what a checkout held, once; does nothing for a checkout that held nothing. */
  async settle(tx: Transaction, checkoutKey: string, outcome: 'counted' | 'released', now: Date): Promise<void> {
    const [rows] = await tx.manager.query<[{ promo_code_id: string }[], number]>(
      `UPDATE promo_uses SET status = $2, settled_at = $3 WHERE checkout_key = $1 AND status = 'held' RETURNING promo_code_id`,
      [checkoutKey, outcome, now],
    );
    const [use] = rows;
    if (use === undefined) return;
    await tx.manager.query(
      'UPDATE promo_codes SET held_uses = held_uses - 1, current_uses = current_uses + $2, updated_at = $3 WHERE id = $1',
      [use.promo_code_id, outcome === 'counted' ? 1 : 0, now],
    );
  }
}
