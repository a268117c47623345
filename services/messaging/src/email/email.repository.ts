import { Injectable } from '@nestjs/common';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { EmailRecipient } from '../delivery/email-recipient.entity.ts';

export interface AddedEmail extends Pick<
  EmailRecipient,
  'email' | 'emailKey' | 'name' | 'userId' | 'data' | 'eraseWhenSettled' | 'limitKey' | 'createdAt'
> {
  readonly dedupeKey: string;
  readonly template: string;
}

/** Transactional emails, as they are written. */
@Injectable()
export class EmailRepository {
  /** Adds an email unless its occasion has one. Returns whether it was added. */
  async add(tx: Transaction, message: AddedEmail): Promise<boolean> {
    const added = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(EmailRecipient)
      .values(message)
      .orIgnore()
      .returning('id')
      .execute();
    return (added.raw as unknown[]).length > 0;
  }

  /** Whether the occasion has an email. */
  async has(tx: Transaction, dedupeKey: string): Promise<boolean> {
    return tx.manager.existsBy(EmailRecipient, { dedupeKey });
  }

  /**
   * The number of emails with this limit since then. Locks the count, so that another transaction with the same count waits until
   * this one ends.
   */
  async countLockedSince(tx: Transaction, limitKey: string, since: Date): Promise<number> {
    await lockKey(tx, `emails:${limitKey}`);
    const [row] = await tx.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM email_recipients WHERE limit_key = $1 AND created_at > $2`,
      [limitKey, since],
    );
    return row.count;
  }

  /** Forgets which emails before then were for the same mailbox. */
  async forgetLimits(tx: Transaction, before: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET limit_key = NULL WHERE limit_key IS NOT NULL AND created_at < $1`,
      [before],
    );
  }
}
