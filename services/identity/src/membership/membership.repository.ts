import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Membership } from './membership.entity.ts';

@Injectable()
export class MembershipRepository {
  /**
   * Keeps what billing told, unless something newer was told before. Answers whether it was news. An account that it was bound
   * to stays. What is told without an account, while none is bound, was paid for by address alone.
   */
  async record(tx: Transaction, membership: Omit<Membership, 'paidWithoutAccount'>): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO memberships (subscription_id, customer_id, user_id, email_key, access, started_at, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (subscription_id) DO UPDATE SET
         customer_id = excluded.customer_id, user_id = COALESCE(excluded.user_id, memberships.user_id), email_key = excluded.email_key,
         access = excluded.access, started_at = excluded.started_at, version = excluded.version
       WHERE memberships.version < excluded.version
       RETURNING subscription_id`,
      [
        membership.subscriptionId,
        membership.customerId,
        membership.userId,
        membership.emailKey,
        membership.access,
        membership.startedAt,
        membership.version,
      ],
    );
    if (membership.userId === null) {
      await tx.manager.update(Membership, { subscriptionId: membership.subscriptionId, userId: IsNull() }, { paidWithoutAccount: true });
    }
    return changed.length > 0;
  }

  /** The account that a subscription is bound to. */
  async accountOf(tx: Transaction, subscriptionId: string): Promise<string | null> {
    return (await tx.manager.findOneBy(Membership, { subscriptionId }))?.userId ?? null;
  }

  /** Binds what an address paid for to the account that proved to hold it, or to have paid. */
  async bind(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    await tx.manager.update(Membership, { userId: IsNull(), emailKey }, { userId, paidWithoutAccount: false });
  }

  /** Forgets the memberships of an account, and those that nobody's account has and that its proven address paid for. */
  async removeOf(tx: Transaction, userId: string, provenKey: string | null): Promise<void> {
    await tx.manager.delete(Membership, { userId });
    if (provenKey !== null) await tx.manager.delete(Membership, { userId: IsNull(), emailKey: provenKey });
  }

  /** The memberships of an account: those bound to it, and unbound ones that its address paid for. Newest first. */
  async of(tx: Transaction, userId: string | null, emailKey: string): Promise<Membership[]> {
    return tx.manager
      .getRepository(Membership)
      .createQueryBuilder('membership')
      .where('membership.userId = :userId', { userId })
      .orWhere('membership.userId IS NULL AND membership.emailKey = :emailKey', { emailKey })
      .orderBy('membership.access', 'DESC')
      .addOrderBy('membership.startedAt', 'DESC')
      .getMany();
  }

  /** Whether any of them was paid for by address alone, and nobody has shown yet that they are whose it is. */
  async hasPaidWithoutAccount(tx: Transaction, userId: string, emailKey: string): Promise<boolean> {
    return (await this.of(tx, userId, emailKey)).some((membership) => membership.paidWithoutAccount);
  }

  async hasAccess(tx: Transaction, userId: string | null, emailKey: string): Promise<boolean> {
    return (await this.of(tx, userId, emailKey)).some((membership) => membership.access);
  }
}
