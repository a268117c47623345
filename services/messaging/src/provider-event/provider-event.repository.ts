import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ProviderEvent } from './provider-event.entity.ts';

export type ReceivedEvent = Omit<ProviderEvent, 'receivedAt'>;

@Injectable()
export class ProviderEventRepository {
  /** Removes the address from these events where their emails are, or will be, empty. Idempotent. */
  async eraseOfErased(tx: Transaction, eventIds: readonly string[]): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}' FROM email_recipients
       WHERE sg_event_id = ANY($1::text[]) AND email_recipients.id = provider_events.recipient_id
         AND (email_recipients.email = '' OR email_recipients.erase_when_settled)`,
      [eventIds],
    );
  }

  /** Removes a person from the events of their erased emails, and of their address if it is not null. */
  async eraseOf(tx: Transaction, recipientIds: readonly string[], emailKey: string | null): Promise<void> {
    await tx.manager.query(
      `UPDATE provider_events SET email = NULL, payload = '{}'
       WHERE recipient_id = ANY($1::uuid[]) OR lower(btrim(email)) = $2
         AND NOT EXISTS (SELECT 1 FROM email_recipients WHERE email_recipients.id = recipient_id AND user_id IS NOT NULL)`,
      [recipientIds, emailKey],
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
    // One JSON text: eight arrays would quote each element twice.
    const rows = sorted.map(({ sgEventId, recipientId, sgMessageId, occurredAt, ...event }) => ({
      ...event,
      sg_event_id: sgEventId,
      recipient_id: recipientId,
      sg_message_id: sgMessageId,
      occurred_at: occurredAt,
    }));
    const added = await tx.manager.query<{ id: string }[]>(
      `INSERT INTO provider_events (sg_event_id, event, recipient_id, email, sg_message_id, occurred_at, payload)
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS given(sg_event_id text, event text, recipient_id uuid, email text, sg_message_id text, occurred_at timestamptz, payload jsonb)
       ON CONFLICT (sg_event_id) DO NOTHING RETURNING sg_event_id AS id`,
      [JSON.stringify(rows)],
    );
    return new Set(added.map(({ id }) => id));
  }
}
