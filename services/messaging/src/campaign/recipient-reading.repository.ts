import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** The provider's counts for an email. */
export interface SentReading {
  readonly recipientId: string;
  readonly kind: 'opened' | 'machine opened' | 'clicked';
  readonly at: Date;
  /** The target of a followed link. */
  readonly url: string;
}

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** Openings and clicks of recipients, each counted once. */
@Injectable()
export class RecipientReadingRepository {
  /** The target of a link of a recipient's email, by its index in the prepared email; null where there is none. */
  async linkOf(tx: Transaction, recipientId: string, linkIndex: number): Promise<string | null> {
    const [found] = await tx.manager.query<{ url: string | null }[]>(
      `SELECT prepared->'links'->>$2::int AS url FROM email_campaigns WHERE id = (SELECT campaign_id FROM email_recipients WHERE id = $1)`,
      [recipientId, linkIndex],
    );
    return found?.url ?? null;
  }

  /** Records that a recipient opened the email. The first time stays. Idempotent; an unknown recipient is ignored. */
  async markOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(`UPDATE email_recipients SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL`, [
      recipientId,
      at,
    ]);
  }

  /** Records that a program prefetched every picture. Counted apart from people; otherwise like {@link markOpened}. */
  async markMachineOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET machine_opened_at = $2 WHERE id = $1 AND machine_opened_at IS NULL`,
      [recipientId, at],
    );
  }

  /** Records several readings in one statement, with the same promises. Callers lock the recipients. */
  async mark(tx: Transaction, readings: readonly SentReading[]): Promise<void> {
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
       WHERE email_recipients.id = ANY($1) AND email_recipients.id = given.recipient_id`,
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

  /**
   * Records that a recipient followed link number `linkIndex` of the prepared email, once for each link and once for the recipient. A
   * recipient who follows a link has read the email, so it counts as opened too. Idempotent, like {@link markOpened}.
   */
  async markClicked(tx: Transaction, recipientId: string, linkIndex: number, at: Date): Promise<void> {
    const [found] = await tx.manager.query<Updated<{ campaignId: string }>>(
      `UPDATE email_recipients SET clicked_at = COALESCE(clicked_at, $2), opened_at = COALESCE(opened_at, $2) WHERE id = $1 RETURNING campaign_id AS "campaignId"`,
      [recipientId, at],
    );
    for (const { campaignId } of found) {
      await tx.manager.query(
        `INSERT INTO link_clicks (recipient_id, link_index, campaign_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [recipientId, linkIndex, campaignId, at],
      );
    }
  }
}
