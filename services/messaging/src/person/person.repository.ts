import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AudiencePartRepository } from '../campaign/audience-part.repository.ts';

/** What is kept of a person, for its end. Callers hold the lock of the subscriber. */
@Injectable()
export class PersonRepository {
  constructor(private readonly parts: AudiencePartRepository) {}

  /**
   * Removes an account, and its address where it is given, from every list and ledger. What keeps campaigns from writing to it (`suppressed_addresses`, `list_opt_outs`) stays: that
   * is what the person asked for, or what their mailbox answered. Its emails of campaigns are locked for {@link emptyRecipients}.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [emailKey]);
    await tx.manager.query(
      'DELETE FROM starter_kit_requests WHERE user_id = $1 OR user_id IS NULL AND email_key = $2',
      [userId, emailKey],
    );
    await tx.manager.query(
      'DELETE FROM contact_messages WHERE user_id = $1 OR user_id IS NULL AND lower(btrim(email)) = $2',
      [userId, emailKey],
    );
    if (emailKey !== null) await this.parts.spreadAround(tx, emailKey);
    // In the order of their ids, as the provider's events lock them.
    await tx.manager.query(
      'SELECT 1 FROM email_recipients WHERE user_id = $1 OR user_id IS NULL AND email_key = $2 ORDER BY id FOR UPDATE',
      [userId, emailKey],
    );
  }

  /** Takes what {@link erase} locked out of campaigns, whose counts stay. */
  async emptyRecipients(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET email = '', email_key = 'erased:' || id, name = NULL, reason = NULL, user_id = NULL,
         status = CASE status WHEN 'pending' THEN 'skipped' ELSE status END
       WHERE user_id = $1 OR user_id IS NULL AND email_key = $2`,
      [userId, emailKey],
    );
  }

  /**
   * Gives what no account has of an address to the account that had verified it and moves away: the next holder of the address does not
   * get it. Idempotent. Transactional emails have `EmailRepository.keepForAccount`.
   */
  async keepForAccount(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    await this.parts.spreadAround(tx, emailKey);
    await tx.manager.query(
      'SELECT 1 FROM email_recipients WHERE user_id IS NULL AND email_key = $1 ORDER BY id FOR UPDATE',
      [emailKey],
    );
    for (const table of ['email_recipients', 'starter_kit_requests', 'contacts']) {
      await tx.manager.query(`UPDATE ${table} SET user_id = $1 WHERE user_id IS NULL AND email_key = $2`, [
        userId,
        emailKey,
      ]);
    }
    await tx.manager.query(
      'UPDATE contact_messages SET user_id = $1 WHERE user_id IS NULL AND lower(btrim(email)) = $2',
      [userId, emailKey],
    );
  }

  /**
   * Moves what a person chose at an address to their new one: the newsletter, unless the new address has a subscription of its own, the
   * lists that they left, and that they unsubscribed from everything. What a mailbox answered stays with it. Idempotent.
   */
  async moveChoices(tx: Transaction, oldKey: string, email: string, emailKey: string): Promise<void> {
    const has = `EXISTS (SELECT 1 FROM newsletter_subscribers WHERE email_key = $2)`;
    await tx.manager.query(
      `INSERT INTO list_opt_outs (email_key, list, since) SELECT $2, list, since FROM list_opt_outs WHERE email_key = $1 AND NOT (list = 'newsletter' AND ${has})
       ON CONFLICT DO NOTHING`,
      [oldKey, emailKey],
    );
    await tx.manager.query('DELETE FROM list_opt_outs WHERE email_key = $1', [oldKey]);
    await tx.manager.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) SELECT $2, reason, since FROM suppressed_addresses
       WHERE email_key = $1 AND reason = 'unsubscribed' AND NOT ${has} ON CONFLICT DO NOTHING`,
      [oldKey, emailKey],
    );
    await tx.manager.query(
      `UPDATE newsletter_subscribers SET email = $3, email_key = $2 WHERE email_key = $1 AND NOT ${has}`,
      [oldKey, emailKey, email],
    );
    await tx.manager.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [oldKey]);
  }
}
