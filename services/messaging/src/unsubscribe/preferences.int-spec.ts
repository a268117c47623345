import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ListChoices } from '@lectern/contracts/messaging/preferences-model';
import { choosePreferences, readPreferences } from '@lectern/contracts/messaging/preferences-rpc';
import { countMailings, subscribeToNewsletter, unsubscribe } from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from './unsubscribe-link.ts';

const ALL: ListChoices = { debate_club: true, tournament: true, newsletter: true };
const NONE: ListChoices = { debate_club: false, tournament: false, newsletter: false };

describe('choosing email preferences', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
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
