import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Plan } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Program } from './program.entity.ts';

@Injectable()
export class ProgramRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async active(): Promise<Program[]> {
    return this.dataSource.getRepository(Program).find({ where: { isActive: true }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async membership(): Promise<Program> {
    return this.dataSource.getRepository(Program).findOneByOrFail({ type: 'debate_club' });
  }

  /** Keeps the provider's price id of a plan. */
  async setPriceId(tx: Transaction, programId: string, plan: Plan, priceId: string): Promise<void> {
    await tx.manager.update(
      Program,
      { id: programId },
      plan === 'monthly' ? { stripePriceIdMonthly: priceId } : { stripePriceIdAnnual: priceId },
    );
  }
}
