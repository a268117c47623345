import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import { sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { receiveSendgridEvents, subscribeToNewsletter } from '@lectern/contracts/messaging/rpc';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import {
  addSubscribers,
  ACTING_ADMIN,
  createDraft,
  forgetCampaigns,
  type LedgerRow,
  ledgerOf,
  countDifferences,
} from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

describe("the provider's events of a campaign", () => {
  let messaging: RunningMessaging;
  let campaignId: string;
  let ledger: LedgerRow[];

  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
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
