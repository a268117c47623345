import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { adminActed } from '@lectern/contracts/messaging/events';
import type { ListChoices } from '@lectern/contracts/messaging/preferences-model';
import { choosePreferences, readPreferences } from '@lectern/contracts/messaging/preferences-rpc';
import {
  countMailings,
  liftSuppression,
  listSubscribers,
  subscribeToNewsletter,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { NewsletterSubscriber } from '../newsletter-subscriber/newsletter-subscriber.entity.ts';
import { SuppressedAddress } from '../suppression/suppressed-address.entity.ts';
import { ACTING_ADMIN, suppress } from '../testing/campaigns.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from './unsubscribe-link.ts';

const ALL: ListChoices = { debate_club: true, tournament: true, newsletter: true };
const NONE: ListChoices = { debate_club: false, tournament: false, newsletter: false };

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe('unsubscribing', () => {
  beforeEach(() =>
    emptyTables(messaging.dataSource, 'newsletter_subscribers, subscriber_counts, suppressed_addresses'),
  );

  const keyOf = (email: string) => unsubscribeKey(UNSUBSCRIBE_SECRET, email);
  const leave = (email: string, key = keyOf(email)) => messaging.rpc.call(unsubscribe, { email, key });
  const subscribe = (email: string) =>
    messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: ['footer'] });
  const subscriber = () =>
    messaging.dataSource.getRepository(NewsletterSubscriber).findOneByOrFail({ emailKey: 'ann@example.com' });
  const suppressed = async () =>
    (await messaging.dataSource.getRepository(SuppressedAddress).find()).map(
      ({ emailKey, reason }) => `${emailKey} ${reason}`,
    );

  it('makes a subscriber inactive with the date, and suppresses the address on every list', async () => {
    await subscribe('Ann@Example.com');
    const before = Date.now();
    await leave('ann@example.com');
    const { isActive, unsubscribedAt } = await subscriber();
    expect(isActive).toBe(false);
    expect(unsubscribedAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect(await suppressed()).toEqual(['ann@example.com unsubscribed']);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 0 });
  });

  it('changes nothing when it is repeated, also in parallel', async () => {
    await subscribe('ann@example.com');
    await Promise.all(Array.from({ length: 10 }, () => leave('ANN@example.com')));
    const first = await subscriber();
    await leave('ann@example.com');
    expect(await subscriber()).toEqual(first);
    expect(await suppressed()).toHaveLength(1);
  });

  it('also suppresses an address that never was a subscriber', async () => {
    await leave('ann@example.com');
    expect(await suppressed()).toEqual(['ann@example.com unsubscribed']);
    expect(await messaging.rpc.call(listSubscribers, {})).toMatchObject({ total: 0 });
  });

  it.each([
    ['of another address', keyOf('bob@example.com')],
    ['that is none', 'nonsense'],
    ['that is missing', ''],
  ])('is refused with a key %s, and nothing changes', async (_which, key) => {
    await subscribe('ann@example.com');
    await expect(leave('ann@example.com', key)).rejects.toMatchObject({
      code: 'link_invalid',
      message: expect.stringContaining('unsubscribe link'),
    });
    expect(await subscriber()).toMatchObject({ isActive: true, unsubscribedAt: null });
    expect(await suppressed()).toEqual([]);
  });

  it('ends when its owner subscribes again, unlike a bounce or a complaint', async () => {
    await subscribe('ann@example.com');
    await leave('ann@example.com');
    await messaging.dataSource.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ('ann@example.com', 'complained', now())`,
    );
    await subscribe('ann@example.com');
    expect(await subscriber()).toMatchObject({ isActive: true, unsubscribedAt: null });
    expect(await suppressed()).toEqual(['ann@example.com complained']);
  });

  it('and subscribing in parallel end in one of both states, never in half of each', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await Promise.all([subscribe('ann@example.com'), leave('ann@example.com')]);
      expect((await suppressed()).length === 0).toBe((await subscriber()).isActive);
    }
  });
});

describe('a suppression', () => {
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'suppressed_addresses, outbox');
    for (const reason of ['unsubscribed', 'bounced', 'complained'])
      await suppress(messaging, 'ann@example.com', reason);
    await suppress(messaging, 'bob@example.com', 'bounced');
  });

  const lift = (reason: 'bounced' | 'complained', email = ' Ann@Example.com') =>
    messaging.rpc.call(liftSuppression, { email, reason, by: ACTING_ADMIN });
  const left = async () =>
    (
      await messaging.dataSource.getRepository(SuppressedAddress).find({ order: { emailKey: 'ASC', reason: 'ASC' } })
    ).map(({ emailKey, reason }) => `${emailKey} ${reason}`);
  const recorded = async () =>
    (
      await messaging.dataSource.query<{ payload: object }[]>('SELECT payload FROM outbox WHERE name = $1', [
        adminActed.name,
      ])
    ).map(({ payload }) => payload);

  it('is lifted by an administrator for one reason of one address, once, and recorded with it', async () => {
    const lifted = await Promise.allSettled([lift('bounced'), lift('bounced'), lift('bounced')]);
    expect(lifted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(lift('bounced')).rejects.toMatchObject({ code: 'not_found' });
    expect(await left()).toEqual([
      'ann@example.com complained',
      'ann@example.com unsubscribed',
      'bob@example.com bounced',
    ]);
    expect(await recorded()).toMatchObject([
      {
        by: actingAdmin.parse(ACTING_ADMIN),
        action: 'lift_suppression',
        details: { email: ' Ann@Example.com', reason: 'bounced' },
      },
    ]);
  });

  it('cannot be lifted by an administrator where the owner unsubscribed', async () => {
    await expect(
      messaging.rpc.call(liftSuppression, {
        email: 'ann@example.com',
        reason: 'unsubscribed' as 'bounced',
        by: ACTING_ADMIN,
      }),
    ).rejects.toMatchObject({ code: expect.any(String) });
    expect(await left()).toHaveLength(4);
    expect(await recorded()).toEqual([]);
  });
});

describe('choosing email preferences', () => {
  beforeEach(() =>
    emptyTables(messaging.dataSource, 'newsletter_subscribers, subscriber_counts, suppressed_addresses, list_opt_outs'),
  );

  const link = (email = 'Ann@Example.com') => ({ email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, email) });
  const read = () => messaging.rpc.call(readPreferences, link());
  const choose = (lists: ListChoices) => messaging.rpc.call(choosePreferences, { ...link(), lists });
  const subscribe = () =>
    messaging.rpc.call(subscribeToNewsletter, { email: 'ann@example.com', source: 'footer', tags: [] });
  const kept = async () => ({
    left: (await messaging.dataSource.query<{ list: string }[]>('SELECT list FROM list_opt_outs ORDER BY list')).map(
      ({ list }) => list,
    ),
    stopped: (
      await messaging.dataSource.query<{ reason: string }[]>('SELECT reason FROM suppressed_addresses ORDER BY reason')
    ).map(({ reason }) => reason),
    subscribers: (await messaging.rpc.call(countMailings, {})).activeNewsletterSubscribers,
  });

  it('shows the current choice: all lists of the address, the newsletter only for a subscriber', async () => {
    expect(await read()).toEqual({ lists: { ...ALL, newsletter: false }, stopped: null });
    await subscribe();
    expect(await read()).toEqual({ lists: ALL, stopped: null });
    expect(await kept()).toEqual({ left: [], stopped: [], subscribers: 1 });
  });

  it.each([
    ['the newsletter', { ...ALL, newsletter: false }, { left: ['newsletter'], stopped: [], subscribers: 0 }],
    ['news of the debate club', { ...ALL, debate_club: false }, { left: ['debate_club'], stopped: [], subscribers: 1 }],
    ['news of tournaments', { ...ALL, tournament: false }, { left: ['tournament'], stopped: [], subscribers: 1 }],
    [
      'everything',
      NONE,
      { left: ['debate_club', 'newsletter', 'tournament'], stopped: ['unsubscribed'], subscribers: 0 },
    ],
  ])('can end %s alone, and revert that', async (_what, lists, expected) => {
    await subscribe();
    expect(await choose(lists)).toEqual({ lists, stopped: null });
    expect(await kept()).toEqual(expected);
    expect(await choose(lists)).toEqual({ lists, stopped: null });
    expect(await kept()).toEqual(expected);
    expect(await choose(ALL)).toEqual({ lists: ALL, stopped: null });
    expect(await kept()).toEqual({ left: [], stopped: [], subscribers: 1 });
  });

  it('of one list reverts the one-click unsubscription for this list only', async () => {
    await subscribe();
    await messaging.rpc.call(unsubscribe, link());
    expect(await read()).toEqual({ lists: NONE, stopped: null });
    await choose({ ...NONE, tournament: true });
    expect(await kept()).toEqual({ left: ['debate_club', 'newsletter'], stopped: [], subscribers: 0 });
  });

  it('is reverted by a new subscription to the newsletter', async () => {
    await choose({ ...NONE, tournament: true });
    await subscribe();
    expect(await read()).toEqual({ lists: { ...ALL, debate_club: false }, stopped: null });
  });

  it('does not lift the suppression of a mailbox, and reports it', async () => {
    await messaging.dataSource.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ('ann@example.com', 'bounced', now())`,
    );
    expect(await choose(ALL)).toEqual({ lists: ALL, stopped: 'bounced' });
    expect((await kept()).stopped).toEqual(['bounced']);
  });

  it('is refused with a key of another address, and changes nothing', async () => {
    const wrong = { email: 'ann@example.com', key: link('bob@example.com').key };
    await expect(messaging.rpc.call(readPreferences, wrong)).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(messaging.rpc.call(choosePreferences, { ...wrong, lists: NONE })).rejects.toMatchObject({
      code: 'link_invalid',
    });
    expect(await kept()).toEqual({ left: [], stopped: [], subscribers: 0 });
  });

  it('in parallel keeps one of both choices', async () => {
    await subscribe();
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all([choose({ ...NONE, debate_club: true }), choose({ ...NONE, newsletter: true })]);
      const { lists } = await read();
      expect(Object.values(lists).filter(Boolean)).toHaveLength(1);
    }
  });
});
