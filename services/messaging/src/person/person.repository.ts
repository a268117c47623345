import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** Erases or moves a person's rows. Callers lock the subscriber. */
@Injectable()
export class PersonRepository {
  /**
   * Removes an account, and its address if it is not null, from every list. Suppressions (`suppressed_addresses`,
   * `list_opt_outs`) stay, because the person asked for them or the mailbox caused them. For emails, see `EmailRecipientRepository.erase`.
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
  }

  /**
   * Assigns an address's rows without an account to the account that had verified the address and moves away, so that the next holder
   * of the address does not get them. Idempotent. For emails, see `EmailRecipientRepository.move`.
   */
  async keepForAccount(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    for (const table of ['starter_kit_requests', 'contacts']) {
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
