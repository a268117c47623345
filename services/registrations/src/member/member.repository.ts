import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { nameKey } from '@lectern/service-kit/person/name-key';
import { Account } from './account.entity.ts';
import { Membership } from './membership.entity.ts';

/** Accounts and memberships as other services published them. */
@Injectable()
export class MemberRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Lets one event of an account at a time through, until the transaction ends. Taken before {@link lockEmails}. */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await lockKey(tx, `member:${userId}`);
  }

  /** As {@link lockUser}, for email addresses. Takes the locks in order, so that two events never deadlock. */
  async lockEmails(tx: Transaction, emailKeys: readonly string[]): Promise<void> {
    for (const emailKey of [...new Set(emailKeys)].sort()) {
      await lockKey(tx, `registered-email:${emailKey}`);
    }
  }

  /** In a transaction, or the committed row where there is none. */
  async findAccount(tx: Transaction | null, userId: string): Promise<Account | null> {
    return (tx?.manager ?? this.dataSource).getRepository(Account).findOneBy({ userId });
  }

  /** Whether an account, if there is one, is deactivated. */
  async isDeactivated(userId: string | null, tx: Transaction | null = null): Promise<boolean> {
    return userId !== null && (await this.findAccount(tx, userId))?.deactivatedAt != null;
  }

  /** Throws `address_refused` for the mailbox of a deactivated account: nobody could use what a guest registers for. */
  async checkGuest(tx: Transaction | null, emailKey: string): Promise<void> {
    const accounts = (tx?.manager ?? this.dataSource).getRepository(Account);
    if (await accounts.existsBy({ emailKey, deactivatedAt: Not(IsNull()) })) throw new DomainError('address_refused');
  }

  /** Whether an account has verified this mailbox. */
  async hasVerified(tx: Transaction | null, userId: string | null, emailKey: string): Promise<boolean> {
    const account = userId === null ? null : await this.findAccount(tx, userId);
    return account?.emailVerifiedAt != null && account.emailKey === emailKey;
  }

  /**
   * Whether an unpaid registration is kept for its account when another person registers the same name and email. Anybody can
   * type these, with an account or without, so only an account that has verified the mailbox keeps its unpaid registration.
   * Otherwise the next registration with that name and email replaces it; except that a guest's tournament entry, and a seat that
   * a guest is about to pay, stay until they are paid or given up, or the mailbox is verified.
   */
  async isKeptFor(
    tx: Transaction | null,
    { userId, emailKey }: { readonly userId: string | null; readonly emailKey: string },
    callerId: string | null,
  ): Promise<boolean> {
    return userId !== callerId && this.hasVerified(tx, userId, emailKey);
  }

  /** Whether an account has this name, as names are compared. */
  async isNamed(tx: Transaction | null, userId: string, firstName: string, lastName: string): Promise<boolean> {
    const rows = await (tx?.manager ?? this.dataSource).query<unknown[]>(
      `SELECT 1 FROM accounts WHERE user_id = $1 AND ${nameKey('first_name', 'last_name')} = ${nameKey('$2', '$3')}`,
      [userId, firstName, lastName],
    );
    return rows.length > 0;
  }

  /** The account behind a membership; null while it is a guest's. */
  async accountOf(tx: Transaction, { userId }: Membership): Promise<Account | null> {
    return userId === null ? null : this.findAccount(tx, userId);
  }

  /** The memberships of an account. */
  async membershipsOf(tx: Transaction, userId: string): Promise<Membership[]> {
    return tx.manager.getRepository(Membership).find({ where: { userId }, order: { subscriptionId: 'ASC' } });
  }

  /**
   * An account's open membership, the annual one where there are both; null without one. In a transaction, or by committed rows
   * where there is none.
   */
  async openMembershipOf(tx: Transaction | null, userId: string): Promise<Membership | null> {
    const open = await (tx?.manager ?? this.dataSource)
      .getRepository(Membership)
      .find({ where: { userId, access: true }, order: { subscriptionId: 'ASC' } });
    return open.find(({ plan }) => plan === 'annual') ?? open[0] ?? null;
  }

  async findMembership(tx: Transaction, subscriptionId: string): Promise<Membership | null> {
    return tx.manager.getRepository(Membership).findOneBy({ subscriptionId });
  }

  /** Stores an account that identity published, unless a newer version is stored. Returns whether it was newer. */
  async recordAccount(tx: Transaction, account: Account): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO accounts (user_id, email, email_key, first_name, last_name, division, version, deactivated_at, email_verified_at, session_version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (user_id) DO UPDATE SET
         email = excluded.email, email_key = excluded.email_key, first_name = excluded.first_name,
         last_name = excluded.last_name, division = excluded.division, version = excluded.version,
         deactivated_at = excluded.deactivated_at, email_verified_at = excluded.email_verified_at,
         session_version = greatest(accounts.session_version, excluded.session_version)
       WHERE accounts.version < excluded.version
       RETURNING user_id`,
      [
        account.userId,
        account.email,
        account.emailKey,
        account.firstName,
        account.lastName,
        account.division,
        account.version,
        account.deactivatedAt,
        account.emailVerifiedAt,
        account.sessionVersion,
      ],
    );
    return changed.length > 0;
  }

  /**
   * Stores a membership that billing published, unless a newer version is stored. Returns whether it was newer; a referral code
   * that an older revision omitted counts as newer.
   */
  async recordMembership(tx: Transaction, membership: Membership): Promise<boolean> {
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO memberships
         (subscription_id, customer_id, user_id, email, email_key, first_name, last_name, status, access, plan, started_at, ends_at, referral_code, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (subscription_id) DO UPDATE SET
         customer_id = excluded.customer_id, user_id = excluded.user_id, email = excluded.email, email_key = excluded.email_key,
         first_name = excluded.first_name, last_name = excluded.last_name, status = excluded.status, access = excluded.access,
         plan = excluded.plan, started_at = excluded.started_at, ends_at = excluded.ends_at, referral_code = excluded.referral_code, version = excluded.version
       WHERE memberships.version < excluded.version
          OR memberships.version = excluded.version AND memberships.referral_code IS NULL AND excluded.referral_code IS NOT NULL
       RETURNING subscription_id`,
      [
        membership.subscriptionId,
        membership.customerId,
        membership.userId,
        membership.email,
        membership.emailKey,
        membership.firstName,
        membership.lastName,
        membership.status,
        membership.access,
        membership.plan,
        membership.startedAt,
        membership.endsAt,
        membership.referralCode,
        membership.version,
      ],
    );
    return changed.length > 0;
  }
}
