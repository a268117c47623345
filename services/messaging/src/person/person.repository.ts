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
}
