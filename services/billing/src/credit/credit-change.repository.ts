import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource, In, MoreThan } from 'typeorm';
import { CreditChange } from './credit-change.entity.ts';

@Injectable()
export class CreditChangeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async find(tx: Transaction | null, id: string): Promise<CreditChange | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(CreditChange, { id });
  }

  async add(tx: Transaction, change: Omit<CreditChange, 'customer'>): Promise<void> {
    await tx.manager.insert(CreditChange, change);
  }

  /** Stores these changes alone: the person may have been erased since `change` was read. */
  async settle(
    tx: Transaction,
    change: CreditChange,
    outcome: Pick<CreditChange, 'status' | 'refusal'>,
  ): Promise<CreditChange> {
    await tx.manager.update(CreditChange, { id: change.id }, outcome);
    return { ...change, ...outcome };
  }

  /** Cents of an account that are asked to be withdrawn, and are not yet. */
  async leaving(tx: Transaction | null, userId: string): Promise<number> {
    const [row] = await (tx?.manager ?? this.dataSource).query<[{ sum: number }]>(
      `SELECT COALESCE(-sum(amount), 0)::int AS sum FROM credit_changes JOIN customers ON customers.id = credit_changes.customer_id
       WHERE customers.user_id = $1 AND status = 'asked' AND amount < 0`,
      [userId],
    );
    return row.sum;
  }

  /** Whether a change of an account is asked for, and neither made nor refused yet. */
  async isUnderWay(tx: Transaction, userId: string): Promise<boolean> {
    return tx.manager.getRepository(CreditChange).existsBy({ status: 'asked', customer: { userId } });
  }

  /** Those of an account that are not made: asked for, or refused after `since`, newest first. */
  async unmade(userId: string, since: Date): Promise<CreditChange[]> {
    return this.dataSource.getRepository(CreditChange).find({
      where: [
        { status: 'asked', customer: { userId } },
        { status: 'refused', customer: { userId }, askedAt: MoreThan(since) },
      ],
      order: { askedAt: 'DESC', id: 'ASC' },
    });
  }

  /** Asked for before `before` and not made, oldest first. Withdrawals wait for their refund. */
  async unsettled(before: Date, limit: number): Promise<Pick<CreditChange, 'id'>[]> {
    return this.dataSource.query<Pick<CreditChange, 'id'>[]>(
      `SELECT id FROM credit_changes WHERE status = 'asked' AND asked_at < $1
         AND NOT EXISTS (SELECT 1 FROM staff_refunds refund WHERE refund.id = credit_changes.id AND refund.status = 'asked')
       ORDER BY asked_at LIMIT $2`,
      [before, limit],
    );
  }

  /** Takes the reasons, which may name the person, out of these customers' changes. */
  async eraseReasons(tx: Transaction, customerIds: readonly string[]): Promise<void> {
    await tx.manager.update(CreditChange, { customerId: In([...customerIds]) }, { reason: null });
  }
}
