import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountChanged } from '@lectern/contracts/identity/events';
import { adminActed } from '@lectern/contracts/messaging/events';
import { listSubscribers, readTimeline, subscribeToNewsletter, unsubscribe } from '@lectern/contracts/messaging/rpc';
import {
  confirmSubscriberAddress,
  correctSubscriberAddress,
} from '@lectern/contracts/messaging/subscriber-address-rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { ACTING_ADMIN, addOptOut, suppress } from '../testing/campaigns.ts';
import { accountEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';
import { addressKey } from './address-link.ts';

const WRONG = 'ann@exmaple.com';
const RIGHT = 'Ann@Example.com';

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());
beforeEach(() =>
  emptyTables(
    messaging.dataSource,
    'newsletter_subscribers, subscriber_counts, suppressed_addresses, list_opt_outs, accounts, email_recipients, outbox CASCADE',
  ),
);

const subscribe = (email: string) =>
  messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: ['news'] });
const correct = (newEmail = RIGHT, email = WRONG) =>
  messaging.rpc.call(correctSubscriberAddress, { email, newEmail, by: ACTING_ADMIN });
const confirm = (link: Link) => messaging.rpc.call(confirmSubscriberAddress, link);
const subscribers = async () =>
  (await messaging.rpc.call(listSubscribers, {})).items
    .map(({ email, status }) => `${email} ${status ?? ''}`)
    .toSorted();

interface Link {
  readonly subscriberId: string;
  readonly email: string;
  readonly until: string;
  readonly key: string;
}
/** The links of the emails so far, as `recipient` and contents. */
const emailed = () =>
  messaging.dataSource.query<{ email: string; data: Link }[]>(
    `SELECT email, data FROM email_recipients WHERE template = 'subscriber-address' ORDER BY created_at, id`,
  );
const linkOf = async (): Promise<Link> => (await emailed())[0]!.data;
/** The items of an address's timeline that say when its holder confirmed it. */
const confirmations = async (email: string) =>
  (
    await messaging.rpc.call(readTimeline, {
      userId: null,
      emailKey: email.toLowerCase(),
      kind: 'newsletter',
      after: null,
      limit: 20,
    })
  ).items.filter(({ what }) => what === 'subscriber_confirmed');
const recorded = async () =>
  (
    await messaging.dataSource.query<{ payload: object }[]>('SELECT payload FROM outbox WHERE name = $1', [
      adminActed.name,
    ])
  ).map(({ payload }) => payload);

describe('correcting the address of a subscriber', () => {
  beforeEach(() => subscribe(WRONG));

  it('moves the subscription once the right mailbox confirms it, however often each request repeats', async () => {
    await Promise.all([correct(), correct(), correct()]);
    const sent = await emailed();
    expect(sent).toMatchObject([{ email: RIGHT }]);
    expect(JSON.stringify(sent)).not.toContain(WRONG);
    expect(await recorded()).toMatchObject([
      { action: 'correct_subscriber', details: { email: WRONG, otherEmail: RIGHT } },
    ]);
    expect(await subscribers()).toEqual([`${WRONG} active`]);

    const link = await linkOf();
    await Promise.all([confirm(link), confirm(link)]);
    await confirm(link);
    expect(await confirmations(RIGHT)).toHaveLength(1);
    expect(await confirmations(WRONG)).toEqual([]);
    expect((await messaging.rpc.call(listSubscribers, {})).items).toMatchObject([
      { id: link.subscriberId, email: RIGHT, source: 'footer', tags: ['news'], isActive: true },
    ]);
  });

  it('leaves what the former mailbox chose with that one, and ends the refusals of the newsletter of the new one', async () => {
    await addOptOut(messaging, WRONG, 'tournament');
    await addOptOut(messaging, 'ann@example.com', 'newsletter');
    await suppress(messaging, 'ann@example.com', 'unsubscribed');
    await correct();
    await confirm(await linkOf());
    const choices = await messaging.dataSource.query<object[]>(
      `SELECT email_key, list AS what FROM list_opt_outs UNION ALL SELECT email_key, reason FROM suppressed_addresses`,
    );
    expect(choices).toEqual([{ email_key: WRONG, what: 'tournament' }]);
  });

  it('reactivates a subscription that the right mailbox had ended', async () => {
    await subscribe(RIGHT);
    await messaging.rpc.call(unsubscribe, { email: RIGHT, key: unsubscribeKey(UNSUBSCRIBE_SECRET, RIGHT) });
    await correct();
    await confirm(await linkOf());
    expect(await subscribers()).toEqual([`${RIGHT} active`]);
  });

  it.each([
    ['another subscriber', (link: Link) => ({ ...link, subscriberId: randomUUID() })],
    ['another address', (link: Link) => ({ ...link, email: 'eve@example.com' })],
    ['a later end', (link: Link) => ({ ...link, until: '2099-01-01T00:00:00.000Z' })],
    ['another key', (link: Link) => ({ ...link, key: 'guessed' })],
    [
      'an end that has passed',
      (link: Link) => {
        const old = { ...link, until: '2026-01-01T00:00:00.000Z' };
        return { ...old, key: addressKey(UNSUBSCRIBE_SECRET, old) };
      },
    ],
  ])('refuses a link with %s', async (_what, changed) => {
    await correct();
    await expect(confirm(changed(await linkOf()))).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await subscribers()).toEqual([`${WRONG} active`]);
  });

  it('moves it by the link of the latest correction alone, and once', async () => {
    await correct('mistyped@example.com');
    await correct();
    const [first, second] = (await emailed()).map(({ data }) => data);
    await expect(confirm(first!)).rejects.toMatchObject({ code: 'link_invalid' });
    await confirm(second!);
    await correct(WRONG, RIGHT);
    await confirm((await emailed())[2]!.data);
    await expect(confirm(second!)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await subscribers()).toEqual([`${WRONG} active`]);
    await expect(confirm({ ...second!, key: 'guessed' })).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('ends its link when the person leaves the list, also where they come back', async () => {
    await correct();
    await messaging.rpc.call(unsubscribe, { email: WRONG, key: unsubscribeKey(UNSUBSCRIBE_SECRET, WRONG) });
    await subscribe(WRONG);
    await expect(confirm(await linkOf())).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('refuses the link of a subscriber who left the list or moved meanwhile', async () => {
    await correct();
    await correct('other@example.com');
    const [first, second] = (await emailed()).map(({ data }) => data);
    await confirm(second!);
    await expect(confirm(first!)).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await subscribers()).toEqual(['other@example.com active']);
    await messaging.rpc.call(unsubscribe, {
      email: 'other@example.com',
      key: unsubscribeKey(UNSUBSCRIBE_SECRET, 'other@example.com'),
    });
    await expect(confirm(second!)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it.each([
    ['the same address', ' ANN@exmaple.com', 'invalid_request'],
    ['a subscriber', 'bob@example.com', 'registration_exists'],
    ['a mailbox that refused our emails', 'full@example.com', 'invalid_request'],
    ['a subscriber that refused our emails', 'angry@example.com', 'invalid_request'],
  ])('is refused for %s', async (_what, newEmail, code) => {
    await subscribe('bob@example.com');
    await subscribe('angry@example.com');
    await suppress(messaging, 'angry@example.com', 'complained');
    await suppress(messaging, 'full@example.com', 'bounced');
    await expect(correct(newEmail)).rejects.toMatchObject({ code, fields: { newEmail: expect.any(String) } });
    expect([await emailed(), await recorded()]).toEqual([[], []]);
  });

  it('is refused without a subscription, and for the address of an account, which the newsletter follows', async () => {
    await expect(correct(RIGHT, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' });
    await messaging.deliverEvent(
      accountChanged,
      accountEvent({ email: WRONG, emailVerifiedAt: '2026-01-05T07:00:00.000Z' }),
    );
    await expect(correct()).rejects.toMatchObject({ fields: { newEmail: expect.stringContaining('account') } });
  });
});
