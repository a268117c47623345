import { Injectable } from '@nestjs/common';
import type { PromoCode as PromoCodeAnswer } from '@lectern/contracts/billing/model';
import * as contracts from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { differencesOf } from '@lectern/service-kit/edit/decide-edit';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { promoKey } from './discount.ts';
import { endPromoPages } from '../jobs.ts';
import { PromoCode } from './promo-code.entity.ts';
import { presentPromoCode } from './promo-code.queries.ts';
import { PromoCodeRepository } from './promo-code.repository.ts';

/** Whether a code is as this administrator made it: nobody used it, and its terms are these. */
const isAsMade = (
  known: PromoCode,
  { name, description, discountType, discountValue, minimumAmount, maxUses, validUntil, createdBy, ...made }: PromoCode,
): boolean => {
  const { currentUses, heldUses, applicableProducts } = made;
  const terms = { name, description, discountType, discountValue, minimumAmount, maxUses, validUntil, createdBy };
  return (
    differencesOf(known, { ...terms, currentUses, heldUses }).length === 0 &&
    String(known.applicableProducts) === String(applicableProducts)
  );
};

/** Makes and removes promo codes. */
@Injectable()
export class ManagePromoCodes {
  constructor(
    private readonly transactor: Transactor,
    private readonly promoCodes: PromoCodeRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeated request answers the code of the first one, as long as nobody used it.
   * @throws DomainError `promo_code_taken` while there is another code of that name; `invalid_request` for an end in the past
   */
  @Handles(contracts.createPromoCode)
  async create(input: RpcInput<typeof contracts.createPromoCode>): Promise<PromoCodeAnswer> {
    const now = this.clock.now();
    const validUntil = input.validUntil === null ? null : new Date(input.validUntil);
    if (validUntil !== null && validUntil <= now) {
      throw new DomainError('invalid_request', { fields: { validUntil: 'The expiry must be in the future' } });
    }
    const { by, ...terms } = input;
    const promoCode = Object.assign(new PromoCode(), {
      ...terms,
      createdBy: by.adminId,
      code: promoKey(input.code),
      validFrom: now,
      validUntil,
      currentUses: 0,
      heldUses: 0,
      isActive: true,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    } satisfies Omit<PromoCode, 'id'>);
    try {
      const saved = await this.transactor.run(async (tx) => {
        await this.recordAdminAction.execute(tx, by, 'create_promo_code', { code: promoCode.code });
        return this.promoCodes.save(tx, promoCode);
      });
      return presentPromoCode(saved);
    } catch (error) {
      if (!isUniqueViolation(error, 'promo_codes_code')) throw error;
      const known = await this.promoCodes.findByCode(promoCode.code);
      if (known !== null && isAsMade(known, promoCode)) return presentPromoCode(known);
      throw new DomainError('promo_code_taken', {
        fields: { code: 'This promo code exists already. Choose another code.' },
      });
    }
  }

  /** Deletes a code that no checkout ever named, and archives any other, because the records name it. Its open pages end. */
  @Handles(contracts.deletePromoCode)
  async delete({
    id,
    by,
  }: RpcInput<typeof contracts.deletePromoCode>): Promise<RpcOutput<typeof contracts.deletePromoCode>> {
    return this.transactor.run(async (tx) => {
      const promoCode = await this.promoCodes.lockById(tx, id);
      if (promoCode === null || promoCode.archivedAt !== null) throw new DomainError('not_found');
      const archived = await this.promoCodes.wasUsed(tx, id);
      await this.recordAdminAction.execute(tx, by, 'delete_promo_code', { code: promoCode.code, archived });
      if (archived)
        await this.promoCodes.save(tx, Object.assign(promoCode, { isActive: false, archivedAt: this.clock.now() }));
      else await this.promoCodes.remove(tx, promoCode);
      tx.afterCommit(() => this.jobs.wake(endPromoPages, {}, { key: 'wake' }));
      return { code: promoCode.code, archived, isPaidWith: promoCode.currentUses > 0 };
    });
  }
}
