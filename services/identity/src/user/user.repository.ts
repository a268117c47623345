import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan, MoreThan } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isNotEnded } from '../ended-session/ended-session.repository.ts';
import { endTokens } from './known-device.ts';
import { User } from './user.entity.ts';

/** Whether staff asked an address to confirm itself for an account, which waits for it. */
export const isMovedByStaffTo = ({ pendingEmail, isChangeByStaff }: User, emailKey: string): boolean =>
  isChangeByStaff && pendingEmail !== null && keyOf(pendingEmail) === emailKey;

@Injectable()
export class UserRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findByEmailKey(emailKey: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ emailKey });
  }

  /** The one account that staff asked to move to an address at `since` or later; null where there is none, or several. */
  async findMovedByStaff(tx: Transaction | null, emailKey: string, since: Date): Promise<User | null> {
    const found = await (tx?.manager ?? this.dataSource.manager)
      .getRepository(User)
      .createQueryBuilder('account')
      .where('account.isChangeByStaff')
      .andWhere(
        `EXISTS (SELECT 1 FROM link_requests WHERE user_id = account.id AND purpose = 'email_change' AND email_key = :emailKey AND answered_at >= :since)`,
        { emailKey, since },
      )
      .getMany();
    const moved = found.filter((user) => isMovedByStaffTo(user, emailKey));
    return moved.length === 1 ? moved[0]! : null;
  }

  async isTaken(tx: Transaction, emailKey: string): Promise<boolean> {
    return tx.manager.getRepository(User).existsBy({ emailKey });
  }

  /** Those of these addresses that no account has, verified or not. */
  async withoutAccount(tx: Transaction, emailKeys: readonly string[]): Promise<string[]> {
    const taken = await tx.manager.getRepository(User).findBy({ emailKey: In([...emailKeys]) });
    return emailKeys.filter((emailKey) => taken.every((user) => user.emailKey !== emailKey));
  }

  async findById(id: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id });
  }

  /** The account behind a token, unless it was signed out. One query, because every request runs it. */
  async findSignedIn(id: string, tokenId: string): Promise<User | null> {
    const rows = this.dataSource.getRepository(User).createQueryBuilder('account').where('account.id = :id', { id });
    return rows.andWhere(isNotEnded(rows), { tokenId }).getOne();
  }

  async findByReferralCode(referralCode: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ referralCode });
  }

  /**
   * Makes transactions that open an account for this address, give it to another, or record payments for it, wait for each other until they
   * end. An account that does not exist yet has no row to lock.
   */
  async lockAddress(tx: Transaction, emailKey: string): Promise<void> {
    await lockKey(tx, `address:${emailKey}`);
  }

  /** The account, locked until the transaction ends. */
  async lockByEmailKey(tx: Transaction, emailKey: string): Promise<User | null> {
    return tx.manager.getRepository(User).findOne({ where: { emailKey }, lock: { mode: 'pessimistic_write' } });
  }

  async lockById(tx: Transaction, id: string): Promise<User | null> {
    return tx.manager.getRepository(User).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Ends every token of a member. Returns the version that new ones carry. */
  async endSessions(tx: Transaction, id: string): Promise<number> {
    const user = await this.lockById(tx, id);
    if (user === null) throw new DomainError('token_invalid');
    endTokens(user);
    user.version += 1;
    return (await this.save(tx, user)).sessionVersion;
  }

  /** Removes an account, with the links, the requests and the sessions that name it. */
  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(User, { id });
  }

  /**
   * Saves referral credits (cents) as of `version`, unless newer ones are saved. Returns the account, and its previous credits; null where
   * nothing changed.
   */
  async recordReferralCredits(
    tx: Transaction,
    id: string,
    referralCredits: number,
    version: number,
  ): Promise<{ user: User; before: number } | null> {
    const user = await tx.manager
      .getRepository(User)
      .findOne({ where: { id, referralCreditsVersion: LessThan(version) }, lock: { mode: 'pessimistic_write' } });
    if (user === null) return null;
    await tx.manager.update(User, { id }, { referralCredits, referralCreditsVersion: version });
    return { user, before: user.referralCredits };
  }

  /**
   * Ends the changes of other accounts to an address, whose holder was erased. Not of those that are being changed at this moment: their
   * transactions may wait for the address. The emailed links no longer work either way.
   */
  async stopAwaiting(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.query(
      `UPDATE users SET pending_email = NULL, is_change_by_staff = false
       WHERE id IN (SELECT id FROM users WHERE lower(btrim(pending_email)) = $1 FOR UPDATE SKIP LOCKED)`,
      [emailKey],
    );
  }

  /** Saves changes that no other service needs: the status, a change of address that waits for its mailbox. */
  async saveUnpublished(tx: Transaction, user: User): Promise<User> {
    return tx.manager.getRepository(User).save(user);
  }

  /** Saves the account and publishes it. */
  async save(tx: Transaction, user: User, { isTakenOver = false, isCorrectedByStaff = false } = {}): Promise<User> {
    const saved = await tx.manager.getRepository(User).save(user);
    await this.publish(tx, saved, { isTakenOver, ...(isCorrectedByStaff && { isCorrectedByStaff }) });
    return saved;
  }

  /** Publishes accounts as they are, by id after `after`. */
  async republish(tx: Transaction, after: string | null, limit: number): Promise<User[]> {
    const users = await tx.manager.getRepository(User).find({
      where: after === null ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    for (const user of users) await this.publish(tx, user, { isTakenOver: false });
    return users;
  }

  private async publish(
    tx: Transaction,
    saved: User,
    how: { readonly isTakenOver: boolean; readonly isCorrectedByStaff?: boolean },
  ): Promise<void> {
    await tx.publish(accountChanged, {
      userId: saved.id,
      version: saved.version,
      email: saved.email,
      firstName: saved.firstName,
      lastName: saved.lastName,
      division: saved.division,
      createdAt: saved.createdAt.toISOString(),
      deactivatedAt: saved.deactivatedAt?.toISOString() ?? null,
      emailVerifiedAt: saved.emailVerifiedAt?.toISOString() ?? null,
      sessionVersion: saved.sessionVersion,
      ...how,
    });
  }
}
