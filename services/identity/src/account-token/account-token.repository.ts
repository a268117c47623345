import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { LinkPurpose } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { hashOfToken } from './account-token.ts';
import type { User } from '../user/user.entity.ts';
import { AccountToken } from './account-token.entity.ts';

/** Links that a member's account does not end with its own: of an account that left the mailbox, and of administrators. */
const OF_OTHERS: readonly LinkPurpose[] = ['email_undo', 'admin_invite', 'admin_reset'];

@Injectable()
export class AccountTokenRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(
    tx: Transaction,
    token: string,
    about: Pick<AccountToken, 'purpose' | 'emailKey' | 'userId' | 'expiresAt' | 'createdAt'> & {
      readonly adminId?: string;
    },
  ): Promise<void> {
    await tx.manager.insert(AccountToken, { adminId: null, ...about, tokenHash: hashOfToken(token), usedAt: null });
  }

  /** The token, used or not; `null` when it is unknown, for another purpose, or expired. */
  async find(token: string, purpose: LinkPurpose | readonly LinkPurpose[], now: Date): Promise<AccountToken | null> {
    const found = await this.dataSource
      .getRepository(AccountToken)
      .findOneBy({ tokenHash: hashOfToken(token), purpose: In([purpose].flat()) });
    return found !== null && found.expiresAt > now ? found : null;
  }

  /** Uses the token up. Of any number of simultaneous uses one answers true; an expired or unknown one answers false. */
  async use(tx: Transaction, token: string, purpose: LinkPurpose, now: Date): Promise<boolean> {
    const used = await tx.manager
      .createQueryBuilder()
      .update(AccountToken)
      .set({ usedAt: now })
      .where('tokenHash = :tokenHash AND purpose = :purpose AND usedAt IS NULL AND expiresAt > :now', {
        tokenHash: hashOfToken(token),
        purpose,
        now,
      })
      .execute();
    return used.affected === 1;
  }

  /**
   * Ends every link that was emailed for an account, and those to its mailbox where that is verified: an account that only typed the
   * address must not end the link with which a guest sets an account up. Links that undo a change of address stay: they are for a mailbox
   * that the account's present holder may have replaced.
   */
  async endAllOf(
    tx: Transaction,
    { id, emailKey, emailVerifiedAt }: Pick<User, 'id' | 'emailKey' | 'emailVerifiedAt'>,
    now: Date,
  ): Promise<void> {
    const owners = [{ userId: id }, ...(emailVerifiedAt === null ? [] : [{ emailKey }])];
    for (const where of owners)
      await tx.manager.update(
        AccountToken,
        { ...where, purpose: Not(In(OF_OTHERS)), usedAt: IsNull() },
        { usedAt: now },
      );
  }

  /** Ends the links that would let an administrator choose a password. */
  async endAllOfAdmin(tx: Transaction, adminId: string, now: Date): Promise<void> {
    await tx.manager.update(AccountToken, { adminId, usedAt: IsNull() }, { usedAt: now });
  }

  /** Ends the links that would give an account another address. */
  async endEmailChanges(tx: Transaction, userId: string, now: Date): Promise<void> {
    await tx.manager.update(AccountToken, { userId, purpose: 'email_change', usedAt: IsNull() }, { usedAt: now });
  }

  /** Removes every link that was emailed to an address, except those of another account that left it and may return to it. */
  async removeOf(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.delete(AccountToken, { emailKey, purpose: Not(In(OF_OTHERS)) });
  }

  /** Removes expired tokens. */
  async prune(tx: Transaction, now: Date): Promise<void> {
    await tx.manager.createQueryBuilder().delete().from(AccountToken).where('expiresAt < :now', { now }).execute();
  }
}
