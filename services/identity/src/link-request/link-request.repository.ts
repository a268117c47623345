import { Injectable } from '@nestjs/common';
import { In, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import type { LinkPurpose } from '@lectern/contracts/identity/model';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { User } from '../user/user.entity.ts';
import { LinkRequest } from './link-request.entity.ts';

/** Requests that are not of a member with this address: another account left it, or an administrator is to get a link. */
const OF_OTHERS: readonly LinkPurpose[] = ['email_undo', 'admin_invite', 'admin_reset'];

@Injectable()
export class LinkRequestRepository {
  async add(tx: Transaction, request: Omit<LinkRequest, 'id' | 'user'> & { id?: string }): Promise<void> {
    await tx.manager.insert(LinkRequest, request);
  }

  /** The longest open request, locked until the transaction ends; concurrent runs skip it. */
  async lockNext(tx: Transaction): Promise<LinkRequest | null> {
    return tx.manager
      .getRepository(LinkRequest)
      .createQueryBuilder('request')
      .where('request.answeredAt IS NULL')
      .orderBy('request.requestedAt')
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async answered(tx: Transaction, id: string, at: Date, isEmailed: boolean): Promise<void> {
    await tx.manager.update(LinkRequest, { id }, { answeredAt: at, isEmailed });
  }

  /** Whether an email with such a link was published to this address, about this account where one is named; forgotten after three days. */
  async wasPublished(
    tx: Transaction,
    { purposes, ...about }: { purposes: readonly LinkPurpose[]; emailKey: string; userId?: string },
  ): Promise<boolean> {
    return tx.manager.existsBy(LinkRequest, { ...about, purpose: In([...purposes]), isEmailed: true });
  }

  /** Whether an account was sent an email of a purpose to its present address since then. */
  async wasEmailed(
    tx: Transaction,
    { id: userId, emailKey }: Pick<User, 'id' | 'emailKey'>,
    purpose: LinkPurpose,
    since: Date,
  ): Promise<boolean> {
    return tx.manager.existsBy(LinkRequest, {
      ...{ userId, emailKey, purpose },
      isEmailed: true,
      answeredAt: MoreThan(since),
    });
  }

  /** Makes requests that would email an address wait for each other, until the transaction ends. Taken last. */
  async lockEmailsTo(tx: Transaction, emailKey: string): Promise<void> {
    await lockKey(tx, `link-emails:${emailKey}`);
  }

  /** How many emails of a purpose an address was sent since then. */
  async emailsTo(tx: Transaction, emailKey: string, purpose: LinkPurpose, since: Date): Promise<number> {
    return tx.manager.countBy(LinkRequest, { emailKey, purpose, isEmailed: true, answeredAt: MoreThan(since) });
  }

  /** How many emails of a purpose an account had sent since then, to any address. */
  async emailsOf(tx: Transaction, userId: string, purpose: LinkPurpose, since: Date): Promise<number> {
    return tx.manager.countBy(LinkRequest, { userId, purpose, isEmailed: true, answeredAt: MoreThan(since) });
  }

  /**
   * Records that an account leaves a verified address, whose mailbox may undo that. The caller holds the lock of the account, also below.
   */
  async addLeft(
    tx: Transaction,
    { id, email, emailKey }: Pick<User, 'id' | 'email' | 'emailKey'>,
    at: Date,
  ): Promise<void> {
    await this.add(tx, {
      purpose: 'email_undo',
      email,
      emailKey,
      userId: id,
      requestedAt: at,
      answeredAt: at,
      isEmailed: true,
    });
  }

  /** The last time that an account left a verified address, or when it did so at `at`. */
  async findLeft(tx: Transaction, userId: string, emailKey: string, at?: Date): Promise<LinkRequest | null> {
    const where = {
      userId,
      emailKey,
      purpose: 'email_undo' as const,
      ...(at === undefined ? {} : { requestedAt: at }),
    };
    return tx.manager.getRepository(LinkRequest).findOne({ where, order: { requestedAt: 'DESC' } });
  }

  /** Forgets that an account left its present address before, which ends the links that undo it. */
  async removeLeft(tx: Transaction, { id, emailKey }: Pick<User, 'id' | 'emailKey'>): Promise<void> {
    await tx.manager.delete(LinkRequest, { userId: id, emailKey, purpose: 'email_undo' });
  }

  /** Forgets the addresses that an account left at `since` or later, which ends the links of those changes. */
  async removeLeftSince(tx: Transaction, userId: string, since: Date): Promise<void> {
    await tx.manager.delete(LinkRequest, { userId, purpose: 'email_undo', requestedAt: MoreThanOrEqual(since) });
  }

  /** Makes jobs that answer a request for these addresses wait until the transaction ends, or waits for them. */
  async lockOf(tx: Transaction, ...emailKeys: readonly string[]): Promise<void> {
    const where = { emailKey: In([...emailKeys]), purpose: Not(In(OF_OTHERS)) };
    await tx.manager
      .getRepository(LinkRequest)
      .find({ where, order: { requestedAt: 'ASC', id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Removes every request for these addresses. A record that another account left an address stays, because it belongs to that account. */
  async removeOf(tx: Transaction, ...emailKeys: readonly string[]): Promise<void> {
    await tx.manager.delete(LinkRequest, { emailKey: In([...emailKeys]), purpose: Not(In(OF_OTHERS)) });
  }

  /** Forgets requests that were answered before then, and addresses that were left before `leftBefore`. */
  async prune(tx: Transaction, before: Date, leftBefore: Date): Promise<void> {
    const isOver = `answeredAt < CASE WHEN purpose = 'email_undo' THEN :leftBefore::timestamptz ELSE :before::timestamptz END`;
    await tx.manager.createQueryBuilder().delete().from(LinkRequest).where(isOver, { before, leftBefore }).execute();
  }
}
