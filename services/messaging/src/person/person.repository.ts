import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AudiencePartRepository } from '../campaign/audience-part.repository.ts';

/** What is kept of an address, for its end. Callers hold the lock of the subscriber. */
@Injectable()
export class PersonRepository {
  constructor(private readonly parts: AudiencePartRepository) {}

  /**
   * Removes an address from every list and ledger. What keeps campaigns from writing to it (`suppressed_addresses`, `list_opt_outs`) stays: that
   * is what the person asked for, or what their mailbox answered. Of campaigns the counts stay.
   */
  async eraseAddress(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [emailKey]);
    await tx.manager.query('DELETE FROM starter_kit_requests WHERE email_key = $1', [emailKey]);
    await tx.manager.query('DELETE FROM contact_messages WHERE lower(btrim(email)) = $1', [emailKey]);
    await this.parts.spreadAround(tx, emailKey);
    await tx.manager.query(
      `UPDATE email_recipients SET email = '', email_key = 'erased:' || id, name = NULL, reason = NULL, status = CASE status WHEN 'pending' THEN 'skipped' ELSE status END
       WHERE email_key = $1`,
      [emailKey],
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
    await tx.manager.query(`UPDATE newsletter_subscribers SET email = $3, email_key = $2 WHERE email_key = $1 AND NOT ${has}`, [oldKey, emailKey, email]);
    await tx.manager.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [oldKey]);
  }
}
