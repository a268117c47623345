import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Plan } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Program } from './program.entity.ts';

const PRICE_ID = { monthly: 'stripePriceIdMonthly', annual: 'stripePriceIdAnnual', once: 'stripePriceIdOnce' } as const;

@Injectable()
export class ProgramRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async active(): Promise<Program[]> {
    return this.dataSource.getRepository(Program).find({ where: { isActive: true }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async membership(): Promise<Program> {
    return this.dataSource.getRepository(Program).findOneByOrFail({ type: 'debate_club' });
  }

  /** Keeps the provider's price id of a plan, or of what is paid once. */
  async setPriceId(tx: Transaction, programId: string, plan: Plan | 'once', priceId: string): Promise<void> {
    await tx.manager.update(Program, { id: programId }, { [PRICE_ID[plan]]: priceId });
  }
}
