import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { PersonRecord as PublishedRecord } from '@lectern/contracts/person-record';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** Stored fields of a published record; a record that is gone has none. */
const toRow = ({ source, id, version, since, ...record }: PublishedRecord) => {
  const email = record.email.trim();
  const row = { source, id, version, since };
  if (email === '') return { ...row, email_key: null };
  const { userId: user_id, division, eventId: event_id, plan, status, unpaidUntil: unpaid_until } = record;
  const name = record.name.trim() === '' ? null : record.name.trim();
  return { ...row, user_id, email, email_key: keyOf(email), name, division, event_id, plan, status, unpaid_until };
};

const FIELDS = [
  'version',
  'user_id',
  'email',
  'email_key',
  'name',
  'division',
  'event_id',
  'plan',
  'status',
  'unpaid_until',
  'since',
];

@Injectable()
export class PersonRecordRepository {
  /** Stores records that are newer than the known ones. Idempotent, in any order. */
  async keep(tx: Transaction, records: readonly PublishedRecord[]): Promise<void> {
    await tx.manager.query(
      `INSERT INTO person_records (source, id, ${FIELDS.join(', ')})
       SELECT DISTINCT ON (source, id) source, id, ${FIELDS.join(', ')} FROM jsonb_populate_recordset(NULL::person_records, $1)
       -- The same order everywhere, so that two events cause no deadlock.
       ORDER BY source, id, version DESC
       ON CONFLICT (source, id) DO UPDATE SET ${FIELDS.map((field) => `${field} = excluded.${field}`).join(', ')}
       WHERE person_records.version < excluded.version`,
      [JSON.stringify(records.map(toRow))],
    );
  }

  /**
   * Erases a person: the account's records, and those of its address without an account. A newer event about the same record restores
   * it, an older one does not.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE person_records SET user_id = NULL, email = NULL, email_key = NULL, name = NULL, division = NULL, event_id = NULL, plan = NULL,
         status = NULL, unpaid_until = NULL
       WHERE user_id = $1 OR user_id IS NULL AND email_key = $2`,
      [userId, emailKey],
    );
  }

  /** Forgets all records, before their services publish them again. */
  async forgetAll(tx: Transaction): Promise<void> {
    await tx.manager.query('DELETE FROM person_records');
  }
}
