import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ProviderEvent } from './provider-event.entity.ts';

export type ReceivedEvent = Omit<ProviderEvent, 'receivedAt'>;

@Injectable()
export class ProviderEventRepository {
  /** Takes the address out of what was told of letters that are, or will be, empty. Idempotent. */
  async eraseOfErased(tx: Transaction, letterIds: readonly string[]): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' WHERE letter_id = ANY($1::uuid[]) AND EXISTS (
         SELECT 1 FROM letters WHERE letters.id = letter_id AND (letters."to" = '' OR letters.erase_when_settled)
       )`,
      [letterIds],
    );
  }

  /** As {@link eraseOfErased}, of these events of campaigns. */
  async eraseOfErasedRecipients(tx: Transaction, eventIds: readonly string[]): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' FROM email_recipients
       WHERE sg_event_id = ANY($1::text[]) AND email_recipients.id = provider_events.recipient_id AND email_recipients.email = ''`,
      [eventIds],
    );
  }

  /** Takes a person out of what was told of their address. */
  async eraseOf(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.query(`UPDATE provider_events SET email = NULL, payload = '{}' WHERE lower(btrim(email)) = $1`, [emailKey]);
  }

  /** Keeps those that are new, and answers which these are. Idempotent. */
  async add(tx: Transaction, events: readonly ReceivedEvent[]): Promise<ReadonlySet<string>> {
    // In one order everywhere: two posts with the same new events wait for each other, but never both.
    const sorted = [...events].sort((one, other) => (one.sgEventId < other.sgEventId ? -1 : 1));
    const added = await tx.manager.query<{ id: string }[]>(
      `INSERT INTO provider_events (sg_event_id, event, letter_id, recipient_id, email, sg_message_id, occurred_at, payload)
       SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::jsonb[])
       ON CONFLICT (sg_event_id) DO NOTHING RETURNING sg_event_id AS id`,
      [
        sorted.map((event) => event.sgEventId),
        sorted.map((event) => event.event),
        sorted.map((event) => event.letterId),
        sorted.map((event) => event.recipientId),
        sorted.map((event) => event.email),
        sorted.map((event) => event.sgMessageId),
        sorted.map((event) => event.occurredAt),
        sorted.map((event) => JSON.stringify(event.payload)),
      ],
    );
    return new Set(added.map(({ id }) => id));
  }
}
