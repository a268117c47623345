import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { type RecipientStatus, recipientStatus } from '@lectern/contracts/messaging/campaign-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { countUpToLimit } from '@lectern/service-kit/paging/list-page';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { EmailRecipient } from './email-recipient.entity.ts';
import { canTurn, MAX_ATTEMPTS } from './recipient.ts';

/** A letter that the holder of its claim may post, once. */
export type ClaimedRecipient = Pick<EmailRecipient, 'id' | 'email' | 'name' | 'list'>;

export interface RecipientFilter {
  readonly status: RecipientStatus | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

/** What the provider's events tell of a recipient's letter. */
export interface RecipientProof {
  readonly recipientId: string;
  readonly turn: 'proven' | 'delivered' | 'bounced';
  /** When the provider had it. */
  readonly at: Date;
  readonly reason: string | null;
}

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** How long a posted letter may go without an answer or an event of the provider before people are told. */
const PROOF_LIMIT_SECONDS = 600;
export const CANCELLED = 'The campaign was cancelled';
/** Whether what a `proof` tells leads a recipient on. */
const LEADS_ON = `CASE proof.turn WHEN 'proven' THEN ${canTurn('proven')} WHEN 'delivered' THEN ${canTurn('delivered')} ELSE ${canTurn('bounced')} END`;
const LEFT_OUT_SINCE = `CASE reason WHEN 'unsubscribed' THEN 'Unsubscribed before its turn' WHEN 'bounced' THEN 'Bounced before its turn' ELSE 'Complained before its turn' END`;

/**
 * Changes those of the ids `$2` that the claim `$1` holds and for which the condition is true. They are locked first, in the order of
 * their ids, so that lanes, events and each other never wait in a ring; apart, because Postgres would lock them anew for each row.
 */
const change = (set: string, condition: string): string =>
  `WITH held AS MATERIALIZED (SELECT id FROM email_recipients WHERE id = ANY($2) AND batch_id = $1 AND ${condition} ORDER BY id FOR UPDATE)
   UPDATE email_recipients SET ${set} FROM held WHERE email_recipients.id = held.id`;

/** The ledger: every move of a recipient is made here, and is one of `recipient.ts`. */
@Injectable()
export class RecipientRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Takes up to `limit` recipients that wait, by address. Who said no to list mail since the audience was fixed is left out with the
   * reason. Answers who is to be posted to, and how many were taken at all. Callers hold the campaign against pausing.
   */
  async claim(tx: Transaction, campaignId: string, batchId: string, limit: number): Promise<{ recipients: ClaimedRecipient[]; taken: number }> {
    const [rows] = await tx.manager.query<Updated<ClaimedRecipient & { status: RecipientStatus }>>(
      `WITH picked AS (
         SELECT id, email_key, list FROM email_recipients WHERE campaign_id = $1 AND ${canTurn('claimed')} ORDER BY email_key LIMIT $3 FOR UPDATE SKIP LOCKED
       ), judged AS (
         SELECT picked.id, COALESCE(
           (SELECT ${LEFT_OUT_SINCE} FROM suppressed_addresses WHERE suppressed_addresses.email_key = picked.email_key ORDER BY reason LIMIT 1),
           (SELECT 'Left this list before its turn' FROM list_opt_outs WHERE list_opt_outs.email_key = picked.email_key AND list_opt_outs.list = picked.list)
         ) AS no FROM picked
       )
       UPDATE email_recipients SET status = CASE WHEN no IS NULL THEN 'sending' ELSE 'skipped' END, reason = no,
         batch_id = $2, claimed_at = now(), attempts = attempts + 1
       FROM judged WHERE email_recipients.id = judged.id
       RETURNING email_recipients.id, email, name, list, status`,
      [campaignId, batchId, limit],
    );
    return { recipients: rows.filter(({ status }) => status === 'sending'), taken: rows.length };
  }

  /** The provider took these letters. */
  async accepted(tx: Transaction, batchId: string, ids: readonly string[], at: Date): Promise<void> {
    await tx.manager.query(
      change(`status = 'sent', sent_at = COALESCE(sent_at, $3), reason = NULL`, canTurn('accepted')),
      [batchId, ids, at],
    );
  }

  /** The provider will never take these. */
  async rejected(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(
      change(`status = 'failed', reason = CASE WHEN email = '' THEN NULL ELSE $3 END`, canTurn('rejected')),
      [batchId, ids, reason],
    );
  }

  /**
   * The provider does not have these; they wait again. Not of a campaign that was cancelled meanwhile, nor for who deleted their account,
   * nor after very many tries. Callers hold the campaign.
   */
  async postponed(tx: Transaction, batchId: string, ids: readonly string[], reason: string, campaign: Pick<EmailCampaign, 'status'>): Promise<void> {
    await tx.manager.query(
      change(
        `status = CASE WHEN $4::boolean OR email = '' THEN 'skipped' WHEN attempts >= ${MAX_ATTEMPTS} THEN 'failed' ELSE 'pending' END,
         reason = CASE WHEN email = '' THEN NULL WHEN $4::boolean THEN '${CANCELLED}' ELSE $3 END`,
        canTurn('postponed'),
      ),
      [batchId, ids, reason, campaign.status === 'cancelled'],
    );
  }

  /** Nobody knows. They stay as they are, with the reason for whoever looks. */
  async unanswered(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(
      change(`reason = CASE WHEN email = '' THEN NULL ELSE $3 END`, `status = 'sending'`),
      [batchId, ids, reason],
    );
  }

  /** Sets apart what was posted long ago without an answer or a proof, and says of which campaigns how many. Each is said once. */
  async setUnprovenApart(tx: Transaction): Promise<{ campaignId: string; count: number }[]> {
    return tx.manager.query<{ campaignId: string; count: number }[]>(
      `WITH apart AS (
         UPDATE email_recipients SET status = 'uncertain', reason = COALESCE(reason, 'The worker that posted it did not come back')
         WHERE id IN (
           SELECT id FROM email_recipients WHERE ${canTurn('unproven')} AND claimed_at < now() - $1 * interval '1 second' ORDER BY id FOR UPDATE SKIP LOCKED
         )
         RETURNING campaign_id
       ) SELECT campaign_id AS "campaignId", count(*)::int AS count FROM apart GROUP BY campaign_id`,
      [PROOF_LIMIT_SECONDS],
    );
  }

  /** Leaves out whoever has no letter yet. Callers hold the campaign. */
  async cancel(tx: Transaction, campaignId: string): Promise<void> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    await tx.manager.query(`UPDATE email_recipients SET status = 'skipped', reason = '${CANCELLED}' WHERE campaign_id = $1 AND ${canTurn('left out')}`, [campaignId]);
  }

  /** Lets those wait again whose letter failed, and where asked for those of whom nobody knows. Answers how many. Callers hold the campaign. */
  async retry(tx: Transaction, campaignId: string, uncertainToo: boolean): Promise<number> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    const [, count] = await tx.manager.query<Updated<unknown>>(
      `UPDATE email_recipients SET status = 'pending', reason = NULL, attempts = 0
       WHERE campaign_id = $1 AND ${canTurn('retried')} AND (status <> 'uncertain' OR $2::boolean) AND email <> ''`,
      [campaignId, uncertainToo],
    );
    return count;
  }

  /** Whether anybody waits for a letter, or for news of it. */
  async hasOpen(tx: Transaction, campaignId: string): Promise<boolean> {
    const [row] = await tx.manager.query<{ open: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = 'pending')
         OR EXISTS (SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = 'sending') AS open`,
      [campaignId],
    );
    return row?.open === true;
  }

  /** What the provider's events prove, one proof for each recipient at most. Idempotent, in any order. */
  async prove(tx: Transaction, proofs: readonly RecipientProof[]): Promise<void> {
    const ids = proofs.map(({ recipientId }) => recipientId);
    // What tells nothing new is left alone: the states that a turn does not lead on from only ever lead to others of them.
    const news = await tx.manager.query<unknown[]>(
      `SELECT 1 FROM email_recipients JOIN unnest($1::uuid[], $2::text[]) AS proof (recipient_id, turn) ON email_recipients.id = proof.recipient_id
       WHERE email_recipients.id = ANY($1) AND ${LEADS_ON} ORDER BY email_recipients.id FOR UPDATE OF email_recipients`,
      [ids, proofs.map(({ turn }) => turn)],
    );
    if (news.length === 0) return;
    await tx.manager.query(
      `UPDATE email_recipients SET
         status = CASE proof.turn WHEN 'proven' THEN 'sent' ELSE proof.turn END,
         sent_at = COALESCE(sent_at, proof.at),
         reason = CASE WHEN proof.turn = 'bounced' AND email <> '' THEN proof.reason END
       FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[]) AS proof (recipient_id, turn, at, reason)
       -- The ids once more: without them all recipients there are would be read for each post.
       WHERE email_recipients.id = ANY($1) AND email_recipients.id = proof.recipient_id AND ${LEADS_ON}`,
      [ids, proofs.map(({ turn }) => turn), proofs.map(({ at }) => at), proofs.map(({ reason }) => reason)],
    );
  }

  /** A page of the ledger by address, from after `after`, with one row more where there are more. */
  async page(campaignId: string, filter: RecipientFilter, after: string, limit: number): Promise<EmailRecipient[]> {
    // The index goes by state first: the first ones of each hold the first ones of all.
    const ofState = this.matching(campaignId, { status: null, search: filter.search })
      .select('recipient.id', 'id')
      .addSelect('recipient.emailKey', 'email_key')
      .andWhere('recipient.status = state.name')
      .andWhere('recipient.emailKey > :after', { after })
      .orderBy('recipient.emailKey')
      .limit(limit + 1);
    return this.dataSource
      .getRepository(EmailRecipient)
      .createQueryBuilder('recipient')
      .where(
        `recipient.id = ANY(ARRAY(SELECT first.id FROM unnest(:states::text[]) AS state (name) CROSS JOIN LATERAL (${ofState.getQuery()}) AS first ORDER BY first.email_key LIMIT ${limit + 1}))`,
        { ...ofState.getParameters(), states: filter.status === null ? recipientStatus.options : [filter.status] },
      )
      .orderBy('recipient.emailKey')
      .getMany();
  }

  async countMatching(campaignId: string, filter: RecipientFilter): Promise<number> {
    return countUpToLimit(this.matching(campaignId, filter));
  }

  private matching(campaignId: string, { status, search }: RecipientFilter): SelectQueryBuilder<EmailRecipient> {
    const rows = this.dataSource.getRepository(EmailRecipient).createQueryBuilder('recipient').where('recipient.campaignId = :campaignId', { campaignId });
    if (status !== null) rows.andWhere('recipient.status = :status', { status });
    if (search !== null) {
      rows.andWhere(`lower(' ' || COALESCE(recipient.name, '') || ' ' || recipient.email) LIKE :search`, { search });
    }
    return rows;
  }
}
