import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { listCampaigns } from '@lectern/contracts/messaging/rpc';
import { followLink, noteOpening } from '@lectern/contracts/messaging/tracking-rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { EmailRecipientRepository, type EmailReading } from '../../delivery/email-recipient.repository.ts';
import { addSubscribers, ACTING_ADMIN, createDraft, forgetCampaigns, ledgerOf } from '../../testing/campaigns.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../../testing/running-messaging.ts';
import { unsubscribeKey } from '../../unsubscribe/unsubscribe-link.ts';
import { compactCampaignCounts } from '../compact-campaign-counts.job.ts';
import { trackingToken } from './tracking-token.ts';

const AT = new Date('2026-03-01T10:00:00Z');
const LATER = new Date('2026-03-02T10:00:00Z');

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe('the tracking of a campaign’s email', () => {
  let campaignId: string;
  let tokens: string[];
  beforeEach(async () => {
    await forgetCampaigns(messaging);
    await addSubscribers(messaging, 2);
    campaignId = await createDraft(messaging);
    await messaging.rpc.call(sendCampaign, { id: campaignId, by: ACTING_ADMIN });
    tokens = (await ledgerOf(messaging, campaignId)).map(({ id }) => trackingToken(UNSUBSCRIBE_SECRET, id));
    await messaging.dataSource.query(`UPDATE email_recipients SET status = 'sent'`);
  });

  const opened = (token: string, visitor: 'person' | 'machine' | 'nobody' = 'person') =>
    messaging.rpc.call(noteOpening, { token, visitor });
  const followed = async (token: string, index = 0, visitor: 'person' | 'machine' | 'nobody' = 'person') =>
    (await messaging.rpc.call(followLink, { token, index, visitor })).url;
  const counted = async () => {
    const { openCount, machineOpenCount, clickCount, links } = await messaging.rpc.call(getCampaign, {
      id: campaignId,
    });
    return { openCount, machineOpenCount, clickCount, links: links.map((link) => link.clickCount) };
  };
  const NOTHING = { openCount: 0, machineOpenCount: 0, clickCount: 0, links: [0] };

  it('counts each recipient once, also in parallel', async () => {
    await Promise.all([1, 2, 3].map(() => opened(tokens[0]!)));
    await Promise.all([1, 2, 3].map(() => followed(tokens[1]!)));
    expect(await counted()).toEqual({ openCount: 2, machineOpenCount: 0, clickCount: 1, links: [1] });
  });

  it('redirects to the target of the email’s link', async () => {
    expect(await followed(tokens[0]!)).toBe('https://example.com/more');
  });

  it('counts openings by machines apart, and neither their clicks nor HEAD requests', async () => {
    await opened(tokens[0]!, 'machine');
    await opened(tokens[0]!, 'nobody');
    for (const visitor of ['machine', 'nobody'] as const)
      expect(await followed(tokens[0]!, 0, visitor)).toBe('https://example.com/more');
    expect(await counted()).toEqual({ ...NOTHING, machineOpenCount: 1 });
  });

  it.each([
    ['nonsense', () => 'nonsense'],
    ['nothing', () => ''],
    ['a token that was made with another secret', () => trackingToken(`${UNSUBSCRIBE_SECRET}0`, randomUUID())],
    ['the half of another token', () => `${tokens[0]!.split('.')[0]}.${tokens[1]!.split('.')[1]}`],
    ['a token of nobody', () => trackingToken(UNSUBSCRIBE_SECRET, randomUUID())],
    [
      'the key of an unsubscribe link',
      () => `${tokens[0]!.split('.')[0]}.${unsubscribeKey(UNSUBSCRIBE_SECRET, 'reader-1@example.com')}`,
    ],
  ])('ignores %s, which leads nowhere and counts nothing', async (_what, token) => {
    await opened(token());
    await opened(token(), 'machine');
    expect(await followed(token())).toBeNull();
    expect(await counted()).toEqual(NOTHING);
  });

  it.each([1, 99_999])('knows no link %d, which leads nowhere and counts nothing', async (index) => {
    expect(await followed(tokens[0]!, index)).toBeNull();
    expect(await counted()).toEqual(NOTHING);
  });
});

describe('the openings and clicks of recipients', () => {
  const emails = new EmailRecipientRepository();
  let campaignId: string;
  let recipients: string[];
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'email_campaigns, email_recipients, campaign_counts CASCADE');
    const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience, status, frozen_at, prepared)
       VALUES ('a', 'b', 'c', 'all', 'sent', now(), '{"links":["https://a.example/","https://b.example/"]}') RETURNING id`,
    );
    campaignId = campaign!.id;
    const rows = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_recipients (campaign_id, list, email, email_key, status)
       SELECT $1, 'newsletter', n || '@example.com', n || '@example.com', 'delivered' FROM generate_series(1, 3) AS n RETURNING id`,
      [campaignId],
    );
    recipients = rows.map(({ id }) => id);
  });

  const LINKS = ['https://a.example/', 'https://b.example/'] as const;
  const read = (recipientId: string, kind: EmailReading['kind'], at: Date, url = ''): Promise<void> =>
    messaging.dataSource.transaction((manager) =>
      emails.noteReadings({ manager, publish: () => Promise.resolve(), afterCommit: () => undefined }, [
        { recipientId, kind, at, url },
      ]),
    );
  const details = () => messaging.rpc.call(getCampaign, { id: campaignId });

  it('are counted once for each recipient, however often they happen, and the first time stays', async () => {
    const [one, two] = recipients as [string, string];
    for (const at of [AT, LATER]) await read(one, 'opened', at);
    await Promise.all([1, 2, 3].map(() => read(two, 'clicked', AT, LINKS[1])));
    await read(two, 'clicked', LATER, LINKS[0]);
    await read(one, 'machine opened', AT);
    expect(await details()).toMatchObject({
      openCount: 2,
      clickCount: 1,
      machineOpenCount: 1,
      sentCount: 3,
      recipients: { delivered: 3, sent: 0 },
      links: [
        { url: 'https://a.example/', clickCount: 1 },
        { url: 'https://b.example/', clickCount: 1 },
      ],
    });
    expect(
      await messaging.dataSource.query(
        'SELECT opened_at, clicked_at FROM email_recipients WHERE id = ANY($1) ORDER BY email_key',
        [[one, two]],
      ),
    ).toEqual(
      expect.arrayContaining([
        { opened_at: AT, clicked_at: null },
        { opened_at: AT, clicked_at: AT },
      ]),
    );
    expect((await messaging.rpc.call(listCampaigns, {})).items[0]).toMatchObject({
      openCount: 2,
      clickCount: 1,
      sentCount: 3,
    });
  });

  it('change nothing for an unknown recipient', async () => {
    await read(randomUUID(), 'opened', AT);
    await read(randomUUID(), 'clicked', AT, LINKS[0]);
    expect(await details()).toMatchObject({ openCount: 0, clickCount: 0 });
  });

  it('are counted the same after the counts were folded, and are then in the campaign’s columns', async () => {
    for (const id of recipients) await read(id, 'opened', AT);
    const before = await details();
    await messaging.dataSource.query(`UPDATE campaign_counts SET at = now() - interval '10 minutes'`);
    await messaging.startJob(compactCampaignCounts);
    await until('the counts to be folded', async () => {
      const rows = await messaging.dataSource.query<{ what: string; difference: number }[]>(
        'SELECT what, difference FROM campaign_counts ORDER BY what',
      );
      return (
        JSON.stringify(rows) ===
        JSON.stringify([
          { what: 'delivered', difference: 3 },
          { what: 'opened', difference: 3 },
        ])
      );
    });
    expect(await details()).toEqual(before);
    await until(
      'the copy',
      async () =>
        (await messaging.dataSource.query<{ open_count: number }[]>('SELECT open_count FROM email_campaigns'))[0]!
          .open_count === 3,
    );
  });

  it('are deleted with their campaign', async () => {
    await read(recipients[0]!, 'clicked', AT, LINKS[0]);
    await messaging.dataSource.query('DELETE FROM email_campaigns');
    expect(
      await messaging.dataSource.query('SELECT what FROM campaign_counts GROUP BY what HAVING sum(difference) <> 0'),
    ).toEqual([]);
  });
});
