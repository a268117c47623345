import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { canTurn, change, CONFIRMATION_LIMIT_SECONDS } from './delivery.ts';
import type { EmailRecipient } from './email-recipient.entity.ts';

/** An email that the holder of the claim may post, once. */
export type ClaimedEmail = Pick<EmailRecipient, 'id' | 'email' | 'name' | 'attempts'>;
/** A transactional email. */
export type DueEmail = ClaimedEmail & { readonly template: string; readonly data: unknown };
/** An email of a campaign. */
export type CampaignEmail = ClaimedEmail & { readonly list: NonNullable<EmailRecipient['list']> };

/** The report of the provider's events on an email. */
export interface Confirmation {
  readonly recipientId: string;
  readonly turn: 'confirmed' | 'delivered' | 'bounced';
  /** The time when the provider had it. */
  readonly at: Date;
  readonly reason: string | null;
  readonly messageId: string | null;
}

/** An opening of an email, or a click in one. */
export interface EmailReading {
  readonly recipientId: string;
  readonly kind: 'opened' | 'machine opened' | 'clicked';
  readonly at: Date;
  /** The target of the followed link; empty where none is known. */
  readonly url: string;
}

/** How long postponed emails wait, and whether their campaign was cancelled meanwhile. */
export interface Postponement {
  readonly pauseMs: number;
  readonly isCancelled?: boolean;
}

/** Emails whose result stays unknown: one of an occasion, or so many of a campaign. */
export interface UnconfirmedEmails {
  readonly campaignId: string | null;
  readonly recipientId: string | null;
  readonly dedupeKey: string | null;
  readonly count: number;
}

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

export const CANCELLED = 'The campaign was cancelled';
const LEFT_OUT_SINCE = `CASE reason WHEN 'unsubscribed' THEN 'Unsubscribed before its turn' WHEN 'bounced' THEN 'Bounced before its turn' ELSE 'Marked an email as spam before its turn' END`;
/** Why a `picked` recipient of a campaign gets no email by now; null where there is no reason, and for transactional emails. */
const NO_TO = `CASE WHEN list IS NOT NULL THEN COALESCE(
  (SELECT ${LEFT_OUT_SINCE} FROM suppressed_addresses WHERE suppressed_addresses.email_key = picked.email_key ORDER BY reason LIMIT 1),
  (SELECT 'Unsubscribed from this list before its turn' FROM list_opt_outs WHERE list_opt_outs.email_key = picked.email_key AND list_opt_outs.list = picked.list)
) END`;

/** The emails of the ids $2 that the claim $1 holds. */
const CLAIMED = 'id = ANY($2) AND batch_id = $1';
/** The reason $3, unless the recipient was erased meanwhile: providers' reasons may name the address. */
const REASON = `CASE WHEN email <> '' THEN $3 END`;
/** Whether a `confirmation` leads to another status of the email. */
const LEADS_ON = `CASE confirmation.turn WHEN 'confirmed' THEN ${canTurn('confirmed')} WHEN 'delivered' THEN ${canTurn('delivered')} ELSE ${canTurn('bounced')} END`;

/** An erased email. Its occasion, status and times stay. */
const ERASED = {
  email: `''`,
  email_key: `'erased:' || email_recipients.id`,
  name: 'NULL',
  user_id: 'NULL',
  data: 'NULL',
};
const ERASE = Object.entries(ERASED)
  .map(([column, value]) => `${column} = ${value}`)
  .join(', ');
const ERASE_WHEN_SETTLED = Object.entries(ERASED)
  .map(([column, value]) => `${column} = CASE WHEN erase_when_settled THEN ${value} ELSE ${column} END`)
  .join(', ');

/**
 * The emails of a person: those of the account ($1), and those to or about its address ($2) without an account, except the one of an
 * occasion ($3).
 */
const OF_PERSON = `dedupe_key IS DISTINCT FROM $3 AND (user_id = $1 OR user_id IS NULL AND (email_key = $2 OR lower(btrim(data->>'email')) = $2))`;

/** The ledger of all emails: makes the transitions of `delivery.ts`. */
@Injectable()
export class EmailRecipientRepository {
  /** Claims up to `limit` due transactional emails, longest due first. The caller may post them after the commit. */
  async claimDue(tx: Transaction, batchId: string, limit: number): Promise<DueEmail[]> {
    const due = 'campaign_id IS NULL AND next_attempt_at <= now() ORDER BY next_attempt_at';
    return (await this.claim<DueEmail>(tx, due, [batchId, limit])).emails;
  }

  /**
   * Claims up to `limit` waiting emails of a campaign. A recipient who has refused list mail since the audience was fixed is skipped
   * with the reason. Returns the emails to post, and the number of all that were claimed or skipped. Callers lock the campaign
   * against pausing.
   */
  async claimOfCampaign(
    tx: Transaction,
    campaignId: string,
    batchId: string,
    limit: number,
  ): Promise<{ emails: CampaignEmail[]; taken: number }> {
    return this.claim(tx, 'campaign_id = $3 ORDER BY email_key', [batchId, limit, campaignId]);
  }

  /** The provider accepted these emails. */
  async accepted(
    tx: Transaction,
    batchId: string,
    ids: readonly string[],
    messageId: string | null,
    at: Date,
  ): Promise<void> {
    await tx.manager.query(
      change(
        `status = 'sent', sent_at = COALESCE(sent_at, $4), reason = NULL, provider_message_id = COALESCE($3, provider_message_id), ${ERASE_WHEN_SETTLED}`,
        `${CLAIMED} AND ${canTurn('accepted')}`,
      ),
      [batchId, ids, messageId, at],
    );
  }

  /** The provider refused these emails for good. */
  async rejected(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(
      change(`status = 'failed', reason = ${REASON}, ${ERASE_WHEN_SETTLED}`, `${CLAIMED} AND ${canTurn('rejected')}`),
      [batchId, ids, reason],
    );
  }

  /**
   * The provider does not have these emails, so they wait again, and are due after the pause; except in a cancelled campaign, and where
   * they were erased meanwhile. Callers lock the campaign.
   */
  async postponed(
    tx: Transaction,
    batchId: string,
    ids: readonly string[],
    reason: string,
    { pauseMs, isCancelled = false }: Postponement,
  ): Promise<void> {
    await tx.manager.query(
      change(
        `status = CASE WHEN email = '' OR $4::boolean THEN 'skipped' ELSE 'pending' END, reason = ${REASON}, next_attempt_at = now() + $5 * interval '1 millisecond'`,
        `${CLAIMED} AND ${canTurn('postponed')}`,
      ),
      [batchId, ids, isCancelled ? CANCELLED : reason, isCancelled, pauseMs],
    );
  }

  /** The result is unknown. The emails stay as they are, with the reason for the administrator. */
  async unanswered(tx: Transaction, batchId: string, ids: readonly string[], reason: string): Promise<void> {
    await tx.manager.query(change(`reason = ${REASON}`, `${CLAIMED} AND status = 'sending'`), [batchId, ids, reason]);
  }

  /** Delays all waiting transactional emails until the pause is over. */
  async holdDue(tx: Transaction, pauseMs: number): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET next_attempt_at = now() + $1 * interval '1 millisecond'
       WHERE id IN (
         SELECT id FROM email_recipients WHERE status = 'pending' AND campaign_id IS NULL AND next_attempt_at < now() + $1 * interval '1 millisecond' FOR UPDATE SKIP LOCKED
       )`,
      [pauseMs],
    );
  }

  /** Makes emails uncertain that were claimed long ago without an answer or a confirmation. Returns them; each is reported once. */
  async setUnconfirmedApart(tx: Transaction): Promise<UnconfirmedEmails[]> {
    return tx.manager.query<UnconfirmedEmails[]>(
      `WITH apart AS (
         ${change(
           `status = 'uncertain', reason = COALESCE(reason, 'The server stopped before the email provider answered'), ${ERASE_WHEN_SETTLED}`,
           `${canTurn('unconfirmed')} AND claimed_at < now() - $1 * interval '1 second'`,
         )}
         RETURNING campaign_id, dedupe_key, CASE WHEN campaign_id IS NULL THEN email_recipients.id END AS recipient_id
       ) SELECT campaign_id AS "campaignId", recipient_id AS "recipientId", dedupe_key AS "dedupeKey", count(*)::int AS count FROM apart GROUP BY 1, 2, 3`,
      [CONFIRMATION_LIMIT_SECONDS],
    );
  }

  /** Applies the provider's confirmations, at most one for each email. Idempotent, in any order. */
  async confirm(tx: Transaction, confirmations: readonly Confirmation[]): Promise<void> {
    const ids = confirmations.map(({ recipientId }) => recipientId);
    // Skips confirmations without news: a status that a turn does not lead on from only ever leads to others of that kind.
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
         reason = CASE WHEN confirmation.turn = 'bounced' AND email <> '' AND NOT erase_when_settled THEN confirmation.reason END,
         provider_message_id = COALESCE(provider_message_id, confirmation.message_id), ${ERASE_WHEN_SETTLED}
       FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[]) AS confirmation (recipient_id, turn, at, reason, message_id)
       -- Repeats the ids: without them each post would read all recipients.
       WHERE email_recipients.id = ANY($1) AND email_recipients.id = confirmation.recipient_id AND ${LEADS_ON}`,
      [
        ids,
        confirmations.map(({ turn }) => turn),
        confirmations.map(({ at }) => at),
        confirmations.map(({ reason }) => reason),
        confirmations.map(({ messageId }) => messageId),
      ],
    );
  }

  /**
   * Records openings and clicks, each counted once: the first time stays. A recipient who follows a link has read the email, so it
   * counts as opened too. Idempotent; unknown recipients are ignored. Callers lock the recipients of several readings.
   */
  async noteReadings(tx: Transaction, readings: readonly EmailReading[]): Promise<void> {
    const published = [
      readings.map(({ recipientId }) => recipientId),
      readings.map(({ kind }) => kind),
      readings.map(({ at }) => at),
    ];
    await tx.manager.query(
      `UPDATE email_recipients SET opened_at = COALESCE(opened_at, given.opened), machine_opened_at = COALESCE(machine_opened_at, given.machine), clicked_at = COALESCE(clicked_at, given.clicked)
       FROM (
         SELECT recipient_id, min(at) FILTER (WHERE kind <> 'machine opened') AS opened, min(at) FILTER (WHERE kind = 'machine opened') AS machine,
           min(at) FILTER (WHERE kind = 'clicked') AS clicked
         FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS reading (recipient_id, kind, at) GROUP BY recipient_id
       ) AS given
       WHERE email_recipients.id = ANY($1) AND email_recipients.id = given.recipient_id
         AND (opened_at IS NULL AND given.opened IS NOT NULL OR machine_opened_at IS NULL AND given.machine IS NOT NULL OR clicked_at IS NULL AND given.clicked IS NOT NULL)`,
      published,
    );
    const clicks = readings.filter(({ kind, url }) => kind === 'clicked' && url !== '');
    if (clicks.length === 0) return;
    await tx.manager.query(
      `INSERT INTO link_clicks (recipient_id, link_index, campaign_id, at)
       SELECT DISTINCT ON (email_recipients.id, link.number) email_recipients.id, link.number - 1, campaign_id, click.at
       FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS click (recipient_id, url, at)
         JOIN email_recipients ON email_recipients.id = click.recipient_id JOIN email_campaigns ON email_campaigns.id = campaign_id
         CROSS JOIN LATERAL jsonb_array_elements_text(prepared->'links') WITH ORDINALITY AS link (url, number)
       WHERE email_recipients.id = ANY($1) AND link.url = click.url ORDER BY email_recipients.id, link.number, click.at
       ON CONFLICT DO NOTHING`,
      [clicks.map(({ recipientId }) => recipientId), clicks.map(({ url }) => url), clicks.map(({ at }) => at)],
    );
  }

  /** The target of a link of a recipient's email, by its index in the prepared email; null where there is none. */
  async linkOf(tx: Transaction, recipientId: string, linkIndex: number): Promise<string | null> {
    const [found] = await tx.manager.query<{ url: string | null }[]>(
      `SELECT prepared->'links'->>$2::int AS url FROM email_campaigns WHERE id = (SELECT campaign_id FROM email_recipients WHERE id = $1)`,
      [recipientId, linkIndex],
    );
    return found?.url ?? null;
  }

  /**
   * Erases emails to or about a person: those of their account, and, if `emailKey` is not null, those of their address without an
   * account and those that asked it to confirm itself for another account, except the one of the occasion `kept`. Only rows without recipient and contents remain; one that waits is not sent, and of
   * one that is being posted the result is still stored. Returns their ids.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null, kept: string): Promise<string[]> {
    const isAsked = `template = 'account-email-change' AND email_key = $2`;
    return this.eraseWhere(tx, `(${OF_PERSON} OR ${isAsked})`, [userId, emailKey, kept]);
  }

  /** Like {@link erase}, for emails about registrations: the second part of an occasion's key is the registration. */
  async eraseOfRegistrations(tx: Transaction, registrationIds: readonly string[]): Promise<string[]> {
    return this.eraseWhere(tx, `split_part(dedupe_key, ':', 2) = ANY($1::text[])`, [registrationIds]);
  }

  /**
   * Lets the account that had verified a mailbox move away with its emails: those without an account become its own, and waiting ones
   * go to the new address. Emails about the address itself, and those of campaigns, stay with the mailbox: their links no longer work,
   * and their audience is fixed. Idempotent.
   */
  async move(
    tx: Transaction,
    userId: string,
    oldKey: string,
    next: { readonly email: string; readonly emailKey: string },
    kept: string,
  ): Promise<void> {
    await tx.manager.query(`SELECT 1 FROM email_recipients WHERE ${OF_PERSON} ORDER BY id FOR UPDATE`, [
      userId,
      oldKey,
      kept,
    ]);
    await tx.manager.query(
      `UPDATE email_recipients SET email = $3, email_key = $4, data = CASE WHEN lower(btrim(data->>'email')) = $2 THEN jsonb_set(data, '{email}', to_jsonb($3::text)) ELSE data END
       WHERE user_id = $1 AND status = 'pending' AND email_key = $2 AND template NOT LIKE 'account-%'`,
      [userId, oldKey, next.email, next.emailKey],
    );
    await tx.manager.query(
      `UPDATE email_recipients SET user_id = $1 WHERE user_id IS NULL AND (email_key = $2 OR lower(btrim(data->>'email')) = $2)`,
      [userId, oldKey],
    );
  }

  /**
   * Gives the emails of a mailbox without an account to another mailbox, and to its account. Waiting ones go there; those that were sent keep
   * the address that they were sent to. Emails about the address itself, and those of campaigns, are not sent elsewhere. Idempotent.
   */
  async merge(
    tx: Transaction,
    oldKey: string,
    next: { readonly email: string; readonly emailKey: string; readonly userId: string | null },
  ): Promise<void> {
    await tx.manager.query(`SELECT 1 FROM email_recipients WHERE ${OF_PERSON} ORDER BY id FOR UPDATE`, [
      null,
      oldKey,
      null,
    ]);
    // Nobody is in the ledger of a campaign twice.
    await this.eraseWhere(
      tx,
      `user_id IS NULL AND email_key = $1 AND campaign_id IN (SELECT campaign_id FROM email_recipients WHERE email_key = $2)`,
      [oldKey, next.emailKey],
    );
    await tx.manager.query(
      `UPDATE email_recipients SET email = $2 WHERE user_id IS NULL AND email_key = $1 AND status = 'pending' AND campaign_id IS NULL AND template NOT LIKE 'account-%'`,
      [oldKey, next.email],
    );
    // Also emails to staff about what the person wrote.
    await tx.manager.query(
      `UPDATE email_recipients SET user_id = $2, email_key = CASE WHEN email_key = $1 THEN $3 ELSE email_key END,
         data = CASE WHEN lower(btrim(data->>'email')) = $1 THEN jsonb_set(data, '{email}', to_jsonb($4::text)) ELSE data END
       WHERE user_id IS NULL AND (email_key = $1 OR lower(btrim(data->>'email')) = $1)
         AND NOT (status = 'pending' AND (campaign_id IS NOT NULL OR template LIKE 'account-%'))`,
      [oldKey, next.userId, next.emailKey, next.email],
    );
  }

  /** The mailboxes into which one was merged that got emails of ours: these keep the address that they went to. */
  async mergedInto(tx: Transaction, emailKey: string): Promise<string[]> {
    const rows = await tx.manager.query<{ email_key: string }[]>(
      `SELECT DISTINCT email_key FROM email_recipients WHERE lower(btrim(email)) = $1 AND lower(btrim(email)) <> email_key AND email <> '' ORDER BY email_key`,
      [emailKey],
    );
    return rows.map((row) => row.email_key);
  }

  /** `waiting` is SQL that chooses and orders waiting emails. */
  private async claim<E extends ClaimedEmail>(
    tx: Transaction,
    waiting: string,
    parameters: readonly unknown[],
  ): Promise<{ emails: E[]; taken: number }> {
    const [rows, taken] = await tx.manager.query<Updated<E & Pick<EmailRecipient, 'status'>>>(
      `WITH picked AS (
         SELECT id, email_key, list FROM email_recipients WHERE ${canTurn('claimed')} AND ${waiting} LIMIT $2 FOR UPDATE SKIP LOCKED
       ), judged AS (
         SELECT id, ${NO_TO} AS no FROM picked
       )
       UPDATE email_recipients SET status = CASE WHEN no IS NULL THEN 'sending' ELSE 'skipped' END, reason = no,
         batch_id = $1, claimed_at = now(), attempts = attempts + 1
       FROM judged WHERE email_recipients.id = judged.id
       RETURNING email_recipients.id, email, name, list, template, data, attempts, status`,
      [...parameters],
    );
    return { emails: rows.filter(({ status }) => status === 'sending'), taken };
  }

  private async eraseWhere(tx: Transaction, condition: string, parameters: readonly unknown[]): Promise<string[]> {
    const [rows] = await tx.manager.query<Updated<{ id: string }>>(
      `${change(
        `${ERASE}, reason = NULL, status = CASE WHEN ${canTurn('left out')} THEN 'skipped' ELSE status END`,
        condition,
      )} RETURNING email_recipients.id`,
      [...parameters],
    );
    return rows.map(({ id }) => id);
  }
}
