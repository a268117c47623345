import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RecipientCounts } from '@lectern/contracts/messaging/campaign-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** What is counted of a campaign. Exact, and as cheap of a million recipients as of ten. */
export interface CountsOfCampaign {
  readonly recipients: RecipientCounts;
  /** How many the provider took. */
  readonly sentCount: number;
  readonly openCount: number;
  readonly clickCount: number;
  readonly machineOpenCount: number;
}

const NOBODY: RecipientCounts = {
  pending: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
  skipped: 0,
  uncertain: 0,
};
/** Over which time a pace is told; the rows of this long are not folded yet. */
const PACE_SECONDS = 60;
const FOLDED_AFTER = `interval '2 minutes'`;

@Injectable()
export class CampaignCountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Of each of these campaigns, by id. Within `tx` where it counts what was just written. */
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
        const recipients = { ...NOBODY, ...states };
        const sentCount = recipients.sent + recipients.delivered + recipients.bounced;
        return [
          campaignId,
          { recipients, sentCount, openCount: opened, clickCount: clicked, machineOpenCount: machine_opened },
        ];
      }),
    );
  }

  /** Emails a second that the provider took or refused within the last minute; null where there were none. */
  async perSecond(tx: Transaction | null, campaignId: string): Promise<number | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<{ pace: number | null }[]>(
      `SELECT sum(difference) / greatest(1, extract(epoch FROM clock_timestamp() - min(at)))::float AS pace FROM campaign_counts
       WHERE campaign_id = $1 AND what IN ('sent', 'failed') AND difference > 0 AND at > now() - $2 * interval '1 second'`,
      [campaignId, PACE_SECONDS],
    );
    return row?.pace ?? null;
  }

  /**
   * Sums up the differences of a while ago, and writes the sums beside the campaigns for whoever reads that table. Beside writers
   * and beside itself it changes no count: what it takes away, it puts back as a sum.
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
