import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import type { contactsChanged } from '@lectern/contracts/registrations/events';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { hasSubscription } from '../debate-club-registration/debate-club-registration.repository.ts';

type Contact = EventPayload<typeof contactsChanged>['contacts'][number];
type Row = Omit<Contact, 'version' | 'until'> & { version: string; until: Date | null };

/** Whether a registration gets the list's emails (decisions, "Mail"). A past due membership has an active or a paused registration. */
const IN_DEBATE_CLUB = `COALESCE(club.status IN ('active', 'paused') AND club.hidden_at IS NULL AND club.email <> '', false)`;
const IN_TOURNAMENT = `COALESCE(entry.payment_status <> 'refunded' AND entry.released_at IS NULL AND entry.email <> '', false)`;

/** Whether staff wrote the names of a row. A visitor's names beside an address go into no email to it. */
const NAMED_BY_STAFF = `NOT ${hasSubscription('club')}`;

/** The registrations whose contacts have to be published. */
@Injectable()
export class ContactChangeRepository {
  /** Lets one transaction at a time publish, so that no later version is read earlier. */
  async lock(tx: Transaction): Promise<void> {
    await lockKey(tx, 'contact-changes');
  }

  /** Removes up to `limit` changes and answers the current state of each registration, once. Callers hold the lock. */
  async take(tx: Transaction, limit: number): Promise<Contact[]> {
    const [taken] = await tx.manager.query<[{ list: string; id: string }[], number]>(
      `DELETE FROM contact_changes WHERE id IN (SELECT id FROM contact_changes ORDER BY id LIMIT $1) RETURNING list, registration_id AS id`,
      [limit],
    );
    if (taken.length === 0) return [];
    const rows = await tx.manager.query<Row[]>(
      `SELECT taken.id AS "registrationId", taken.list, nextval('contact_versions') AS version, taken.is_in AS "isIn", taken.until,
         CASE WHEN is_in THEN taken.email ELSE '' END AS email,
         CASE WHEN is_in AND is_named THEN taken.first_name ELSE '' END AS "firstName",
         CASE WHEN is_in AND is_named THEN taken.last_name ELSE '' END AS "lastName"
       FROM (
         SELECT changed.id, changed.list, club.email, club.first_name, club.last_name, NULL::timestamptz AS until, ${IN_DEBATE_CLUB} AS is_in, ${NAMED_BY_STAFF} AS is_named
         FROM (SELECT DISTINCT list, id FROM unnest($1::text[], $2::uuid[]) AS changed (list, id)) AS changed
         LEFT JOIN debate_club_registrations club ON club.id = changed.id
         WHERE changed.list = 'debate_club'
         UNION ALL
         SELECT changed.id, changed.list, entry.email, '', '', events.ends_at, ${IN_TOURNAMENT}, false
         FROM (SELECT DISTINCT list, id FROM unnest($1::text[], $2::uuid[]) AS changed (list, id)) AS changed
         LEFT JOIN tournament_registrations entry ON entry.id = changed.id LEFT JOIN events ON events.id = entry.event_id
         WHERE changed.list = 'tournament'
       ) AS taken`,
      [taken.map(({ list }) => list), taken.map(({ id }) => id)],
    );
    return rows.map((row) => ({ ...row, version: Number(row.version), until: row.until?.toISOString() ?? null }));
  }

  /**
   * Removes addresses and registrations from published events that may not have been received yet, and blocks publishing until
   * the transaction ends. The contacts that it leaves are published again.
   */
  async eraseFromOutbox(
    tx: Transaction,
    emailKeys: readonly string[],
    registrationIds: readonly string[],
  ): Promise<void> {
    await this.lock(tx);
    const contactIsOfPerson = `(lower(btrim(contact->>'email')) = ANY($1::text[]) OR contact->>'registrationId' = ANY($2::text[]))`;
    await tx.manager.query(
      `UPDATE outbox SET payload = jsonb_build_object('contacts', (
         SELECT COALESCE(jsonb_agg(contact), '[]') FROM jsonb_array_elements(payload->'contacts') AS contact WHERE NOT ${contactIsOfPerson}
       ))
       WHERE name = 'registrations.contacts-changed.v1' AND EXISTS (SELECT 1 FROM jsonb_array_elements(payload->'contacts') AS contact WHERE ${contactIsOfPerson})`,
      [emailKeys.filter((emailKey) => emailKey !== ''), registrationIds],
    );
  }
}
