import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { adminActed } from '@lectern/contracts/messaging/events';
import {
  countMailings,
  deleteSubscriber,
  listSubscribers,
  subscribeToNewsletter,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';

const BY = { adminId: randomUUID(), origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };

describe('deleting a subscriber', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
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
        by: BY,
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
