import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** Recipients in a part: as many as a request to the provider takes by default. */
export const PART_SIZE = 500;

/** The id of the recipient at an index (SQL, from 1 on) of a row of `audience_parts`, which the ledger row gets as well. */
export const recipientIdAt = (part: string, place: string): string =>
  `(${part}.ids_begin || lpad(to_hex(${part}.first_number + ${place} - 1), 8, '0'))::uuid`;

/** The recipients of parts, with the column names of the ledger; `from` is the table, or the rows that a statement deleted. */
export const recipientsOf = (from: string): string =>
  `SELECT ${recipientIdAt('part', 'member.place')} AS id, part.campaign_id, part.first_key, part.last_key, member.*, part.created_at
   FROM ${from} AS part CROSS JOIN LATERAL unnest(part.email_keys, part.emails, part.names, part.lists) WITH ORDINALITY AS member (email_key, email, name, list, place)`;

/** The parts that contain the address `$1`. */
const AROUND = 'first_key <= $1 AND last_key >= $1 AND $1 = ANY(email_keys)';

/** Moves the recipients of the parts that match the condition into the ledger; `state` is the SQL of their status and reason. */
const spread = (condition: string, state: string): string =>
  `WITH taken AS (DELETE FROM audience_parts WHERE ${condition} RETURNING *)
   INSERT INTO email_recipients (id, campaign_id, email, email_key, name, list, created_at, status, reason)
   SELECT id, campaign_id, email, email_key, name, list, created_at, ${state} FROM (${recipientsOf('taken')}) AS recipient`;

/** Recipients of a campaign's fixed audience who have no ledger row yet. */
@Injectable()
export class AudiencePartRepository {
  /** Moves all recipients of a campaign who have no ledger row into the ledger, as skipped. Callers lock the campaign. */
  async leaveOut(tx: Transaction, campaignId: string, reason: string): Promise<void> {
    await tx.manager.query(spread('campaign_id = $1', `'skipped', $2`), [campaignId, reason]);
  }

  /** Moves the part around this address into the ledger, so that a change of the ledger reaches all rows of the address. */
  async spreadAround(tx: Transaction, emailKey: string): Promise<void> {
    // Locks campaigns before their parts, as cancelling a campaign does.
    await tx.manager.query(
      `SELECT 1 FROM email_campaigns WHERE id IN (SELECT campaign_id FROM audience_parts WHERE ${AROUND}) ORDER BY id FOR KEY SHARE`,
      [emailKey],
    );
    await tx.manager.query(spread(AROUND, `'pending', NULL`), [emailKey]);
  }
}
