import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { StripeEvent } from './stripe-event.entity.ts';

/** A subject to be processed: a customer, a checkout session or a charge, with the events that named it. */
export interface WaitingSubject {
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly chargeId: string | null;
  readonly eventIds: string[];
}

@Injectable()
export class StripeEventRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Keeps an event unless it is there already. Returns whether it was new. */
  async add(tx: Transaction, event: StripeEvent): Promise<boolean> {
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(StripeEvent)
      .values(event)
      .orIgnore()
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** The subjects of due events, longest waiting first, each once however many events there are. */
  async waiting(now: Date, limit: number): Promise<WaitingSubject[]> {
    return this.dataSource.query<WaitingSubject[]>(
      `SELECT customer_id AS "customerId", session_id AS "sessionId", charge_id AS "chargeId", array_agg(id) AS "eventIds"
       FROM stripe_events WHERE processed_at IS NULL AND next_attempt_at <= $1
       GROUP BY customer_id, session_id, charge_id ORDER BY min(received_at) LIMIT $2`,
      [now, limit],
    );
  }

  /** Whether any of these events is still unprocessed: a concurrent run may have processed them. */
  async isAnyWaiting(eventIds: readonly string[]): Promise<boolean> {
    const [row] = await this.dataSource.query<{ waits: boolean }[]>(
      'SELECT EXISTS (SELECT 1 FROM stripe_events WHERE id = ANY($1) AND processed_at IS NULL) AS waits',
      [eventIds],
    );
    return row?.waits === true;
  }

  async markProcessed(tx: Transaction, eventIds: readonly string[], at: Date): Promise<void> {
    await tx.manager.query('UPDATE stripe_events SET processed_at = $2 WHERE id = ANY($1)', [eventIds, at]);
  }

  /** Removes up to `limit` processed events that were received before an instant. Returns how many there were. */
  async forget(tx: Transaction, before: Date, limit: number): Promise<number> {
    const [, count] = await tx.manager.query<[unknown, number]>(
      `DELETE FROM stripe_events WHERE id IN (
         SELECT id FROM stripe_events WHERE received_at < $1 AND processed_at IS NOT NULL ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before, limit],
    );
    return count;
  }

  /** Postpones events by a pause that doubles from one second to ten minutes. */
  async postpone(tx: Transaction, eventIds: readonly string[], now: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE stripe_events SET attempts = attempts + 1,
         next_attempt_at = $2::timestamptz + make_interval(secs => least(600, power(2, least(attempts, 20))))
       WHERE id = ANY($1)`,
      [eventIds, now],
    );
  }
}
