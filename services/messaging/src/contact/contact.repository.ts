import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Contact } from './contact.entity.ts';

export type PublishedContact = Omit<Contact, 'version' | 'userId'> & { readonly version: number };

@Injectable()
export class ContactRepository {
  /** Stores contacts that are newer than the known ones. Idempotent, in any order. */
  async keep(tx: Transaction, contacts: readonly PublishedContact[]): Promise<void> {
    // The same order everywhere, so that two events cause no deadlock.
    const sorted = [...contacts].sort((one, other) => (one.registrationId < other.registrationId ? -1 : 1));
    await tx.manager.query(
      `INSERT INTO contacts (list, registration_id, version, email, email_key, name, until)
       SELECT DISTINCT ON (list, registration_id) * FROM unnest($1::text[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         AS given (list, registration_id, version, email, email_key, name, until)
       ORDER BY list, registration_id, version DESC
       ON CONFLICT (list, registration_id) DO UPDATE SET version = excluded.version, email = excluded.email, email_key = excluded.email_key,
         name = excluded.name, until = excluded.until,
         user_id = CASE WHEN contacts.email_key = excluded.email_key THEN contacts.user_id END
       WHERE contacts.version < excluded.version`,
      [
        sorted.map((contact) => contact.list),
        sorted.map((contact) => contact.registrationId),
        sorted.map((contact) => contact.version),
        sorted.map((contact) => contact.email),
        sorted.map((contact) => contact.emailKey),
        sorted.map((contact) => contact.name),
        sorted.map((contact) => contact.until),
      ],
    );
  }

  /**
   * Deletes a person: the account's rows, and those of its address if it is not null. A newer event about the same registration
   * restores a row, an older one does not.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE contacts SET email = NULL, email_key = NULL, name = NULL, user_id = NULL WHERE user_id = $1 OR user_id IS NULL AND email_key = $2`,
      [userId, emailKey],
    );
  }
}
