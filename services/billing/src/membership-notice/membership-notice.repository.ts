import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Subscription } from '../subscription/subscription.entity.ts';
import { CARD_NOTICE_MS, type DueNotice, LAST_CARD_NOTICE_MS, RENEWAL_NOTICE_MS } from './due-notices.ts';
import { MembershipNotice } from './membership-notice.entity.ts';

const sentOf = (condition: string): string =>
  `SELECT FROM membership_notices notice WHERE notice.subscription_id = subscription.id AND ${condition}`;

@Injectable()
export class MembershipNoticeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Subscriptions that may have a notice due at `now` that was not sent, with their customers, by id, after `after`. */
  async candidatesAfter(after: string, now: Date, limit: number): Promise<Subscription[]> {
    return this.dataSource
      .getRepository(Subscription)
      .createQueryBuilder('subscription')
      .innerJoinAndSelect('subscription.customer', 'customer')
      .where(`subscription.status IN ('active', 'paused') AND NOT subscription.cancelAtPeriodEnd`)
      .andWhere(`customer.email <> '' AND customer.erasedAt IS NULL`)
      .andWhere('subscription.id > :after', { after })
      .andWhere(
        `(subscription.plan = 'annual' AND subscription.currentPeriodEnd > :now AND subscription.currentPeriodEnd <= :renewals
            AND NOT EXISTS (${sentOf(`notice.kind = 'renewal' AND notice.due_at = subscription.current_period_end`)})
          OR subscription.cardExpiresAt > :now AND subscription.cardExpiresAt <= :cards
            AND NOT EXISTS (${sentOf(
              `notice.kind = CASE WHEN subscription.card_expires_at <= :lastCards THEN 'card_week' ELSE 'card_month' END
               AND notice.card_id = subscription.card_id AND notice.due_at = subscription.card_expires_at`,
            )}))`,
        {
          now,
          renewals: new Date(now.getTime() + RENEWAL_NOTICE_MS),
          cards: new Date(now.getTime() + CARD_NOTICE_MS),
          lastCards: new Date(now.getTime() + LAST_CARD_NOTICE_MS),
        },
      )
      .orderBy('subscription.id')
      .limit(limit)
      .getMany();
  }

  /** Those of a subscription's notices that were not sent. */
  async unsentOf(subscriptionId: string, due: readonly DueNotice[]): Promise<DueNotice[]> {
    if (due.length === 0) return [];
    const sent = await this.dataSource
      .getRepository(MembershipNotice)
      .findBy({ subscriptionId, kind: In(due.map(({ kind }) => kind)) });
    return due.filter(
      ({ kind, dueAt, cardId }) =>
        !sent.some(
          (notice) => notice.kind === kind && notice.cardId === cardId && notice.dueAt.getTime() === dueAt.getTime(),
        ),
    );
  }

  /** Stores that a notice is sent. Returns whether it was not before. */
  async add(tx: Transaction, subscriptionId: string, { kind, dueAt, cardId }: DueNotice, now: Date): Promise<boolean> {
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(MembershipNotice)
      .values({ subscriptionId, kind, dueAt, cardId, sentAt: now })
      .orIgnore()
      .returning('kind')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }
}
