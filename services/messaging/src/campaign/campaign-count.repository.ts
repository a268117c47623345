import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RecipientCounts } from '@lectern/contracts/messaging/campaign-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** The counts of a campaign. Exact, and as cheap for a million recipients as for ten. */
export interface CountsOfCampaign {
  readonly recipients: RecipientCounts;
  /** Emails that the provider accepted. */
  readonly sentCount: number;
  readonly openCount: number;
  readonly clickCount: number;
  readonly machineOpenCount: number;
}

const NO_RECIPIENTS: RecipientCounts = {
  pending: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
  skipped: 0,
  uncertain: 0,
};
/** The period over which the throughput is measured, in seconds; rows this young are not folded yet. */
const PACE_SECONDS = 60;
const FOLDED_AFTER = `interval '2 minutes'`;

@Injectable()
export class CampaignCountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The counts of these campaigns, by id. `tx` lets them include uncommitted changes. */
  async of(tx: Transaction | null, campaignIds: readonly string[]): Promise<ReadonlyMap<string, CountsOfCampaign>> {
    const rows = await (tx?.manager ?? this.dataSource).query<{ campaignId: string; what: string; count: string }[]>(
      `SELECT campaign_id AS "campaignId", what, sum(difference) AS count FROM campaign_counts WHERE campaign_id = ANY($1) GROUP BY campaign_id, what`,
      [campaignIds],
    );
    return new Map(
      campaignIds.map((campaignId) => {
        const counted = Object.fromEntries(
          rows.filter((row) => row.campaignId === campaignId).map(({ what, count }) => [what, Number(count)]),
        );
        const { opened = 0, clicked = 0, machine_opened = 0, ...states } = counted;
        const recipients = { ...NO_RECIPIENTS, ...states };
        const sentCount = recipients.sent + recipients.delivered + recipients.bounced;
        return [
          campaignId,
          { recipients, sentCount, openCount: opened, clickCount: clicked, machineOpenCount: machine_opened },
        ];
      }),
    );
  }

  /** Emails that the provider accepted or refused, per second of the last minute; null where there were none. */
  async perSecond(tx: Transaction | null, campaignId: string): Promise<number | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<{ pace: number | null }[]>(
      `SELECT sum(difference) / greatest(1, extract(epoch FROM clock_timestamp() - min(at)))::float AS pace FROM campaign_counts
       WHERE campaign_id = $1 AND what IN ('sent', 'failed') AND difference > 0 AND at > now() - $2 * interval '1 second'`,
      [campaignId, PACE_SECONDS],
    );
    return row?.pace ?? null;
  }

  /**
   * Folds older differences into sums, and copies the sums to the campaigns' columns. Safe beside writers and beside itself: no count
   * changes, because every deleted difference returns in a sum.
   */
  async compact(tx: Transaction): Promise<void> {
    await tx.manager.query(`
      WITH several AS (
        SELECT campaign_id, what FROM campaign_counts WHERE at < now() - ${FOLDED_AFTER} GROUP BY campaign_id, what HAVING count(*) > 1
      ), taken AS (
        DELETE FROM campaign_counts WHERE at < now() - ${FOLDED_AFTER} AND (campaign_id, what) IN (SELECT campaign_id, what FROM several)
        RETURNING campaign_id, what, difference, at
      )
      INSERT INTO campaign_counts (campaign_id, what, difference, at)
      SELECT campaign_id, what, sum(difference), max(at) FROM taken GROUP BY campaign_id, what HAVING sum(difference) <> 0`);
    await tx.manager.query(`
      UPDATE email_campaigns SET sent_count = counted.sent, open_count = counted.opened, click_count = counted.clicked
      FROM (
        SELECT campaign_id, COALESCE(sum(difference) FILTER (WHERE what IN ('sent', 'delivered', 'bounced')), 0) AS sent,
          COALESCE(sum(difference) FILTER (WHERE what = 'opened'), 0) AS opened, COALESCE(sum(difference) FILTER (WHERE what = 'clicked'), 0) AS clicked
        FROM campaign_counts GROUP BY campaign_id
      ) AS counted
      WHERE email_campaigns.id = counted.campaign_id
        AND (sent_count, open_count, click_count) IS DISTINCT FROM (counted.sent, counted.opened, counted.clicked)`);
  }
}
