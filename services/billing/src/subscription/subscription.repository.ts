import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { LIVE_STATUSES } from './membership.ts';
import { Subscription } from './subscription.entity.ts';

@Injectable()
export class SubscriptionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async hasLive(customerId: string): Promise<boolean> {
    return this.dataSource.getRepository(Subscription).existsBy({ customerId, status: In([...LIVE_STATUSES]) });
  }

  /** The live subscription of a customer, else the newest one. */
  async leadingOf(customerId: string): Promise<Subscription | null> {
    return this.dataSource
      .getRepository(Subscription)
      .createQueryBuilder('subscription')
      .where('subscription.customerId = :customerId', { customerId })
      .orderBy(`subscription.status IN ('active', 'past_due', 'paused')`, 'DESC')
      .addOrderBy('subscription.startedAt', 'DESC')
      .limit(1)
      .getOne();
  }

  async lockOf(tx: Transaction, customerId: string): Promise<Subscription[]> {
    return tx.manager.getRepository(Subscription).find({ where: { customerId }, lock: { mode: 'pessimistic_write' } });
  }

  async save(tx: Transaction, subscription: Subscription): Promise<void> {
    await tx.manager.save(Subscription, subscription);
  }
}
