import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ZoomEvent } from './zoom-event.entity.ts';

/** A meeting that waits for its update, with the events about it. */
export interface WaitingMeeting {
  readonly meetingUuid: string;
  readonly digests: string[];
}

@Injectable()
export class ZoomEventRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Stores an event unless it is stored already. Returns whether it was new. */
  async add(tx: Transaction, event: ZoomEvent): Promise<boolean> {
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(ZoomEvent)
      .values(event)
      .orIgnore()
      .returning('digest')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** The meetings of due events, longest waiting first, each once. */
  async waiting(now: Date, limit: number): Promise<WaitingMeeting[]> {
    return this.dataSource.query<WaitingMeeting[]>(
      `SELECT meeting_uuid AS "meetingUuid", array_agg(digest) AS digests
       FROM zoom_events WHERE processed_at IS NULL AND next_attempt_at <= $1
       GROUP BY meeting_uuid ORDER BY min(received_at) LIMIT $2`,
      [now, limit],
    );
  }

  async markProcessed(tx: Transaction, digests: readonly string[], at: Date): Promise<void> {
    await tx.manager.query('UPDATE zoom_events SET processed_at = $2 WHERE digest = ANY($1)', [digests, at]);
  }

  /** Deletes events that were processed before then. Zoom repeats a delivery within hours. */
  async forgetProcessed(tx: Transaction, before: Date): Promise<void> {
    await tx.manager.query('DELETE FROM zoom_events WHERE processed_at < $1', [before]);
  }

  /** Postpones events by a pause that doubles from one second to ten minutes. */
  async postpone(tx: Transaction, digests: readonly string[], now: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE zoom_events SET attempts = attempts + 1,
         next_attempt_at = $2::timestamptz + make_interval(secs => least(600, power(2, least(attempts, 20))))
       WHERE digest = ANY($1)`,
      [digests, now],
    );
  }
}
