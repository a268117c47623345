import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { receiveSendgridEvents, subscribeToNewsletter } from '@lectern/contracts/messaging/rpc';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { untilNoneLeft } from '@lectern/test-kit/until';
import {
  addSubscribers,
  ACTING_ADMIN,
  createDraft,
  forgetCampaigns,
  type LedgerRow,
  ledgerOf,
  countDifferences,
} from '../testing/campaigns.ts';
import { newSigningKey, type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { forgetReadersOrigins } from './forget-readers-origins.job.ts';

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe("the provider's events", () => {
  beforeEach(() => emptyTables(messaging.dataSource, 'provider_events'));

  const event = (differences: object = {}): Record<string, unknown> => ({
    email: 'ann@example.com',
    timestamp: 1_770_000_000,
    event: 'delivered',
    sg_event_id: 'event-1',
    sg_message_id: 'message-1',
    ...differences,
  });
  const receive = (post: Parameters<RunningMessaging['rpc']['call']>[1]): Promise<unknown> =>
    messaging.rpc.call(receiveSendgridEvents, post as ReturnType<RunningMessaging['signedPost']>);
  const stored = (): Promise<Record<string, unknown>[]> =>
    messaging.dataSource.query(
      'SELECT sg_event_id, event, recipient_id, email, occurred_at, payload FROM provider_events ORDER BY sg_event_id',
    );

  it('are stored once, however often and in whatever order they arrive', async () => {
    const recipientId = randomUUID();
    const events = [event({ recipientId }), event({ sg_event_id: 'event-2', event: 'open' }), event({ recipientId })];
    await Promise.all([
      receive(messaging.signedPost(JSON.stringify(events))),
      receive(messaging.signedPost(JSON.stringify(events.toReversed()))),
      receive(messaging.signedPost(`${JSON.stringify(events)}\r\n`)),
    ]);
    expect(await stored()).toEqual([
      expect.objectContaining({
        sg_event_id: 'event-1',
        event: 'delivered',
        recipient_id: recipientId,
        email: 'ann@example.com',
        occurred_at: new Date(1_770_000_000_000),
      }),
      expect.objectContaining({ sg_event_id: 'event-2', event: 'open', recipient_id: null }),
    ]);
  });

  it('are stored without the IP address and the browser of the reader', async () => {
    const reader = { ip: '203.0.113.77', useragent: 'Readers-own/1.0' };
    const events = ['open', 'click', 'delivered'].map((kind) =>
      event({ sg_event_id: kind, event: kind, url: 'https://example.com/more', ...reader }),
    );
    await receive(messaging.signedPost(JSON.stringify(events)));
    const kept = await stored();
    expect(kept.map(({ payload }) => payload)).toEqual(
      ['click', 'delivered', 'open'].map((kind) =>
        event({ sg_event_id: kind, event: kind, url: 'https://example.com/more' }),
      ),
    );
    expect(await rowsContaining(messaging.dataSource, Object.values(reader))).toEqual([]);
  });

  it('of earlier releases lose IP address and browser, each once, and nothing else', async () => {
    const payload = { ...event({ event: 'open' }), ip: '203.0.113.77', useragent: 'Readers-own/1.0' };
    await messaging.dataSource.query(
      `INSERT INTO provider_events (sg_event_id, event, email, occurred_at, payload)
       SELECT 'event-' || n, 'open', 'ann@example.com', now(), $1::jsonb FROM generate_series(1, 20000) AS n`,
      [JSON.stringify(payload)],
    );
    await messaging.dataSource.query(
      `INSERT INTO provider_events (sg_event_id, event, occurred_at, payload) VALUES ('without', 'open', now(), '{"reason": "ip"}')`,
    );
    const before = await messaging.dataSource.query<unknown[]>(
      `SELECT xmin, payload FROM provider_events WHERE sg_event_id = 'without'`,
    );
    await messaging.startJob(forgetReadersOrigins);
    await untilNoneLeft('all of them to be without', async () => {
      const [row] = await messaging.dataSource.query<[{ left: number }]>(
        `SELECT count(*)::int AS left FROM provider_events WHERE payload ? 'ip' OR payload ? 'useragent'`,
      );
      return row.left;
    });
    expect(
      await messaging.dataSource.query(
        'SELECT payload, count(*)::int FROM provider_events WHERE email IS NOT NULL GROUP BY payload',
      ),
    ).toEqual([{ payload: event({ event: 'open' }), count: 20_000 }]);
    expect(
      await messaging.dataSource.query(`SELECT xmin, payload FROM provider_events WHERE sg_event_id = 'without'`),
    ).toEqual(before);
    const [most] = await messaging.dataSource.query<[{ most: number }]>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM provider_events GROUP BY xmin::text) AS transactions',
    );
    expect(most).toEqual({ most: 500 });
  });

  it('are refused without a valid signature, and nothing is stored', async () => {
    const good = messaging.signedPost(JSON.stringify([event()]));
    const posts = [
      { ...good, payload: good.payload.replace('ann@', 'eve@') },
      { ...good, timestamp: String(Number(good.timestamp) + 1) },
      { ...good, signature: '' },
      { ...good, signature: 'bm8=' },
      { ...good, signature: 'not base64 at all' },
      messaging.signedPost(good.payload, undefined, newSigningKey().privateKey),
    ];
    for (const post of posts) await expect(receive(post)).rejects.toMatchObject({ code: 'signature_invalid' });
    expect(await stored()).toEqual([]);
    await receive(good);
    expect(await stored()).toHaveLength(1);
  });

  it('are refused when their signature is too old or in the future', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const payload = JSON.stringify([event()]);
    for (const timestamp of [now - 310, now + 310]) {
      await expect(receive(messaging.signedPost(payload, timestamp))).rejects.toMatchObject({
        code: 'signature_invalid',
      });
    }
    await receive(messaging.signedPost(payload, now - 280));
    expect(await stored()).toHaveLength(1);
  });

  it('are refused when the body is no list', async () => {
    for (const payload of ['', '{', '{}', '"x"']) {
      await expect(receive(messaging.signedPost(payload))).rejects.toMatchObject({ code: 'malformed_body' });
    }
    await receive(messaging.signedPost('[]'));
  });

  it('are stored although other entries of the post are no events, or contain text that Postgres cannot store', async () => {
    await receive(
      messaging.signedPost(
        `[1, {}, {"event":"x"}, ${JSON.stringify(event({ recipientId: 'no uuid', response: 'zero \0 byte', reason: 'half \ud800 pair' }))}]`,
      ),
    );
    expect(await stored()).toEqual([
      expect.objectContaining({
        sg_event_id: 'event-1',
        recipient_id: null,
        payload: expect.objectContaining({ response: 'zero  byte', reason: 'half \ufffd pair' }),
      }),
    ]);
  });
});

describe("the provider's events of a campaign", () => {
  let campaignId: string;
  let ledger: LedgerRow[];
  beforeEach(async () => {
    await forgetCampaigns(messaging);
    await addSubscribers(messaging, 4);
    campaignId = await createDraft(messaging);
    await messaging.rpc.call(sendCampaign, { id: campaignId, by: ACTING_ADMIN });
    ledger = await ledgerOf(messaging, campaignId);
  });

  let number = 0;
  const event = ({ id, email_key: email }: LedgerRow, kind: string, differences: object = {}) => ({
    email,
    event: kind,
    timestamp: 1_770_000_000 + (number += 1),
    sg_event_id: randomUUID(),
    sg_message_id: 'm',
    recipientId: id,
    ...differences,
  });
  const receive = (...events: object[]) =>
    messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify(events)));
  const put = (status: RecipientStatus) =>
    messaging.dataSource.query(
      `UPDATE email_recipients SET status = $1, claimed_at = now(), batch_id = gen_random_uuid(), reason = 'as before'`,
      [status],
    );
  const state = async () => (await ledgerOf(messaging, campaignId))[0]!;
  const suppressed = async () =>
    (
      await messaging.dataSource.query<{ email_key: string; reason: string }[]>(
        'SELECT email_key, reason FROM suppressed_addresses ORDER BY 1, 2',
      )
    ).map(({ email_key, reason }) => `${email_key} ${reason}`);
  const details = () => messaging.rpc.call(getCampaign, { id: campaignId });

  it.each([
    ['pending', 'processed', 'sent'],
    ['sending', 'processed', 'sent'],
    ['uncertain', 'deferred', 'sent'],
    ['failed', 'delivered', 'delivered'],
    ['skipped', 'processed', 'sent'],
    ['sent', 'delivered', 'delivered'],
    ['delivered', 'processed', 'delivered'],
    ['delivered', 'bounce', 'bounced'],
    ['sending', 'dropped', 'bounced'],
    ['bounced', 'delivered', 'bounced'],
  ] as const)('turn a recipient that is %s with "%s" into %s', async (before, kind, after) => {
    await put(before);
    await receive(event(ledger[0]!, kind, { reason: '550 no such mailbox' }));
    expect(await state()).toMatchObject({ status: after });
    expect(await countDifferences(messaging)).toEqual([]);
  });

  it('lead to the same state in whatever order and however often they arrive, and count each recipient once', async () => {
    const [one, two, three] = ledger as [LedgerRow, LedgerRow, LedgerRow];
    await put('sending');
    const events = [
      ...['processed', 'delivered', 'open', 'open'].map((kind) => event(one, kind)),
      ...['processed', 'delivered', 'click', 'click'].map((kind) =>
        event(two, kind, { url: 'https://example.com/more' }),
      ),
      event(two, 'open', { sg_machine_open: true }),
      ...['processed', 'bounce'].map((kind) => event(three, kind, { type: 'bounce', reason: '550 no such mailbox' })),
    ];
    for (const order of [events, events.toReversed(), [...events.slice(5), ...events.slice(0, 5)]])
      await Promise.all([receive(...order), receive(...order.slice(3)), ...order.map((each) => receive(each))]);
    expect((await ledgerOf(messaging, campaignId)).map(({ status, reason }) => [status, reason])).toEqual([
      ['delivered', null],
      ['delivered', null],
      ['bounced', '550 no such mailbox'],
      ['sending', 'as before'],
    ]);
    expect(await details()).toMatchObject({
      sentCount: 3,
      openCount: 2,
      clickCount: 1,
      machineOpenCount: 1,
      links: [{ url: 'https://example.com/more', clickCount: 1 }],
    });
    expect(await countDifferences(messaging)).toEqual([]);
    // Each once, without "processed" events, which only repeat the ledger.
    const kept = await messaging.dataSource.query<{ event: string }[]>('SELECT event FROM provider_events');
    expect(kept.map(({ event: kind }) => kind).toSorted()).toEqual([
      'bounce',
      'click',
      'click',
      'delivered',
      'delivered',
      'open',
      'open',
      'open',
    ]);
  });

  it('suppress list mail to addresses that bounced for good, complained or unsubscribed, and to no others', async () => {
    const [one, two, three, four] = ledger as [LedgerRow, LedgerRow, LedgerRow, LedgerRow];
    await receive(
      event(one, 'bounce', { type: 'bounce' }),
      event(two, 'spamreport'),
      event(three, 'unsubscribe'),
      event(four, 'bounce', { type: 'blocked' }),
    );
    await receive(event(four, 'dropped', { reason: 'Invalid' }), event(four, 'deferred'));
    expect(await suppressed()).toEqual([
      'reader-1@example.com bounced',
      'reader-2@example.com complained',
      'reader-3@example.com unsubscribed',
    ]);
    expect(
      await messaging.dataSource.query('SELECT email_key FROM newsletter_subscribers WHERE NOT is_active'),
    ).toEqual([{ email_key: 'reader-3@example.com' }]);
    await receive(event(four, 'dropped', { reason: 'Spam Reporting Address' }));
    expect(await suppressed()).toContain('reader-4@example.com complained');
  });

  it('undo no later change when they are repeated', async () => {
    const said = [event(ledger[0]!, 'unsubscribe'), event(ledger[1]!, 'bounce', { type: 'bounce' })];
    await receive(...said);
    await messaging.rpc.call(subscribeToNewsletter, { email: 'reader-1@example.com', source: 'footer', tags: [] });
    await messaging.dataSource.query(`DELETE FROM suppressed_addresses WHERE reason = 'bounced'`);
    await receive(...said);
    expect(await suppressed()).toEqual([]);
  });

  it('leave no trace of a deleted account, and still update the state of its email', async () => {
    await put('sending');
    await messaging.deliverEvent(accountDeleted, {
      userId: randomUUID(),
      email: 'reader-1@example.com',
      verifiedEmail: 'reader-1@example.com',
      firstName: 'Ann',
      deletedAt: new Date().toISOString(),
    });
    await messaging.dataSource.query('DELETE FROM email_recipients WHERE campaign_id IS NULL');
    await receive(event(ledger[0]!, 'delivered'), event(ledger[1]!, 'delivered'));
    expect(await rowsContaining(messaging.dataSource, ['reader-1@'])).toEqual([]);
    expect(
      await messaging.dataSource.query('SELECT status, reason FROM email_recipients WHERE id = $1', [ledger[0]!.id]),
    ).toEqual([{ status: 'delivered', reason: null }]);
  });

  it('are processed by the thousand in one post', async () => {
    await addSubscribersBeyond(1_000);
    const many = await ledgerOf(messaging, campaignId);
    const events = many.flatMap((row) => [event(row, 'processed'), event(row, 'delivered')]);
    await receive(...events, ...events.slice(0, 500));
    expect(await details()).toMatchObject({ sentCount: many.length, recipients: { delivered: many.length } });
  });

  /** Adds recipients to the campaign that is being sent. */
  const addSubscribersBeyond = (count: number) =>
    messaging.dataSource.query(
      `INSERT INTO email_recipients (campaign_id, list, email, email_key) SELECT $1, 'newsletter', 'more-' || n || '@example.com', 'more-' || n || '@example.com' FROM generate_series(1, $2::int) AS n`,
      [campaignId, count],
    );
});
