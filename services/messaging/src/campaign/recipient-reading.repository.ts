import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** What recipients do with their letter, each counted once. */
@Injectable()
export class RecipientReadingRepository {
  /** A recipient opened the letter. The first time stays. Idempotent; of one that there is not (any more) it does nothing. */
  async markOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(`UPDATE email_recipients SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL`, [recipientId, at]);
  }

  /** A program fetched every picture ahead. Counted apart from people; otherwise as {@link markOpened}. */
  async markMachineOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(`UPDATE email_recipients SET machine_opened_at = $2 WHERE id = $1 AND machine_opened_at IS NULL`, [recipientId, at]);
  }

  /**
   * A recipient followed a link of the letter, which is number `linkIndex` of those that it was prepared with. Once for each link, and
   * once for the recipient. Who follows a link has read the letter: it counts as opened too. Idempotent, as {@link markOpened}.
   */
  async markClicked(tx: Transaction, recipientId: string, linkIndex: number, at: Date): Promise<void> {
    const [found] = await tx.manager.query<Updated<{ campaignId: string }>>(
      `UPDATE email_recipients SET clicked_at = COALESCE(clicked_at, $2), opened_at = COALESCE(opened_at, $2) WHERE id = $1 RETURNING campaign_id AS "campaignId"`,
      [recipientId, at],
    );
    for (const { campaignId } of found) {
      await tx.manager.query(`INSERT INTO link_clicks (recipient_id, link_index, campaign_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, [
        recipientId,
        linkIndex,
        campaignId,
        at,
      ]);
    }
  }
}
