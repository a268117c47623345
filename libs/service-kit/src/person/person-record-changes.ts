import { Injectable } from '@nestjs/common';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import type { PersonRecord } from '@lectern/contracts/person-record';
import { lockKey } from '../database/lock-key.ts';
import { type Transaction, Transactor } from '../database/transaction.ts';

/** Lets one transaction at a time publish, so that no later version is read earlier. */
const lock = (tx: Transaction): Promise<void> => lockKey(tx, 'person-record-changes');

interface Row extends Omit<PersonRecord, 'version' | 'unpaidUntil' | 'since'> {
  readonly version: string;
  readonly unpaidUntil: Date | null;
  readonly since: Date;
}

/**
 * The records of people that have to be published for the list of people. A service that uses it has the entity in its schema, triggers that
 * write it, and the sequence `person_record_versions`.
 */
@Injectable()
export class PersonRecordChanges {
  constructor(private readonly transactor: Transactor) {}

  /**
   * Publishes up to `limit` changed records in the transaction that deletes their marks, so none is lost, and answers whether there were
   * any. Records are read when they are published, not when they changed, so the latest wins in any order of arrival. `current`: SQL that
   * selects `source`, `id` and the fields of the records that exist in `changed (source, id)`.
   */
  async publishMarked<C extends EventContract>(limit: number, current: string, contract: C): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      await lock(tx);
      const [taken] = await tx.manager.query<[{ source: string; id: string }[], number]>(
        `DELETE FROM person_record_changes WHERE id IN (SELECT id FROM person_record_changes ORDER BY id LIMIT $1) RETURNING source, record_id AS id`,
        [limit],
      );
      if (taken.length === 0) return false;
      const rows = await tx.manager.query<Row[]>(
        `WITH changed AS (SELECT DISTINCT source, id FROM unnest($1::text[], $2::uuid[]) AS changed (source, id)), current AS (${current})
         SELECT changed.source, changed.id, nextval('person_record_versions') AS version, user_id AS "userId", COALESCE(email, '') AS email, COALESCE(name, '') AS name,
           division, event_id AS "eventId", plan, status, unpaid_until AS "unpaidUntil", COALESCE(since, now()) AS since
         FROM changed LEFT JOIN current ON current.source = changed.source AND current.id = changed.id`,
        [taken.map(({ source }) => source), taken.map(({ id }) => id)],
      );
      const records = rows.map((row) => ({
        ...row,
        version: Number(row.version),
        unpaidUntil: row.unpaidUntil?.toISOString() ?? null,
        since: row.since.toISOString(),
      }));
      // Parsed by the contract, which has the sources of its service.
      await tx.publish(contract, { records } as EventPayload<C>);
      return true;
    });
  }

  /**
   * Removes records of these mailboxes, and records with these ids or of these accounts, from published events that may not have been
   * received yet, and blocks publishing until the transaction ends. The records that are left are published again.
   */
  async eraseFromOutbox(tx: Transaction, emailKeys: readonly string[], ids: readonly string[]): Promise<void> {
    await lock(tx);
    const isOfPerson = `(lower(btrim(record->>'email')) = ANY($1::text[]) OR record->>'id' = ANY($2::text[]) OR record->>'userId' = ANY($2::text[]))`;
    await tx.manager.query(
      `UPDATE outbox SET payload = jsonb_build_object('records', (
         SELECT COALESCE(jsonb_agg(record), '[]') FROM jsonb_array_elements(payload->'records') AS record WHERE NOT ${isOfPerson}
       ))
       WHERE name LIKE '%.person-records-changed.v1' AND EXISTS (SELECT 1 FROM jsonb_array_elements(payload->'records') AS record WHERE ${isOfPerson})`,
      [emailKeys.filter((emailKey) => emailKey !== ''), ids],
    );
  }
}
