import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Membership } from './membership.entity.ts';

/**
 * SQL: whether an active annual member has verified the mailbox of a row `row`, or owns the row. The annual plan has priority email
 * support. It is computed with each read, so it follows every change of plan, address and account.
 */
export const isOfAnnualMember = (row: string): string => `EXISTS (
  SELECT 1 FROM accounts JOIN memberships ON memberships.user_id = accounts.user_id
  WHERE memberships.access AND memberships.plan = 'annual' AND accounts.email_verified_at IS NOT NULL
    AND (accounts.user_id = ${row}.user_id OR ${row}.user_id IS NULL AND accounts.email_key = ${row}.email_key))`;

@Injectable()
export class MembershipRepository {
  /** Stores what billing published, unless a newer version is stored. */
  async record(tx: Transaction, { subscriptionId, userId, version, plan, access }: Membership): Promise<void> {
    await tx.manager.query(
      `INSERT INTO memberships (subscription_id, user_id, version, plan, access) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (subscription_id) DO UPDATE SET
         user_id = excluded.user_id, version = excluded.version, plan = excluded.plan, access = excluded.access
       WHERE memberships.version < excluded.version`,
      [subscriptionId, userId, version, plan, access],
    );
  }

  /** Removes the account from its memberships; their versions keep older events out. */
  async erase(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.update(Membership, { userId }, { userId: null, access: false });
  }
}
