import { randomUUID } from 'node:crypto';
import type {
  EmailCampaign,
  MailingList,
  RecipientStatus,
  TargetAudience,
} from '@lectern/contracts/messaging/campaign-model';
import { createCampaign, getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import type { RunningMessaging } from './running-messaging.ts';

export const ACTING_ADMIN = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};

/** Deletes all campaigns, their possible recipients, and accounts. */
export const forgetCampaigns = async ({ dataSource }: RunningMessaging): Promise<void> => {
  await emptyTables(
    dataSource,
    `email_campaigns, email_recipients, campaign_counts, accounts, contacts, newsletter_subscribers, subscriber_counts, suppressed_addresses, list_opt_outs, provider_events, outbox CASCADE`,
  );
};

export const createDraft = async (
  { rpc }: RunningMessaging,
  targetAudience: TargetAudience = 'newsletter',
): Promise<string> => {
  const text = {
    name: 'June news',
    subject: 'Summer debates',
    content: 'Come and **argue** with us, {{firstName|friend}}.\n\n[Read more](https://example.com/more)',
    isPublic: false,
  };
  return (await rpc.call(createCampaign, { ...text, targetAudience, by: ACTING_ADMIN })).id;
};

/** Adds subscribers `reader-1@example.com`, … */
export const addSubscribers = async ({ dataSource }: RunningMessaging, count: number): Promise<void> => {
  await dataSource.query(
    `INSERT INTO newsletter_subscribers (email, email_key) SELECT 'Reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
    [count],
  );
};

export const addContact = async (
  { dataSource }: RunningMessaging,
  list: 'debate_club' | 'tournament',
  email: string,
  { name = null, until: ends = null }: { name?: string | null; until?: string | null } = {},
): Promise<void> => {
  await dataSource.query(
    `INSERT INTO contacts (list, registration_id, version, email, email_key, name, until) VALUES ($1, gen_random_uuid(), 1, $2, lower(btrim($2)), $3, $4)`,
    [list, email, name, ends],
  );
};

export const suppress = async ({ dataSource }: RunningMessaging, emailKey: string, reason: string): Promise<void> => {
  await dataSource.query(`INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ($1, $2, now())`, [
    emailKey,
    reason,
  ]);
};

export const addOptOut = async (
  { dataSource }: RunningMessaging,
  emailKey: string,
  list: MailingList,
): Promise<void> => {
  await dataSource.query(`INSERT INTO list_opt_outs (email_key, list, since) VALUES ($1, $2, now())`, [emailKey, list]);
};

export const campaignIn = async ({ rpc }: RunningMessaging, id: string, status: EmailCampaign['status']) =>
  until(`the campaign to be ${status}`, async () => {
    const campaign = await rpc.call(getCampaign, { id });
    return campaign.status === status && campaign;
  });

export interface LedgerRow {
  readonly id: string;
  readonly email_key: string;
  readonly status: RecipientStatus;
  readonly reason: string | null;
  readonly list: string;
  readonly name: string | null;
  readonly attempts: number;
}

/** All recipients of a campaign, by address. */
export const ledgerOf = async ({ dataSource }: RunningMessaging, campaignId: string): Promise<LedgerRow[]> =>
  dataSource.query<LedgerRow[]>(
    'SELECT id, email_key, status, reason, list, name, attempts FROM email_recipients WHERE campaign_id = $1 ORDER BY email_key',
    [campaignId],
  );

/** Differences between the ledger and its counts; always empty. */
export const countDifferences = async ({ dataSource }: RunningMessaging): Promise<unknown[]> =>
  dataSource.query<unknown[]>(
    `SELECT * FROM (
       SELECT campaign_id, status AS what, count(*) AS count FROM email_recipients WHERE campaign_id IS NOT NULL GROUP BY 1, 2
     ) AS counted
     FULL JOIN (SELECT campaign_id, what, sum(difference) AS count FROM campaign_counts WHERE what NOT IN ('opened', 'clicked', 'machine_opened') GROUP BY 1, 2 HAVING sum(difference) <> 0) AS noted
       USING (campaign_id, what, count) WHERE counted IS NULL OR noted IS NULL`,
  );
