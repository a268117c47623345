import { Inject, Injectable } from '@nestjs/common';
import {
  DataSource,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  Not,
  type SelectQueryBuilder,
} from 'typeorm';
import type { Customer } from '../customer/customer.entity.ts';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { CancellationReason } from './cancellation-reason.entity.ts';
import { LIVE_STATUSES } from './membership.ts';
import { RenewalChange } from './renewal-change.entity.ts';
import { NO_CARD } from './remote-customer.ts';
import { Subscription } from './subscription.entity.ts';

@Injectable()
export class SubscriptionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The live subscription of an account, whichever of its customers pays for it. */
  async liveOfUser(userId: string): Promise<Subscription | null> {
    const leading = await this.leadingOfUser(userId);
    return leading !== null && LIVE_STATUSES.includes(leading.status) ? leading : null;
  }

  /** Those of an account whose first payment a bank is processing, whichever of its customers began it. */
  async pendingOfUser(userId: string): Promise<Subscription[]> {
    return this.dataSource
      .getRepository(Subscription)
      .find({ where: { status: 'pending', customer: { userId } }, order: { id: 'ASC' } });
  }

  /**
   * Live ones beside a customer's, with their customers, of which the person keeps one: those of the account's other customers, or of the same unclaimed mailbox.
   * Also what was paid for a mailbox beside what its account pays, although that is not verified: a mailbox pays once.
   */
  async liveBeside({ id, userId, emailKey }: Customer): Promise<Subscription[]> {
    const others = { status: In([...LIVE_STATUSES]), customerId: Not(id) };
    const [same, sameMailbox] =
      userId === null
        ? [
            { userId: IsNull(), emailKey },
            { userId: Not(IsNull()), emailKey },
          ]
        : [{ userId }, { userId: IsNull(), emailKey }];
    return this.dataSource.getRepository(Subscription).find({
      where: [
        { ...others, customer: same },
        { ...others, customer: sameMailbox },
      ],
      relations: { customer: true },
      order: { id: 'ASC' },
    });
  }

  /** Whether a live subscription was paid for this mailbox, which no account has claimed yet. */
  async hasUnclaimed(emailKey: string): Promise<boolean> {
    return this.hasLive({ emailKey, userId: IsNull() });
  }

  /** Whether anyone has a live subscription with this mailbox as its email address. */
  async hasLiveWithAddress(emailKey: string): Promise<boolean> {
    return this.hasLive({ emailKey });
  }

  private async hasLive(customer: FindOptionsWhere<Customer>): Promise<boolean> {
    return this.dataSource.getRepository(Subscription).existsBy({ status: In([...LIVE_STATUSES]), customer });
  }

  /** The live subscription of a customer, else one whose first payment is processed, else the newest one. */
  async leadingOf(customerId: string): Promise<Subscription | null> {
    return this.leading((rows) => rows.where('subscription.customerId = :customerId', { customerId }));
  }

  /** As {@link leadingOf}, of the customer that the account is. None that ended without having begun. */
  async leadingOfUser(userId: string): Promise<Subscription | null> {
    return this.leading((rows) =>
      rows
        .innerJoin('subscription.customer', 'customer')
        .where('customer.userId = :userId', { userId })
        .andWhere(`(subscription.status <> 'cancelled' OR subscription.hasBegun)`),
    );
  }

  private async leading(
    held: (rows: SelectQueryBuilder<Subscription>) => SelectQueryBuilder<Subscription>,
  ): Promise<Subscription | null> {
    return held(this.dataSource.getRepository(Subscription).createQueryBuilder('subscription'))
      .orderBy(`subscription.status IN ('active', 'past_due', 'paused')`, 'DESC')
      .addOrderBy(`subscription.status = 'pending'`, 'DESC')
      .addOrderBy('subscription.startedAt', 'DESC')
      .limit(1)
      .getOne();
  }

  async of(customerId: string): Promise<Subscription[]> {
    return this.dataSource.getRepository(Subscription).findBy({ customerId });
  }

  async findById(id: string): Promise<Subscription | null> {
    return this.dataSource.getRepository(Subscription).findOneBy({ id });
  }

  /** Live ones with their customers, by id, after `after`. */
  async liveAfter(after: string, limit: number): Promise<Subscription[]> {
    return this.dataSource.getRepository(Subscription).find({
      where: { id: MoreThan(after), status: In([...LIVE_STATUSES]) },
      relations: { customer: true },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async findWithCustomer(id: string): Promise<Subscription | null> {
    return this.dataSource.getRepository(Subscription).findOne({ where: { id }, relations: { customer: true } });
  }

  /** Customers whose grace period is over while the member area is still open for them. */
  async customersPastGrace(periodStartedBefore: Date, limit: number): Promise<string[]> {
    const found = await this.dataSource.getRepository(Subscription).find({
      select: { customerId: true },
      where: { status: 'past_due', access: true, currentPeriodStart: LessThanOrEqual(periodStartedBefore) },
      take: limit,
    });
    return found.map(({ customerId }) => customerId);
  }

  async lockOf(tx: Transaction, customerId: string): Promise<Subscription[]> {
    return tx.manager.getRepository(Subscription).find({ where: { customerId }, lock: { mode: 'pessimistic_write' } });
  }

  async save(tx: Transaction, subscription: Subscription): Promise<void> {
    await tx.manager.save(Subscription, subscription);
  }

  async eraseCards(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.update(Subscription, { customerId }, NO_CARD);
  }

  async eraseComments(tx: Transaction, customerId: string): Promise<void> {
    await tx.manager.update(CancellationReason, { customerId }, { comment: null });
  }

  /** Stores why a membership was cancelled, unless its cancellation has a reason already: a repeated request stores nothing. */
  async explainCancellation(tx: Transaction, given: Omit<CancellationReason, 'id'>): Promise<void> {
    const { subscriptionId, customerId, reason, comment, at } = given;
    await lockKey(tx, `cancellation-reason:${subscriptionId}`);
    await tx.manager.query(
      `INSERT INTO cancellation_reasons (customer_id, subscription_id, reason, comment, at) SELECT $1, $2, $3, $4, $5
       WHERE NOT EXISTS (
         SELECT FROM cancellation_reasons earlier WHERE earlier.subscription_id = $2 AND earlier.at >= COALESCE(
           (SELECT max(change.at) FROM renewal_changes change WHERE change.subscription_id = $2 AND change.change = 'cancelled'),
           '-infinity'
         )
       )`,
      [customerId, subscriptionId, reason, comment, at],
    );
  }

  async recordRenewalChange(tx: Transaction, change: Omit<RenewalChange, 'id'>): Promise<void> {
    await tx.manager.insert(RenewalChange, change);
  }
}
