import { Injectable } from '@nestjs/common';
import type { PromoCode as PromoCodeAnswer } from '@lectern/contracts/billing/model';
import * as contracts from '@lectern/contracts/billing/rpc';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { priceOfId } from '../program/price.ts';
import { ProgramRepository } from '../program/program.repository.ts';
import { amountOff, percentOf } from './discount.ts';
import type { PromoCode } from './promo-code.entity.ts';
import { PromoCodeRepository } from './promo-code.repository.ts';
import { isPromoInvalid, PromoCodes } from './promo-codes.ts';

export const presentPromoCode = (promoCode: PromoCode): PromoCodeAnswer => ({
  id: promoCode.id,
  code: promoCode.code,
  name: promoCode.name,
  description: promoCode.description,
  discountType: promoCode.discountType,
  discountValue: promoCode.discountValue,
  minimumAmount: promoCode.minimumAmount,
  maxUses: promoCode.maxUses,
  currentUses: promoCode.currentUses,
  validFrom: promoCode.validFrom.toISOString(),
  validUntil: promoCode.validUntil?.toISOString() ?? null,
  isActive: promoCode.isActive,
  applicableProducts: promoCode.applicableProducts,
  createdAt: promoCode.createdAt.toISOString(),
  archivedAt: promoCode.archivedAt?.toISOString() ?? null,
});

@Injectable()
export class PromoCodeQueries {
  constructor(
    private readonly promoCodes: PromoCodeRepository,
    private readonly usable: PromoCodes,
    private readonly programs: ProgramRepository,
  ) {}

  @Handles(contracts.listPromoCodes)
  async list({ archived }: RpcInput<typeof contracts.listPromoCodes>): Promise<PromoCodeAnswer[]> {
    return (await (archived === true ? this.promoCodes.archived() : this.promoCodes.listed())).map(presentPromoCode);
  }

  @Handles(contracts.checkPromoCode)
  async check({
    code,
    user,
    reference,
    ignoresEndedCode,
    ...purchasable
  }: RpcInput<typeof contracts.checkPromoCode>): Promise<RpcOutput<typeof contracts.checkPromoCode>> {
    try {
      const { userId, email } = user;
      const promoCode = await this.usable.usable(code, purchasable, { userId, emailKey: keyOf(email) }, reference);
      return { amountOff: amountOff(promoCode, purchasable.amount) };
    } catch (error) {
      if (ignoresEndedCode === true && isPromoInvalid(error)) return { amountOff: null };
      throw error;
    }
  }

  @Handles(contracts.validatePromo)
  async validate({
    code,
    priceId,
  }: RpcInput<typeof contracts.validatePromo>): Promise<RpcOutput<typeof contracts.validatePromo>> {
    const price = priceOfId(await this.programs.active(), priceId);
    try {
      const promoCode = await this.usable.usable(code, price);
      const off = amountOff(promoCode, price.amount);
      const discount =
        promoCode.discountType === 'percentage' && off < price.amount
          ? promoCode.discountValue
          : percentOf(off, price.amount);
      return { valid: true, discount, discountType: promoCode.discountType, amountOff: off };
    } catch (error) {
      if (isPromoInvalid(error)) return { valid: false };
      throw error;
    }
  }
}
