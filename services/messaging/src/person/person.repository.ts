import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** The mailbox that gets what another one has, and its account. */
export interface MergedInto {
  readonly email: string;
  readonly emailKey: string;
  readonly userId: string | null;
}

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
   * Gives the messages and requests of a mailbox without an account to another mailbox, and to its account. Idempotent. For emails, see
   * `EmailRecipientRepository.merge`.
   */
  async merge(tx: Transaction, oldKey: string, { email, emailKey, userId }: MergedInto): Promise<void> {
    await tx.manager.query(
      'UPDATE starter_kit_requests SET user_id = $4, email = $2, email_key = $3 WHERE user_id IS NULL AND email_key = $1',
      [oldKey, email, emailKey, userId],
    );
    await tx.manager.query(
      'UPDATE contact_messages SET user_id = $3, email = $2 WHERE user_id IS NULL AND lower(btrim(email)) = $1',
      [oldKey, email, userId],
    );
  }

  /**
   * Merges the choices of a mailbox into another one's: each refusal of either is in force for both afterwards, and the newsletter is active
   * only where no one refused it and emails arrived. The refusals of the old mailbox stay with it, too. Idempotent.
   */
  async mergeChoices(tx: Transaction, oldKey: string, { email, emailKey }: MergedInto, now: Date): Promise<void> {
    // A subscriber without consent any more, as an imported list may have it, has left the list.
    await tx.manager.query(
      `INSERT INTO list_opt_outs (email_key, list, since)
       SELECT $1, 'newsletter', COALESCE(unsubscribed_at, $2) FROM newsletter_subscribers WHERE email_key = $1 AND NOT is_active ON CONFLICT DO NOTHING`,
      [oldKey, now],
    );
    await tx.manager.query(
      `INSERT INTO list_opt_outs (email_key, list, since) SELECT $2, list, since FROM list_opt_outs WHERE email_key = $1 ON CONFLICT DO NOTHING`,
      [oldKey, emailKey],
    );
    await tx.manager.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since)
       SELECT $2, reason, since FROM suppressed_addresses WHERE email_key = $1 AND reason <> 'bounced' ON CONFLICT DO NOTHING`,
      [oldKey, emailKey],
    );
    const isRefused = `(EXISTS (SELECT 1 FROM list_opt_outs WHERE email_key = $1 AND list = 'newsletter')
      OR EXISTS (SELECT 1 FROM suppressed_addresses WHERE email_key = $1 AND reason <> 'bounced'))`;
    // Emails to a mailbox that bounced did not arrive: they do not begin to at another one.
    await tx.manager.query(
      `UPDATE newsletter_subscribers SET is_active = false, unsubscribed_at = $2
       WHERE email_key = $1 AND is_active AND EXISTS (SELECT 1 FROM suppressed_addresses WHERE email_key = $1)`,
      [oldKey, now],
    );
    await tx.manager.query(
      `UPDATE newsletter_subscribers SET email = $3, email_key = $2
       WHERE email_key = $1 AND NOT EXISTS (SELECT 1 FROM newsletter_subscribers WHERE email_key = $2)`,
      [oldKey, emailKey, email],
    );
    await tx.manager.query(
      `UPDATE newsletter_subscribers SET is_active = false, unsubscribed_at = $2 WHERE email_key = $1 AND is_active AND ${isRefused}`,
      [emailKey, now],
    );
    await tx.manager.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [oldKey]);
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
