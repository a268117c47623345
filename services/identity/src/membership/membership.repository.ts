import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Membership } from './membership.entity.ts';

@Injectable()
export class MembershipRepository {
  /** Saves a membership that billing published, unless a newer state is saved. Returns whether it was new. */
  async record(tx: Transaction, membership: Membership): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO memberships (subscription_id, customer_id, user_id, email_key, email, name, status, plan, access, started_at, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (subscription_id) DO UPDATE SET
         customer_id = excluded.customer_id, user_id = excluded.user_id, email_key = excluded.email_key,
         email = excluded.email, name = excluded.name, status = excluded.status, plan = excluded.plan,
         access = excluded.access, started_at = excluded.started_at, version = excluded.version
       WHERE memberships.version < excluded.version
       RETURNING subscription_id`,
      [
        membership.subscriptionId,
        membership.customerId,
        membership.userId,
        membership.emailKey,
        membership.email,
        membership.name,
        membership.status,
        membership.plan,
        membership.access,
        membership.startedAt,
        membership.version,
      ],
    );
    return changed.length > 0;
  }

  /** Removes the memberships of an account, and unclaimed ones that its verified address paid for. */
  async removeOf(tx: Transaction, userId: string, verifiedKey: string | null): Promise<void> {
    await tx.manager.delete(Membership, { userId });
    if (verifiedKey !== null) await tx.manager.delete(Membership, { userId: IsNull(), emailKey: verifiedKey });
  }

  /** The memberships of an account: an open one first, then the newest. */
  async of(tx: Transaction, userId: string): Promise<Membership[]> {
    return tx.manager.find(Membership, { where: { userId }, order: { access: 'DESC', startedAt: 'DESC' } });
  }
}
