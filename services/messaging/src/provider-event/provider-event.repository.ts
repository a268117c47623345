import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ProviderEvent } from './provider-event.entity.ts';

export type ReceivedEvent = Omit<ProviderEvent, 'receivedAt'>;

/** Ids of the events of a person's emails: of the account's, and of those to its address without an account (SQL of both). */
export const eventsOf = (userId: string, emailKey: string): string =>
  `SELECT given.sg_event_id FROM emails JOIN provider_events given ON given.email_id = emails.id WHERE emails.user_id = ${userId}
   UNION ALL SELECT given.sg_event_id FROM email_recipients recipient
     JOIN provider_events given ON lower(btrim(given.email)) = recipient.email_key AND given.recipient_id = recipient.id WHERE recipient.user_id = ${userId}
   UNION ALL SELECT given.sg_event_id FROM provider_events given LEFT JOIN emails ON emails.id = given.email_id LEFT JOIN email_recipients recipient ON recipient.id = given.recipient_id
     WHERE lower(btrim(given.email)) = ${emailKey} AND emails.user_id IS NULL AND recipient.user_id IS NULL`;

@Injectable()
export class ProviderEventRepository {
  /** Removes the address from events of emails that are, or will be, empty. Idempotent. */
  async eraseOfErased(tx: Transaction, emailIds: readonly string[]): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' WHERE email_id = ANY($1::uuid[]) AND EXISTS (
         SELECT 1 FROM emails WHERE emails.id = email_id AND (emails."to" = '' OR emails.erase_when_settled)
       )`,
      [emailIds],
    );
  }

  /** Like {@link eraseOfErased}, for these events of campaigns. */
  async eraseOfErasedRecipients(tx: Transaction, eventIds: readonly string[]): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' FROM email_recipients
       WHERE sg_event_id = ANY($1::text[]) AND email_recipients.id = provider_events.recipient_id AND email_recipients.email = ''`,
      [eventIds],
    );
  }

  /** Removes a person from the events of their emails, and of their address if it is not null. */
  async eraseOf(tx: Transaction, userId: string, emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' WHERE sg_event_id IN (${eventsOf('$1::uuid', '$2')})`,
      [userId, emailKey],
    );
  }

  /** Removes IP address and browser of readers from up to `limit` stored events. Returns how many it changed. */
  async forgetReadersOrigins(tx: Transaction, limit: number): Promise<number> {
    const [, changed] = await tx.manager.query<[unknown[], number]>(
      `UPDATE provider_events SET payload = payload - 'ip' - 'useragent' WHERE sg_event_id IN (
         SELECT sg_event_id FROM provider_events WHERE payload ?| ARRAY['ip', 'useragent'] ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED
       )`,
      [limit],
    );
    return changed;
  }

  /** Stores the new ones of these events, and returns their ids. Idempotent. */
  async add(tx: Transaction, events: readonly ReceivedEvent[]): Promise<ReadonlySet<string>> {
    // The same order everywhere: two posts with the same new events wait for each other, but cause no deadlock.
    const sorted = [...events].sort((one, other) => (one.sgEventId < other.sgEventId ? -1 : 1));
    // One JSON text: nine arrays would quote each element twice.
    const rows = sorted.map(({ sgEventId, emailId, recipientId, sgMessageId, occurredAt, ...event }) => ({
      ...event,
      sg_event_id: sgEventId,
      email_id: emailId,
      recipient_id: recipientId,
      sg_message_id: sgMessageId,
      occurred_at: occurredAt,
    }));
    const added = await tx.manager.query<{ id: string }[]>(
      `INSERT INTO provider_events (sg_event_id, event, email_id, recipient_id, email, sg_message_id, occurred_at, payload)
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS given(sg_event_id text, event text, email_id uuid, recipient_id uuid, email text, sg_message_id text, occurred_at timestamptz, payload jsonb)
       ON CONFLICT (sg_event_id) DO NOTHING RETURNING sg_event_id AS id`,
      [JSON.stringify(rows)],
    );
    return new Set(added.map(({ id }) => id));
  }
}
