import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { adminActed } from '@lectern/contracts/messaging/events';
import {
  countMailings,
  listCampaigns,
  listSubscribers,
  subscribeToNewsletter,
  deleteSubscriber,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe('the newsletter', () => {
  beforeEach(() =>
    emptyTables(
      messaging.dataSource,
      'newsletter_subscribers, subscriber_counts, email_campaigns, email_recipients CASCADE',
    ),
  );

  const subscribe = (email: string, source = 'homepage', tags: string[] = []): Promise<unknown> =>
    messaging.rpc.call(subscribeToNewsletter, { email, source, tags });

  it('adds an address once, whatever its letter case, and a repeated request changes nothing', async () => {
    await subscribe('Ann@Example.com', 'footer', ['news']);
    const [first] = (await messaging.rpc.call(listSubscribers, {})).items;
    await subscribe(' ann@example.COM ', 'blog', ['other']);
    expect(await messaging.rpc.call(listSubscribers, {})).toEqual({ items: [first], nextCursor: null, total: 1 });
    expect(first).toMatchObject({ email: 'Ann@Example.com', source: 'footer', tags: ['news'], isActive: true });
  });

  it('adds an address once that is sent many times in parallel', async () => {
    await Promise.all(Array.from({ length: 20 }, () => subscribe('ann@example.com')));
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
  });

  it('no longer counts unsubscribed addresses, and lets them subscribe again', async () => {
    await subscribe('ann@example.com');
    await subscribe('bob@example.com');
    await messaging.dataSource.query(
      `UPDATE newsletter_subscribers SET is_active = false WHERE email_key = 'ann@example.com'`,
    );
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
    expect(await messaging.rpc.call(listSubscribers, { status: 'inactive' })).toMatchObject({
      total: 1,
      items: [{ email: 'ann@example.com' }],
    });
    await subscribe('ann@example.com');
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 2 });
    expect(await messaging.rpc.call(listSubscribers, { status: 'inactive' })).toMatchObject({ total: 0, items: [] });
  });

  it.each(['homepage', 'resources', 'footer', 'blog', 'starter_kit'])(
    'stores %s as the source of an address',
    async (source) => {
      await subscribe('ann@example.com', source, [source]);
      expect((await messaging.rpc.call(listSubscribers, {})).items).toMatchObject([{ source, tags: [source] }]);
    },
  );

  it('stores addresses as typed, and distinguishes different parts after a plus', async () => {
    for (const email of ['Ann+News@Example.COM', 'ann@example.com', 'ann+other@example.com']) await subscribe(email);
    expect(
      (await messaging.rpc.call(listSubscribers, { q: 'ann' })).items.map(({ email }) => email).toSorted(),
    ).toEqual(['Ann+News@Example.COM', 'ann+other@example.com', 'ann@example.com']);
  });

  it('finds an address with and without accents', async () => {
    await messaging.dataSource.query(
      `INSERT INTO newsletter_subscribers (email, email_key, is_active) VALUES ('zoé@example.com', 'zoé@example.com', true)`,
    );
    for (const q of ['zoe@', 'ZOÉ@'])
      expect((await messaging.rpc.call(listSubscribers, { q })).items).toMatchObject([{ email: 'zoé@example.com' }]);
  });

  it('lists newest first, page by page, with search', async () => {
    await messaging.dataSource.query(
      `INSERT INTO newsletter_subscribers (email, email_key, subscribed_at)
       SELECT 'person' || n || '@example.com', 'person' || n || '@example.com', '2026-01-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 hour'
       FROM generate_series(1, 25) AS n`,
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await messaging.rpc.call(listSubscribers, {
        limit: 10,
        ...(cursor === undefined || cursor === null ? {} : { cursor }),
      });
      expect(page.total).toBe(25);
      seen.push(...page.items.map((item) => item.email));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const plain = await messaging.rpc.call(listSubscribers, {});
    expect(seen).toEqual(plain.items.map((item) => item.email));
    expect(new Set(seen).size).toBe(25);
    expect(plain.items.map((item) => item.subscribedAt)).toEqual(
      plain.items
        .map((item) => item.subscribedAt)
        .sort()
        .reverse(),
    );
    expect(await messaging.rpc.call(listSubscribers, { q: 'PERSON2' })).toMatchObject({ total: 7 });
    expect(await messaging.rpc.call(listSubscribers, { q: '%' })).toMatchObject({ total: 0 });
  });

  it.each([
    ['cursor', { limit: 5, cursor: 'nonsense' }, 'cursor_invalid'],
    ['status', { status: 'paused' }, 'invalid_request'],
    ['order', { sort: '-email' }, 'invalid_request'],
  ])('refuses a %s that does not exist', async (_what, query, code) => {
    await expect(messaging.rpc.call(listSubscribers, query)).rejects.toMatchObject({ code });
  });

  it('lists and counts campaigns', async () => {
    await messaging.dataSource.query(
      `INSERT INTO email_campaigns (name, subject, content, target_audience, status) VALUES
       ('June news', 'Hello', 'x', 'all', 'sent'), ('July news', 'Été', 'x', 'newsletter', 'draft'), ('August', 'Later', 'x', 'tournament', 'scheduled')`,
    );
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({
      totalEmailCampaigns: 3,
      sentEmailCampaigns: 1,
      draftEmailCampaigns: 1,
    });
    expect(await messaging.rpc.call(listCampaigns, {})).toMatchObject({ total: 3 });
    expect(await messaging.rpc.call(listCampaigns, { q: 'ete' })).toMatchObject({ total: 1 });
    expect(await messaging.rpc.call(listCampaigns, { q: 'news', status: 'draft' })).toMatchObject({
      total: 1,
      items: [{ name: 'July news', openCount: 0 }],
    });
    await expect(messaging.rpc.call(listCampaigns, { status: 'gone' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('deleting a subscriber', () => {
  beforeEach(() =>
    emptyTables(messaging.dataSource, 'newsletter_subscribers, subscriber_counts, suppressed_addresses, outbox'),
  );

  const subscribe = async (email: string): Promise<string> => {
    await messaging.rpc.call(subscribeToNewsletter, { email, source: 'homepage', tags: [] });
    return (await messaging.rpc.call(listSubscribers, { q: email })).items[0]!.id;
  };
  const remove = (id: string) => messaging.rpc.call(deleteSubscriber, { id, by: BY });
  const recorded = async () =>
    (
      await messaging.dataSource.query<{ payload: object }[]>('SELECT payload FROM outbox WHERE name = $1', [
        adminActed.name,
      ])
    ).map(({ payload }) => payload);
  const suppressed = () => messaging.dataSource.query<object[]>('SELECT email_key, reason FROM suppressed_addresses');

  it('removes them from list and count, and is recorded', async () => {
    await subscribe('bob@example.com');
    const id = await subscribe('Ann@Example.com');
    await remove(id);
    expect(await messaging.rpc.call(listSubscribers, {})).toMatchObject({
      total: 1,
      items: [{ email: 'bob@example.com' }],
    });
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
    expect(await recorded()).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'delete_subscriber',
        details: { subscriberId: id, email: 'Ann@Example.com' },
        at: expect.any(String),
      },
    ]);
  });

  it('keeps the opt-out of the address', async () => {
    const id = await subscribe('ann@example.com');
    await messaging.rpc.call(unsubscribe, {
      email: 'ann@example.com',
      key: unsubscribeKey(UNSUBSCRIBE_SECRET, 'ann@example.com'),
    });
    await remove(id);
    expect(await messaging.rpc.call(listSubscribers, {})).toMatchObject({ total: 0, items: [] });
    expect(await suppressed()).toEqual([{ email_key: 'ann@example.com', reason: 'unsubscribed' }]);
  });

  it('lets them subscribe again themselves', async () => {
    await remove(await subscribe('ann@example.com'));
    await subscribe('ann@example.com');
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
  });

  it('takes effect once, however often it is requested in parallel, and is refused afterwards', async () => {
    const id = await subscribe('ann@example.com');
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect(await recorded()).toHaveLength(1);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 0 });
    await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
