import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AudiencePartRepository } from '../campaign/audience-part.repository.ts';

/** Erases or moves a person's rows. Callers lock the subscriber. */
@Injectable()
export class PersonRepository {
  constructor(private readonly parts: AudiencePartRepository) {}

  /**
   * Removes an account, and its address if it is not null, from every list and ledger. Suppressions (`suppressed_addresses`,
   * `list_opt_outs`) stay, because the person asked for them or the mailbox caused them. Locks the emails of campaigns for
   * {@link emptyRecipients}.
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

  /** Empties the ledger rows that {@link erase} locked; the counts of campaigns stay. */
  async emptyRecipients(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET email = '', email_key = 'erased:' || id, name = NULL, reason = NULL, user_id = NULL,
         status = CASE status WHEN 'pending' THEN 'skipped' ELSE status END
       WHERE user_id = $1 OR user_id IS NULL AND email_key = $2`,
      [userId, emailKey],
    );
  }

  /**
   * Assigns an address's rows without an account to the account that had verified the address and moves away, so that the next holder
   * of the address does not get them. Idempotent. For transactional emails, see `EmailRepository.keepForAccount`.
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
   * Moves a person's choices from an address to their new one: the newsletter, unless the new address has a subscription of its own,
   * the lists that they left, and an unsubscription from everything. Bounces and complaints stay with the mailbox. Idempotent.
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
