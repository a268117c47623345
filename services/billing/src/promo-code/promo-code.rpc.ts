import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ManagePromoCodes } from './manage-promo-codes.use-case.ts';
import { PromoCodeQueries } from './promo-code.queries.ts';

@Controller()
export class PromoCodeRpc {
  constructor(
    private readonly queries: PromoCodeQueries,
    private readonly managePromoCodes: ManagePromoCodes,
  ) {}

  @HandlesRpc(contracts.checkPromoCode)
  async check(input: RpcInput<typeof contracts.checkPromoCode>): Promise<RpcOutput<typeof contracts.checkPromoCode>> {
    return this.queries.check(input);
  }

  @HandlesRpc(contracts.validatePromo)
  async validate(input: RpcInput<typeof contracts.validatePromo>): Promise<RpcOutput<typeof contracts.validatePromo>> {
    return this.queries.validate(input.code, input.priceId);
  }

  @HandlesRpc(contracts.listPromoCodes)
  async list(input: RpcInput<typeof contracts.listPromoCodes>): Promise<RpcOutput<typeof contracts.listPromoCodes>> {
    return this.queries.list(input.archived === true);
  }

  @HandlesRpc(contracts.createPromoCode)
  async create(
    input: RpcInput<typeof contracts.createPromoCode>,
  ): Promise<RpcOutput<typeof contracts.createPromoCode>> {
    return this.managePromoCodes.create(input);
  }

  @HandlesRpc(contracts.deletePromoCode)
  async delete(
    input: RpcInput<typeof contracts.deletePromoCode>,
  ): Promise<RpcOutput<typeof contracts.deletePromoCode>> {
    return this.managePromoCodes.delete(input.id, input.by);
  }
}
