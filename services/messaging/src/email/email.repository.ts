import { Injectable } from '@nestjs/common';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { EMAIL_TRANSITIONS, type EmailTurn, CONFIRMATION_LIMIT_SECONDS, statusesBefore } from './email.ts';
import { Email } from './email.entity.ts';

export type AddedEmail = Pick<
  Email,
  'dedupeKey' | 'to' | 'toName' | 'userId' | 'template' | 'data' | 'eraseWhenSettled' | 'createdAt'
>;

/** An email that the holder of its claim may post, once. */
export type ClaimedEmail = Pick<Email, 'id' | 'to' | 'toName' | 'template' | 'data' | 'attempts'>;

export interface UnconfirmedEmail {
  readonly id: string;
  readonly dedupeKey: string;
}

/** The provider's confirmation that it has an email: since when, and under which id. */
export interface EmailConfirmation {
  readonly emailId: string;
  readonly at: Date;
  readonly messageId: string | null;
}

/** Erases recipient and contents of an email that is to be erased once it is settled. */
const ERASE_WHEN_SETTLED = `"to" = CASE WHEN erase_when_settled THEN '' ELSE "to" END, to_name = CASE WHEN erase_when_settled THEN NULL ELSE to_name END,
  data = CASE WHEN erase_when_settled THEN '{}'::jsonb ELSE data END, user_id = CASE WHEN erase_when_settled THEN NULL ELSE user_id END`;

/** Emails to an account ($1), and emails without an account to a mailbox ($2), except the one of an occasion ($3). */
const OF_PERSON = `dedupe_key <> $3 AND (user_id = $1 OR user_id IS NULL AND (lower(btrim("to")) = $2 OR lower(btrim(data->>'email')) = $2))`;

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** `status = ANY(…)` of the statuses that a turn leads on from, according to the transition table. */
const movable = (turn: EmailTurn): string =>
  `status IN (${statusesBefore(turn)
    .map((status) => `'${status}'`)
    .join(', ')})`;

@Injectable()
export class EmailRepository {
  /** Adds an email unless its occasion has one. Returns whether it was added. */
  async add(tx: Transaction, message: AddedEmail): Promise<boolean> {
    const added = await tx.manager.query<unknown[]>(
      `INSERT INTO emails (dedupe_key, "to", to_name, template, data, created_at, user_id, erase_when_settled)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
      [
        message.dedupeKey,
        message.to,
        message.toName,
        message.template,
        JSON.stringify(message.data),
        message.createdAt,
        message.userId,
        message.eraseWhenSettled,
      ],
    );
    return added.length > 0;
  }

  /** Whether the occasion has an email. */
  async has(tx: Transaction, dedupeKey: string): Promise<boolean> {
    return tx.manager.existsBy(Email, { dedupeKey });
  }

  /**
   * The number of emails of an occasion (the first part of a key) to a mailbox since then. Locks the count, so that another
   * transaction with the same count waits until this one ends.
   */
  async countLockedSince(tx: Transaction, occasion: string, emailKey: string, since: Date): Promise<number> {
    await lockKey(tx, `emails:${occasion}:${emailKey}`);
    const [row] = await tx.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM emails WHERE lower(btrim("to")) = $2 AND split_part(dedupe_key, ':', 1) = $1 AND created_at > $3`,
      [occasion, emailKey, since],
    );
    return row.count;
  }

  /** Claims up to `limit` due emails, longest due first. The caller may post them after the commit. */
  async claim(tx: Transaction, limit: number): Promise<ClaimedEmail[]> {
    const [rows] = await tx.manager.query<Updated<ClaimedEmail>>(
      `UPDATE emails SET status = '${EMAIL_TRANSITIONS.pending.claimed}', claimed_at = now(), attempts = attempts + 1
       WHERE id IN (
         SELECT id FROM emails WHERE ${movable('claimed')} AND next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
       )
       RETURNING id, "to", to_name AS "toName", template, data, attempts`,
      [limit],
    );
    return rows;
  }

  /** The provider accepted the email. */
  async accepted(tx: Transaction, { id, attempts }: ClaimedEmail, messageId: string | null, at: Date): Promise<void> {
    // Also for an email whose event came before the answer, because of the message id.
    await tx.manager.query(
      `UPDATE emails SET status = 'sent', sent_at = COALESCE(sent_at, $3), last_error = NULL, ${ERASE_WHEN_SETTLED},
         provider_message_id = COALESCE($4, provider_message_id)
       WHERE id = $1 AND attempts = $2 AND (status = 'sent' OR ${movable('accepted')})`,
      [id, attempts, at, messageId],
    );
  }

  /** The provider refused the email for good. */
  async rejected(tx: Transaction, { id, attempts }: ClaimedEmail, reason: string): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET status = 'failed', last_error = $3, ${ERASE_WHEN_SETTLED} WHERE id = $1 AND attempts = $2 AND ${movable('rejected')}`,
      [id, attempts, reason],
    );
  }

  /** The provider does not have the email; it is due again after the pause, unless it was erased meanwhile. */
  async postponed(tx: Transaction, { id, attempts }: ClaimedEmail, reason: string, pauseMs: number): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET status = CASE WHEN "to" = '' THEN '${EMAIL_TRANSITIONS.pending.erased}' ELSE 'pending' END, last_error = $3, next_attempt_at = now() + $4 * interval '1 millisecond'
       WHERE id = $1 AND attempts = $2 AND ${movable('postponed')}`,
      [id, attempts, reason, pauseMs],
    );
  }

  /** The result is unknown. The email stays as it is, with the reason for the operator. */
  async unanswered(tx: Transaction, { id, attempts }: ClaimedEmail, reason: string): Promise<void> {
    await tx.manager.query(`UPDATE emails SET last_error = $3 WHERE id = $1 AND attempts = $2 AND status = 'sending'`, [
      id,
      attempts,
      reason,
    ]);
  }

  /** Delays all due emails until the pause is over. */
  async holdAll(tx: Transaction, pauseMs: number): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET next_attempt_at = now() + $1 * interval '1 millisecond'
       WHERE id IN (
         SELECT id FROM emails WHERE status = 'pending' AND next_attempt_at < now() + $1 * interval '1 millisecond' FOR UPDATE SKIP LOCKED
       )`,
      [pauseMs],
    );
  }

  /** The provider has these emails. Idempotent. */
  async confirmed(tx: Transaction, confirmations: readonly EmailConfirmation[]): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET status = 'sent', sent_at = confirmation.at, last_error = NULL, ${ERASE_WHEN_SETTLED},
         provider_message_id = COALESCE(provider_message_id, confirmation.message_id)
       FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS confirmation (email_id, at, message_id)
       -- In the order of their ids, so that two webhook posts cause no deadlock.
       WHERE emails.id = confirmation.email_id AND emails.id IN (
         SELECT id FROM emails WHERE id = ANY($1) AND ${movable('confirmed')} ORDER BY id FOR UPDATE
       )`,
      [
        confirmations.map((confirmation) => confirmation.emailId),
        confirmations.map((confirmation) => confirmation.at),
        confirmations.map((confirmation) => confirmation.messageId),
      ],
    );
  }

  /** Makes emails uncertain that were claimed long ago without an answer or a confirmation. Returns them; each is reported once. */
  async setUnconfirmedApart(tx: Transaction): Promise<UnconfirmedEmail[]> {
    const [rows] = await tx.manager.query<Updated<UnconfirmedEmail>>(
      `UPDATE emails SET status = '${EMAIL_TRANSITIONS.sending.unconfirmed}', last_error = COALESCE(last_error, 'The server stopped before the email provider answered'), ${ERASE_WHEN_SETTLED}
       WHERE id IN (
         SELECT id FROM emails WHERE ${movable('unconfirmed')} AND claimed_at < now() - $1 * interval '1 second' ORDER BY id FOR UPDATE
       )
       RETURNING id, dedupe_key AS "dedupeKey"`,
      [CONFIRMATION_LIMIT_SECONDS],
    );
    return rows;
  }

  /**
   * Erases emails to or about a person: those of their account, and, if `emailKey` is not null, those of their address without an
   * account. Only the row without contents remains; an email that is being posted is emptied once it is settled. Returns their ids.
   */
  async erase(tx: Transaction, userId: string, emailKey: string | null, kept: string): Promise<string[]> {
    return this.end(tx, OF_PERSON, [userId, emailKey, kept]);
  }

  /** Locks the emails to or about a person, except the one of the occasion `kept`. Taken before any lock of the provider's events. */
  async lockOf(tx: Transaction, userId: string, emailKey: string | null, kept: string): Promise<void> {
    await this.lock(tx, OF_PERSON, [userId, emailKey, kept]);
  }

  /**
   * Redirects an account's waiting emails from its former address to its new one. Emails about the address itself stay: they concern
   * the mailbox, and their links no longer work.
   */
  async redirect(tx: Transaction, userId: string, oldKey: string, email: string): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET "to" = $3, data = CASE WHEN lower(btrim(data->>'email')) = $2 THEN jsonb_set(data, '{email}', to_jsonb($3::text)) ELSE data END
       WHERE user_id = $1 AND status = 'pending' AND lower(btrim("to")) = $2 AND template NOT LIKE 'account-%'`,
      [userId, oldKey, email],
    );
  }

  /** Assigns a mailbox's emails without an account to the account that had verified the mailbox and moves away. Idempotent. */
  async keepForAccount(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    await tx.manager.query(
      `UPDATE emails SET user_id = $1 WHERE user_id IS NULL AND (lower(btrim("to")) = $2 OR lower(btrim(data->>'email')) = $2)`,
      [userId, emailKey],
    );
  }

  /** Like {@link erase}, for emails about registrations: the second part of an occasion's key is the registration. */
  async eraseOfRegistrations(tx: Transaction, registrationIds: readonly string[]): Promise<string[]> {
    return this.end(tx, `split_part(dedupe_key, ':', 2) = ANY($1::text[])`, [registrationIds]);
  }

  /** Locks in the order of the ids, so that two transactions cause no deadlock. */
  private async lock(tx: Transaction, condition: string, parameters: readonly unknown[]): Promise<void> {
    await tx.manager.query(`SELECT 1 FROM emails WHERE ${condition} ORDER BY id FOR UPDATE`, [...parameters]);
  }

  private async end(tx: Transaction, condition: string, parameters: readonly unknown[]): Promise<string[]> {
    await this.lock(tx, condition, parameters);
    const [posting] = await tx.manager.query<Updated<{ id: string }>>(
      `UPDATE emails SET erase_when_settled = true WHERE status = 'sending' AND ${condition} RETURNING id`,
      [...parameters],
    );
    const [others] = await tx.manager.query<Updated<{ id: string }>>(
      `UPDATE emails SET "to" = '', to_name = NULL, user_id = NULL, data = '{}', last_error = NULL,
         status = CASE WHEN ${movable('erased')} THEN '${EMAIL_TRANSITIONS.pending.erased}' ELSE status END
       WHERE status <> 'sending' AND ${condition} RETURNING id`,
      [...parameters],
    );
    return [...posting, ...others].map(({ id }) => id);
  }
}
