import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Plan } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Program } from './program.entity.ts';
import { ProgramPrice } from './program-price.entity.ts';
import type { MembershipMark } from './price.ts';

const PRICE_ID = { monthly: 'stripePriceIdMonthly', annual: 'stripePriceIdAnnual', once: 'stripePriceIdOnce' } as const;

@Injectable()
export class ProgramRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async active(): Promise<Program[]> {
    return this.dataSource
      .getRepository(Program)
      .find({ where: { isActive: true }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async membership(): Promise<Program> {
    return this.dataSource.getRepository(Program).findOneByOrFail({ type: 'debate_club' });
  }

  /** The marks by which subscriptions are recognized as memberships, with those that are `known` beside product and price. */
  async membershipMark(known: readonly { readonly id: string }[] = []): Promise<MembershipMark> {
    const program = await this.membership();
    const prices = await this.dataSource.getRepository(ProgramPrice).findBy({ programId: program.id });
    const ids = (of: readonly { readonly id: string }[]) => new Set(of.map(({ id }) => id));
    return { productId: program.stripeProductId, priceIds: ids(prices), subscriptionIds: ids(known) };
  }

  /** Every price that was ever one of an active program. */
  async pricesOfActive(): Promise<ProgramPrice[]> {
    return this.dataSource.getRepository(ProgramPrice).find({ where: { program: { isActive: true } } });
  }

  /** Sells a plan, or what is paid once, at this price of the provider from now on. Prices before it stay known. */
  async sellAt(
    tx: Transaction,
    price: {
      readonly program: Program;
      readonly plan: Plan | 'once';
      readonly id: string;
      readonly amount: number;
      readonly productId: string;
    },
  ): Promise<void> {
    const { program, plan, id, amount, productId } = price;
    await this.keepPrices(tx, [{ id, programId: program.id, amount }]);
    await tx.manager.update(
      Program,
      { id: program.id },
      { [PRICE_ID[plan]]: id, stripeProductId: program.stripeProductId ?? productId },
    );
  }

  async keepPrices(tx: Transaction, prices: readonly Omit<ProgramPrice, 'program'>[]): Promise<void> {
    if (prices.length > 0) await tx.manager.upsert(ProgramPrice, [...prices], ['id']);
  }
}
