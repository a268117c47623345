import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** What the provider counted of an email. */
export interface SentReading {
  readonly recipientId: string;
  readonly kind: 'opened' | 'machine opened' | 'clicked';
  readonly at: Date;
  /** Where a followed link leads. */
  readonly url: string;
}

/** TypeORM answers an UPDATE with its rows and their number. */
type Updated<T> = [rows: T[], count: number];

/** What recipients do with their email, each counted once. */
@Injectable()
export class RecipientReadingRepository {
  /** Where a link of a recipient's email leads, by its number among those that the email was prepared with; null where there is none. */
  async linkOf(tx: Transaction, recipientId: string, linkIndex: number): Promise<string | null> {
    const [found] = await tx.manager.query<{ url: string | null }[]>(
      `SELECT prepared->'links'->>$2::int AS url FROM email_campaigns WHERE id = (SELECT campaign_id FROM email_recipients WHERE id = $1)`,
      [recipientId, linkIndex],
    );
    return found?.url ?? null;
  }

  /** A recipient opened the email. The first time stays. Idempotent; of one that there is not (any more) it does nothing. */
  async markOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(`UPDATE email_recipients SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL`, [
      recipientId,
      at,
    ]);
  }

  /** A program fetched every picture ahead. Counted apart from people; otherwise as {@link markOpened}. */
  async markMachineOpened(tx: Transaction, recipientId: string, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE email_recipients SET machine_opened_at = $2 WHERE id = $1 AND machine_opened_at IS NULL`,
      [recipientId, at],
    );
  }

  /** Many at once, otherwise as the others here. Callers hold the recipients. */
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
   * A recipient followed a link of the email, which is number `linkIndex` of those that it was prepared with. Once for each link, and
   * once for the recipient. Who follows a link has read the email: it counts as opened too. Idempotent, as {@link markOpened}.
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
