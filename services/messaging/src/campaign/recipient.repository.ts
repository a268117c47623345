import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RecipientStatus, recipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AudiencePartRepository, recipientsOf } from './audience-part.repository.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import type { EmailRecipient } from './email-recipient.entity.ts';
import { canTurn, MAX_ATTEMPTS } from './recipient.ts';

/** A recipient whose email the holder of the claim may post, once. */
export type ClaimedRecipient = Pick<EmailRecipient, 'id' | 'email' | 'name' | 'list'>;

type Claimed = ClaimedRecipient & Pick<EmailRecipient, 'status'>;

/** The fields of a recipient that the ledger shows. */
export type LedgerEntry = Pick<
  EmailRecipient,
  'id' | 'email' | 'emailKey' | 'name' | 'status' | 'reason' | 'sentAt' | 'openedAt' | 'clickedAt'
>;

export interface RecipientFilter {
  readonly status: RecipientStatus | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

/** The report of the provider's events on a recipient's email. */
export interface RecipientConfirmation {
  readonly recipientId: string;
  readonly turn: 'confirmed' | 'delivered' | 'bounced';
  /** The time when the provider had it. */
  readonly at: Date;
  readonly reason: string | null;
}

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** Seconds that a posted email may wait for an answer or an event of the provider before an alert. */
const CONFIRMATION_LIMIT_SECONDS = 600;
export const CANCELLED = 'The campaign was cancelled';
/** Whether a `confirmation` leads to another state of the recipient. */
const LEADS_ON = `CASE confirmation.turn WHEN 'confirmed' THEN ${canTurn('confirmed')} WHEN 'delivered' THEN ${canTurn('delivered')} ELSE ${canTurn('bounced')} END`;
const LEFT_OUT_SINCE = `CASE reason WHEN 'unsubscribed' THEN 'Unsubscribed before its turn' WHEN 'bounced' THEN 'Bounced before its turn' ELSE 'Marked an email as spam before its turn' END`;

/** The columns of a page of the ledger, and those that a search covers. */
const SHOWN = 'id, email, email_key, name, status, reason, sent_at, opened_at, clicked_at';
const MATCHES = `lower(' ' || COALESCE(name, '') || ' ' || email)`;

/** The reason why a recipient of the audience gets no email by now; null where there is none. */
const NO_TO = (recipient: string): string => `COALESCE(
  (SELECT ${LEFT_OUT_SINCE} FROM suppressed_addresses WHERE suppressed_addresses.email_key = ${recipient}.email_key ORDER BY reason LIMIT 1),
  (SELECT 'Unsubscribed from this list before its turn' FROM list_opt_outs WHERE list_opt_outs.email_key = ${recipient}.email_key AND list_opt_outs.list = ${recipient}.list)
)`;

/**
 * Changes the recipients of the ids `$2` that the claim `$1` holds and for which the condition is true. It locks them first, in the
 * order of their ids, so that lanes and events cause no deadlock, and in a subquery of its own, because Postgres would otherwise
 * repeat the lock for each row.
 */
const change = (set: string, condition: string): string =>
  `WITH held AS MATERIALIZED (SELECT id FROM email_recipients WHERE id = ANY($2) AND batch_id = $1 AND ${condition} ORDER BY id FOR UPDATE)
   UPDATE email_recipients SET ${set} FROM held WHERE email_recipients.id = held.id`;

/** The ledger: makes all transitions of recipients, according to `recipient.ts`. */
@Injectable()
export class RecipientRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly parts: AudiencePartRepository,
  ) {}

  /**
   * Claims up to `limit` waiting recipients. A recipient who has refused list mail since the audience was fixed is skipped with the
   * reason. Returns the recipients to post to, and the number of all that were claimed or skipped. Callers lock the campaign against
   * pausing.
   */
  async claim(
    tx: Transaction,
    campaignId: string,
    batchId: string,
    limit: number,
  ): Promise<{ recipients: ClaimedRecipient[]; taken: number }> {
    const again = await this.claimFromLedger(tx, campaignId, batchId, limit);
    const rows = again.length > 0 ? again : await this.claimFromAudience(tx, campaignId, batchId, limit);
    return { recipients: rows.filter(({ status }) => status === 'sending'), taken: rows.length };
  }

  /** The provider accepted these emails. */
  async accepted(tx: Transaction, batchId: string, ids: readonly string[], at: Date): Promise<void> {
    await tx.manager.query(
      change(`status = 'sent', sent_at = COALESCE(sent_at, $3), reason = NULL`, canTurn('accepted')),
      [batchId, ids, at],
    );
  }

  /** The provider refused these emails for good. */
  async rejected(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(
      change(`status = 'failed', reason = CASE WHEN email = '' THEN NULL ELSE $3 END`, canTurn('rejected')),
      [batchId, ids, reason],
    );
  }

  /**
   * The provider does not have these emails, so they wait again, except in a cancelled campaign, for a deleted account, or after
   * {@link MAX_ATTEMPTS}. Callers lock the campaign.
   */
  async postponed(
    tx: Transaction,
    batchId: string,
    ids: readonly string[],
    reason: string,
    campaign: Pick<EmailCampaign, 'status'>,
  ): Promise<void> {
    await tx.manager.query(
      change(
        `status = CASE WHEN $4::boolean OR email = '' THEN 'skipped' WHEN attempts >= ${MAX_ATTEMPTS} THEN 'failed' ELSE 'pending' END,
         reason = CASE WHEN email = '' THEN NULL WHEN $4::boolean THEN '${CANCELLED}' ELSE $3 END`,
        canTurn('postponed'),
      ),
      [batchId, ids, reason, campaign.status === 'cancelled'],
    );
  }

  /** The result is unknown. The recipients stay as they are, with the reason for the administrator. */
  async unanswered(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(change(`reason = CASE WHEN email = '' THEN NULL ELSE $3 END`, `status = 'sending'`), [
      batchId,
      ids,
      reason,
    ]);
  }

  /** Makes recipients uncertain that were posted to long ago without an answer or a confirmation. Returns their number for each campaign; each is reported once. */
  async setUnconfirmedApart(tx: Transaction): Promise<{ campaignId: string; count: number }[]> {
    return tx.manager.query<{ campaignId: string; count: number }[]>(
      `WITH apart AS (
         UPDATE email_recipients SET status = 'uncertain', reason = COALESCE(reason, 'The server stopped before the email provider answered')
         WHERE id IN (
           SELECT id FROM email_recipients WHERE ${canTurn('unconfirmed')} AND claimed_at < now() - $1 * interval '1 second' ORDER BY id FOR UPDATE SKIP LOCKED
         )
         RETURNING campaign_id
       ) SELECT campaign_id AS "campaignId", count(*)::int AS count FROM apart GROUP BY campaign_id`,
      [CONFIRMATION_LIMIT_SECONDS],
    );
  }

  /** Skips all recipients who have no email yet. Callers lock the campaign. */
  async cancel(tx: Transaction, campaignId: string): Promise<void> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    await this.parts.leaveOut(tx, campaignId, CANCELLED);
    await tx.manager.query(
      `UPDATE email_recipients SET status = 'skipped', reason = '${CANCELLED}' WHERE campaign_id = $1 AND ${canTurn('left out')}`,
      [campaignId],
    );
  }

  /** Lets failed recipients wait again, and uncertain ones if `uncertainToo`. Returns how many. Callers lock the campaign. */
  async retry(tx: Transaction, campaignId: string, uncertainToo: boolean): Promise<number> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    const [, count] = await tx.manager.query<Updated<unknown>>(
      `UPDATE email_recipients SET status = 'pending', reason = NULL, attempts = 0
       WHERE campaign_id = $1 AND ${canTurn('retried')} AND (status <> 'uncertain' OR $2::boolean) AND email <> ''`,
      [campaignId, uncertainToo],
    );
    return count;
  }

  /** Whether any recipient waits for an email, or for its result. */
  async hasOpen(tx: Transaction, campaignId: string): Promise<boolean> {
    const [row] = await tx.manager.query<{ open: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM audience_parts WHERE campaign_id = $1)
         OR EXISTS (SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = 'pending')
         OR EXISTS (SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = 'sending') AS open`,
      [campaignId],
    );
    return row?.open === true;
  }

  /** Applies the provider's confirmations, at most one for each recipient. Idempotent, in any order. */
  async verify(tx: Transaction, confirmations: readonly RecipientConfirmation[]): Promise<void> {
    const ids = confirmations.map(({ recipientId }) => recipientId);
    // Skips confirmations without news: a state that a turn does not lead on from only ever leads to others of that kind.
    const news = await tx.manager.query<unknown[]>(
      `SELECT 1 FROM email_recipients JOIN unnest($1::uuid[], $2::text[]) AS confirmation (recipient_id, turn) ON email_recipients.id = confirmation.recipient_id
       WHERE email_recipients.id = ANY($1) AND ${LEADS_ON} ORDER BY email_recipients.id FOR UPDATE OF email_recipients`,
      [ids, confirmations.map(({ turn }) => turn)],
    );
    if (news.length === 0) return;
    await tx.manager.query(
      `UPDATE email_recipients SET
         status = CASE confirmation.turn WHEN 'confirmed' THEN 'sent' ELSE confirmation.turn END,
         sent_at = COALESCE(sent_at, confirmation.at),
         reason = CASE WHEN confirmation.turn = 'bounced' AND email <> '' THEN confirmation.reason END
       FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[]) AS confirmation (recipient_id, turn, at, reason)
       -- Repeats the ids: without them each post would read all recipients.
       WHERE email_recipients.id = ANY($1) AND email_recipients.id = confirmation.recipient_id AND ${LEADS_ON}`,
      [
        ids,
        confirmations.map(({ turn }) => turn),
        confirmations.map(({ at }) => at),
        confirmations.map(({ reason }) => reason),
      ],
    );
  }

  /** A page of the ledger by address after `after`, with one row more than `limit` where there are more. */
  async page(
    campaignId: string,
    { status, search }: RecipientFilter,
    after: string,
    limit: number,
  ): Promise<LedgerEntry[]> {
    const parameters = [campaignId, after, limit + 1, ...(search === null ? [] : [search])];
    const found = search === null ? '' : `AND ${MATCHES} LIKE $4`;
    // The index starts with the state: the first rows of each state contain the first rows of all.
    const ofState = (state: RecipientStatus): string =>
      `(SELECT ${SHOWN} FROM email_recipients WHERE campaign_id = $1 AND status = '${state}' AND email_key > $2 ${found} ORDER BY email_key LIMIT $3)`;
    // Sorts by parts first, so that no more of them are expanded than the page takes.
    const inParts = `(SELECT id, email, email_key, name, 'pending', NULL::text, NULL::timestamptz, NULL::timestamptz, NULL::timestamptz FROM (${recipientsOf('audience_parts')}) AS recipient
      WHERE campaign_id = $1 AND last_key > $2 AND email_key > $2 ${found} ORDER BY first_key, email_key LIMIT $3)`;
    const states = status === null ? recipientStatus.options : [status];
    return this.dataSource.query<LedgerEntry[]>(
      `SELECT id, email, email_key AS "emailKey", name, status, reason, sent_at AS "sentAt", opened_at AS "openedAt", clicked_at AS "clickedAt"
       FROM (${[...states.map(ofState), ...(states.includes('pending') ? [inParts] : [])].join(' UNION ALL ')}) AS ledger ORDER BY email_key LIMIT $3`,
      parameters,
    );
  }

  /** The number of search results, counted up to {@link SEARCH_COUNT_MAX}. */
  async countFound(campaignId: string, status: RecipientStatus | null, search: string): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM (
         (SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = ANY($2) AND ${MATCHES} LIKE $3 LIMIT ${SEARCH_COUNT_MAX})
         UNION ALL
         (SELECT 1 FROM (${recipientsOf('audience_parts')}) AS recipient WHERE campaign_id = $1 AND 'pending' = ANY($2) AND ${MATCHES} LIKE $3 LIMIT ${SEARCH_COUNT_MAX})
         LIMIT ${SEARCH_COUNT_MAX}
       ) AS found`,
      [campaignId, status === null ? recipientStatus.options : [status], search],
    );
    return row?.count ?? 0;
  }

  /** Claims recipients that wait in the ledger: the rest of a part, and recipients that wait again. */
  private async claimFromLedger(
    tx: Transaction,
    campaignId: string,
    batchId: string,
    limit: number,
  ): Promise<Claimed[]> {
    const [rows] = await tx.manager.query<Updated<Claimed>>(
      `WITH picked AS (
         SELECT id, email_key, list FROM email_recipients WHERE campaign_id = $1 AND ${canTurn('claimed')} ORDER BY email_key LIMIT $3 FOR UPDATE SKIP LOCKED
       ), judged AS (
         SELECT picked.id, ${NO_TO('picked')} AS no FROM picked
       )
       UPDATE email_recipients SET status = CASE WHEN no IS NULL THEN 'sending' ELSE 'skipped' END, reason = no,
         batch_id = $2, claimed_at = now(), attempts = attempts + 1
       FROM judged WHERE email_recipients.id = judged.id
       RETURNING email_recipients.id, email, name, list, status`,
      [campaignId, batchId, limit],
    );
    return rows;
  }

  /** Takes a part of the audience, writes its ledger rows and claims the first ones. */
  private async claimFromAudience(
    tx: Transaction,
    campaignId: string,
    batchId: string,
    limit: number,
  ): Promise<Claimed[]> {
    return tx.manager.query<Claimed[]>(
      `WITH taken AS (
         DELETE FROM audience_parts WHERE (campaign_id, first_key) = (
           SELECT campaign_id, first_key FROM audience_parts WHERE campaign_id = $1 ORDER BY first_key LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING *
       ), judged AS (
         SELECT recipient.*, place <= $3 AS is_claimed, CASE WHEN place <= $3 THEN ${NO_TO('recipient')} END AS no FROM (${recipientsOf('taken')}) AS recipient
       ), added AS (
         INSERT INTO email_recipients (id, campaign_id, email, email_key, name, list, created_at, status, reason, batch_id, claimed_at, attempts)
         SELECT id, campaign_id, email, email_key, name, list, created_at,
           CASE WHEN NOT is_claimed THEN 'pending' WHEN no IS NULL THEN 'sending' ELSE 'skipped' END, no,
           CASE WHEN is_claimed THEN $2::uuid END, CASE WHEN is_claimed THEN now() END, is_claimed::int
         FROM judged
         RETURNING id, email, name, list, status
       ) SELECT * FROM added WHERE status <> 'pending'`,
      [campaignId, batchId, limit],
    );
  }
}
