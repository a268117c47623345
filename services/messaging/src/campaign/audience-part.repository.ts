import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** How many of an audience stand together. As many as a request to the provider takes, unless it is told to take others. */
export const PART_SIZE = 500;

/** The id of who stands at a place (SQL, from 1 on) of a row of `audience_parts`. The row of the ledger will have it. */
export const recipientIdAt = (part: string, place: string): string =>
  `(${part}.ids_begin || lpad(to_hex(${part}.first_number + ${place} - 1), 8, '0'))::uuid`;

/** The recipients of parts, as the ledger names its columns; `from` is the table, or what a statement took out of it. */
export const recipientsOf = (from: string): string =>
  `SELECT ${recipientIdAt('part', 'member.place')} AS id, part.campaign_id, part.first_key, part.last_key, member.*, part.created_at
   FROM ${from} AS part CROSS JOIN LATERAL unnest(part.email_keys, part.emails, part.names, part.lists) WITH ORDINALITY AS member (email_key, email, name, list, place)`;

/** The parts with the address `$1`. */
const AROUND = 'first_key <= $1 AND last_key >= $1 AND $1 = ANY(email_keys)';

/** Gives rows of the ledger to whoever stands in the parts for which the condition is true; `state` is the SQL of their state and its reason. */
const spread = (condition: string, state: string): string =>
  `WITH taken AS (DELETE FROM audience_parts WHERE ${condition} RETURNING *)
   INSERT INTO email_recipients (id, campaign_id, email, email_key, name, list, created_at, status, reason)
   SELECT id, campaign_id, email, email_key, name, list, created_at, ${state} FROM (${recipientsOf('taken')}) AS recipient`;

/** Who is in a campaign's fixed audience and has no row of the ledger yet. */
@Injectable()
export class AudiencePartRepository {
  /** Gives rows of the ledger to everybody of a campaign who has none, as left out. Callers hold the campaign. */
  async leaveOut(tx: Transaction, campaignId: string, reason: string): Promise<void> {
    await tx.manager.query(spread('campaign_id = $1', `'skipped', $2`), [campaignId, reason]);
  }

  /** Gives rows of the ledger to whoever stands beside this address, so that what is done to it there is done to all there is of it. */
  async spreadAround(tx: Transaction, emailKey: string): Promise<void> {
    // Campaigns before their parts, as whoever cancels one takes them.
    await tx.manager.query(
      `SELECT 1 FROM email_campaigns WHERE id IN (SELECT campaign_id FROM audience_parts WHERE ${AROUND}) ORDER BY id FOR KEY SHARE`,
      [emailKey],
    );
    await tx.manager.query(spread(AROUND, `'pending', NULL`), [emailKey]);
  }
}
