import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { CampaignRecipient } from '@lectern/contracts/messaging/campaign-model';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import {
  cancelCampaign,
  listRecipients,
  pauseCampaign,
  resumeCampaign,
  sendCampaign,
} from '@lectern/contracts/messaging/campaign-sending-rpc';
import { readTimeline } from '@lectern/contracts/messaging/rpc';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import {
  addSubscribers,
  ACTING_ADMIN,
  campaignIn,
  createDraft,
  forgetCampaigns,
  ledgerOf,
  countDifferences,
  suppress,
} from '../testing/campaigns.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { accept, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { PART_SIZE } from './audience-part.repository.ts';
import { CAMPAIGN_LANES } from '../jobs.ts';

// More parts than lanes, each of which may take one at first.
const PARTS = CAMPAIGN_LANES.length + 2;
const READERS = (PARTS - 1) * PART_SIZE + 203;

describe('the parts of an audience', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  let issuer: LinkIssuer;
  let worker: RunningService | undefined;
  let id: string;

  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    issuer = await startLinkIssuer(messaging.redisUrl);
  });
  beforeEach(async () => {
    await forgetCampaigns(messaging);
    sendgrid.received.length = 0;
    sendgrid.answer(accept);
    await addSubscribers(messaging, READERS);
    id = await createDraft(messaging);
    expect(await messaging.rpc.call(sendCampaign, { id, by: ACTING_ADMIN })).toEqual({ recipients: READERS });
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    expect(await countDifferences(messaging)).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([sendgrid.close(), issuer.close()]);
    await messaging.stop();
  });

  const startWorker = async (batch: number): Promise<void> => {
    worker = await messaging.startWorker(sendgrid.url, { CAMPAIGN_BATCH: String(batch) });
  };
  const posted = (): string[] =>
    sendgrid.received.flatMap(({ personalizations }) => personalizations.map(({ to }) => to[0]!.email.toLowerCase()));
  const parts = async (): Promise<number> =>
    (await messaging.dataSource.query<{ count: number }[]>('SELECT count(*)::int AS count FROM audience_parts'))[0]!
      .count;
  /** All recipients of the ledger's pages, first to last. */
  const walk = async (query: object = {}): Promise<CampaignRecipient[]> => {
    const seen: CampaignRecipient[] = [];
    let cursor: string | undefined;
    do {
      const page = await messaging.rpc.call(listRecipients, {
        id,
        limit: 150,
        ...query,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return seen;
  };
  /** Lets a worker post until `messages` emails arrived, then pauses the campaign. */
  const sendSome = async (batch: number, messages: number): Promise<void> => {
    await startWorker(batch);
    await until('emails', () => Promise.resolve(posted().length >= messages));
    await messaging.rpc.call(pauseCampaign, { id, by: ACTING_ADMIN });
    await until('the last answers', async () =>
      (await ledgerOf(messaging, id)).every(({ status }) => status !== 'sending'),
    );
    await worker?.close();
    worker = undefined;
  };

  it('hold each address once, and move into the ledger with the ids that were shown before', async () => {
    expect(await parts()).toBe(PARTS);
    expect(await messaging.dataSource.query('SELECT 1 FROM email_recipients')).toEqual([]);
    const before = await ledgerOf(messaging, id);
    expect(new Set(before.map(({ email_key }) => email_key)).size).toBe(READERS);
    expect(new Set(before.map((row) => row.id)).size).toBe(READERS);
    await startWorker(170);
    expect(await campaignIn(messaging, id, 'sent')).toMatchObject({ recipientCount: READERS, sentCount: READERS });
    expect(posted()).toHaveLength(READERS);
    expect(new Set(posted()).size).toBe(READERS);
    expect((await ledgerOf(messaging, id)).map((row) => [row.id, row.email_key])).toEqual(
      before.map((row) => [row.id, row.email_key]),
    );
    expect(await parts()).toBe(0);
  });

  it('appear on the ledger’s pages among the rows, by address', async () => {
    await sendSome(30, 60);
    expect(await parts()).toBeGreaterThan(0);
    const ledger = await ledgerOf(messaging, id);
    const all = await walk();
    expect(all.map((recipient) => [recipient.id, recipient.status])).toEqual(ledger.map((row) => [row.id, row.status]));
    const waiting = await walk({ status: 'pending' });
    expect(waiting.map((recipient) => recipient.id)).toEqual(
      ledger.filter(({ status }) => status === 'pending').map((row) => row.id),
    );
    expect(await messaging.rpc.call(getCampaign, { id })).toMatchObject({
      recipients: { pending: waiting.length, sent: READERS - waiting.length },
    });
    const found = await walk({ q: 'reader-11' });
    expect(found.map(({ email }) => email.toLowerCase())).toEqual(
      ledger.map(({ email_key }) => email_key).filter((key) => key.includes('reader-11')),
    );
    expect((await messaging.rpc.call(listRecipients, { id, limit: 5, q: 'reader-11' })).total).toBe(found.length);
    expect((await messaging.rpc.call(listRecipients, { id, limit: 5, q: 'reader-11', status: 'failed' })).total).toBe(
      0,
    );
    await messaging.rpc.call(resumeCampaign, { id, by: ACTING_ADMIN });
    await startWorker(500);
    await campaignIn(messaging, id, 'sent');
    expect(new Set(posted()).size).toBe(READERS);
    expect(posted()).toHaveLength(READERS);
  });

  it('are skipped as a whole when the campaign is cancelled', async () => {
    await sendSome(30, 30);
    await messaging.rpc.call(cancelCampaign, { id, by: ACTING_ADMIN });
    expect(await parts()).toBe(0);
    const ledger = await ledgerOf(messaging, id);
    expect(ledger).toHaveLength(READERS);
    expect(ledger.filter(({ status }) => status === 'skipped').map(({ reason }) => reason)).toEqual(
      Array.from({ length: READERS - new Set(posted()).size }, () => 'The campaign was cancelled'),
    );
  });

  it('keep a campaign from ending, also in a worker that does not know of them', async () => {
    for (const status of ['sent', 'cancelled']) {
      await expect(
        messaging.dataSource.query('UPDATE email_campaigns SET status = $2 WHERE id = $1', [id, status]),
      ).rejects.toMatchObject({ driverError: { constraint: 'email_campaigns_end_after_audience' } });
    }
    await expect(messaging.dataSource.query(`UPDATE audience_parts SET emails = emails`)).rejects.toMatchObject({
      driverError: { constraint: 'audience_parts_stay' },
    });
  });

  it('cause no deadlock between the deletion of an account and the cancellation of the campaign', async () => {
    const cancelling = messaging.dataSource.createQueryRunner();
    await cancelling.startTransaction();
    await cancelling.query('SELECT 1 FROM email_campaigns WHERE id = $1 FOR UPDATE', [id]);
    const email = 'reader-901@example.com';
    let isReported = false as boolean;
    const deleting = messaging
      .deliverEvent(accountDeleted, {
        userId: randomUUID(),
        email,
        verifiedEmail: email,
        firstName: 'Ann',
        deletedAt: new Date().toISOString(),
      })
      .finally(() => (isReported = true));
    for (let waiting: unknown[] = []; waiting.length === 0 && !isReported;)
      waiting = await messaging.dataSource.query('SELECT 1 FROM pg_locks WHERE NOT granted');
    await cancelling.query('DELETE FROM audience_parts WHERE campaign_id = $1', [id]);
    await cancelling.commitTransaction();
    await cancelling.release();
    await deleting;
    expect(await parts()).toBe(0);
  });

  it('appear in timelines, and lose every trace of a deleted account while lanes take them', async () => {
    await suppress(messaging, 'reader-8@example.com', 'unsubscribed');
    const leavers = ['reader-7@example.com', 'reader-901@example.com', 'reader-1111@example.com'];
    for (const emailKey of leavers) {
      const { items } = await messaging.rpc.call(readTimeline, {
        userId: null,
        emailKey,
        kind: null,
        after: null,
        limit: 10,
      });
      expect(items.filter(({ what }) => what === 'campaign')).toMatchObject([
        { details: { subject: 'Summer debates', status: 'pending', isOpened: false } },
      ]);
    }
    await startWorker(40);
    await until('emails', () => Promise.resolve(posted().length >= 40));
    await Promise.all(
      leavers.map((email) =>
        messaging.deliverEvent(accountDeleted, {
          userId: randomUUID(),
          email,
          verifiedEmail: email,
          firstName: 'Ann',
          deletedAt: new Date().toISOString(),
        }),
      ),
    );
    await campaignIn(messaging, id, 'sent');
    const { recipients } = await messaging.rpc.call(getCampaign, { id });
    expect(recipients.sent + recipients.skipped).toBe(READERS);
    expect(recipients.skipped).toBeGreaterThanOrEqual(1);
    expect(new Set(posted().filter((email) => email.startsWith('reader-'))).size).toBeGreaterThanOrEqual(
      recipients.sent,
    );
    await until(
      'the last emails',
      async () =>
        (await messaging.dataSource.query<unknown[]>(`SELECT 1 FROM emails WHERE status <> 'sent'`)).length === 0,
    );
    expect(
      (await rowsContaining(messaging.dataSource, leavers)).filter((row) => !row.startsWith('suppressed_addresses')),
    ).toEqual([]);
  });
});
