import { Injectable } from '@nestjs/common';
import type { Program as ProgramAnswer } from '@lectern/contracts/billing/model';
import { listPrograms, resolvePrice } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { priceOfId } from './price.ts';
import { ProgramRepository } from './program.repository.ts';

@Injectable()
export class ProgramQueries {
  constructor(private readonly programs: ProgramRepository) {}

  @Handles(listPrograms)
  async list(): Promise<ProgramAnswer[]> {
    return this.programs.active();
  }

  @Handles(resolvePrice)
  async resolve(input: RpcInput<typeof resolvePrice>): Promise<RpcOutput<typeof resolvePrice>> {
    const plan = priceOfId([await this.programs.membership()], input.priceId)?.plan ?? null;
    if (plan === null) throw new DomainError('price_unknown', { fields: { priceId: 'This price is not available.' } });
    return { plan };
  }
}
