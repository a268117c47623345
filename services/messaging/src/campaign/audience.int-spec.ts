import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountChanged } from '@lectern/contracts/identity/events';
import type { TargetAudience } from '@lectern/contracts/messaging/campaign-model';
import { countAudience, listLeftOut, sendCampaign } from '@lectern/contracts/messaging/campaign-sending-rpc';
import {
  addContact,
  addSubscribers,
  ACTING_ADMIN,
  createDraft,
  forgetCampaigns,
  addOptOut,
  ledgerOf,
  suppress,
} from '../testing/campaigns.ts';
import { accountEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

const AHEAD = new Date(Date.now() + 86_400_000).toISOString();
const OVER = new Date(Date.now() - 60_000).toISOString();

describe('the audience of a campaign', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => forgetCampaigns(messaging));

  const subscribe = (email: string, isActive = true) =>
    messaging.dataSource.query(
      `INSERT INTO newsletter_subscribers (email, email_key, is_active) VALUES ($1, lower(btrim($1)), $2)`,
      [email, isActive],
    );
  const count = (targetAudience: TargetAudience) => messaging.rpc.call(countAudience, { targetAudience });
  /** The recipients of a campaign that is sent now. */
  const frozen = async (audience: TargetAudience) => {
    const id = await createDraft(messaging, audience);
    await messaging.rpc.call(sendCampaign, { id, by: ACTING_ADMIN });
    return (await ledgerOf(messaging, id)).map(({ email_key, list, name }) => [email_key, list, name]);
  };

  it.each([
    ['newsletter', [['news@example.com', 'newsletter', null]]],
    ['debate_club', [['club@example.com', 'debate_club', 'Cleo Lee']]],
    ['tournament', [['entry@example.com', 'tournament', null]]],
    [
      'all',
      [
        ['club@example.com', 'debate_club', 'Cleo Lee'],
        ['entry@example.com', 'tournament', null],
        ['news@example.com', 'newsletter', null],
      ],
    ],
  ] as const)('%s contains the present members of its list', async (audience, expected) => {
    await subscribe('News@example.com');
    await subscribe('left@example.com', false);
    await addContact(messaging, 'debate_club', 'Club@example.com', { name: 'Cleo Lee' });
    await addContact(messaging, 'tournament', 'entry@example.com', { name: 'Ed Ray', until: AHEAD });
    await addContact(messaging, 'tournament', 'over@example.com', { name: 'Old', until: OVER });
    expect(await frozen(audience)).toEqual(expected);
    expect(await count(audience)).toMatchObject({
      recipients: expected.length,
      onSeveral: 0,
      lists: (audience === 'all' ? ['debate_club', 'tournament', 'newsletter'] : [audience]).map((list) => ({
        list,
        addresses: 1,
      })),
    });
  });

  it('has each address once, whatever its letter case and number of lists, for the first list', async () => {
    await subscribe('ANN@example.com');
    await addContact(messaging, 'tournament', 'Ann@Example.com', { name: 'A. Lee', until: AHEAD });
    await addContact(messaging, 'tournament', 'ann@example.com', { name: 'A. Lee', until: AHEAD });
    await addContact(messaging, 'debate_club', 'ann@example.com', { name: 'Ann Lee' });
    expect(await count('all')).toMatchObject({
      recipients: 1,
      onSeveral: 1,
      lists: [{ addresses: 1 }, { addresses: 1 }, { addresses: 1 }],
    });
    expect(await count('tournament')).toMatchObject({ recipients: 1, onSeveral: 0 });
    expect(await frozen('all')).toEqual([['ann@example.com', 'debate_club', 'Ann Lee']]);
  });

  it('names a recipient by the account that verified the mailbox or as staff wrote, never as visitors typed', async () => {
    const [unverified, other] = ['0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a002', '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a003'];
    const typed = { firstName: 'Account-suspended,', lastName: 'reply now' };
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(accountChanged, accountEvent({ userId: unverified, ...typed, emailVerifiedAt: null }));
    await messaging.deliverEvent(
      accountChanged,
      accountEvent({ userId: other, email: 'typed@example.com', ...typed, emailVerifiedAt: null }),
    );
    for (const email of ['ann@example.com', 'typed@example.com', 'staff@example.com'])
      await addContact(messaging, 'tournament', email, { name: 'Account-suspended, reply now', until: AHEAD });
    await addContact(messaging, 'debate_club', 'Ann@Example.com', { name: 'Anna Lee' });
    await addContact(messaging, 'debate_club', 'staff@example.com', { name: 'Sam Ray' });
    await subscribe('Ann@example.com');
    expect(await frozen('all')).toEqual([
      ['ann@example.com', 'debate_club', 'Ann Lee'],
      ['staff@example.com', 'debate_club', 'Sam Ray'],
      ['typed@example.com', 'tournament', null],
    ]);
    expect(await frozen('newsletter')).toEqual([['ann@example.com', 'newsletter', 'Ann Lee']]);
    for (const email of ['ann@example.com', 'staff@example.com', 'typed@example.com'])
      await suppress(messaging, email, 'bounced');
    const { items } = await messaging.rpc.call(listLeftOut, { targetAudience: 'all', limit: 5 });
    expect(items.map(({ name }) => name)).toEqual(['Ann Lee', 'Sam Ray', null]);
  });

  it('leaves out an address for a list that it left, but not for another list', async () => {
    await subscribe('ann@example.com');
    await addContact(messaging, 'debate_club', 'ann@example.com', { name: 'Ann Lee' });
    await addContact(messaging, 'tournament', 'bob@example.com', { until: AHEAD });
    await addOptOut(messaging, 'ann@example.com', 'debate_club');
    await addOptOut(messaging, 'bob@example.com', 'tournament');
    expect(await count('all')).toMatchObject({ recipients: 1, leftOut: { unsubscribed: 1 } });
    expect(await count('debate_club')).toMatchObject({ recipients: 0, leftOut: { unsubscribed: 1 } });
    expect((await messaging.rpc.call(listLeftOut, { targetAudience: 'all', limit: 5 })).items).toMatchObject([
      { email: 'bob@example.com', reason: 'unsubscribed' },
    ]);
    expect(await frozen('all')).toEqual([['ann@example.com', 'newsletter', null]]);
  });

  it('leaves out unsubscribed, bounced, complaining and invalid addresses, each with the gravest reason, by address', async () => {
    await addSubscribers(messaging, 1);
    const bad = [
      'no-at-sign',
      'two@@example.com',
      'a b@example.com',
      'x@nodot',
      `${'l'.repeat(65)}@example.com`,
      `a@${'d'.repeat(250)}.com`,
      'bcc@example.com\nBcc: all@example.com',
      'dot@example..com',
      'zero\u200b@example.com',
    ];
    for (const email of bad) await addContact(messaging, 'debate_club', email);
    for (const [email, ...reasons] of [
      ['u@example.com', 'unsubscribed'],
      ['b@example.com', 'bounced', 'unsubscribed'],
      ['c@example.com', 'unsubscribed', 'complained', 'bounced'],
    ] as const) {
      await subscribe(email);
      for (const reason of reasons) await suppress(messaging, email, reason);
    }
    await suppress(messaging, 'elsewhere@example.com', 'bounced');
    expect(await count('all')).toMatchObject({
      recipients: 1,
      leftOut: { unsubscribed: 1, bounced: 1, complained: 1, invalid: bad.length },
    });
    const seen: { email: string; reason: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await messaging.rpc.call(listLeftOut, {
        targetAudience: 'all',
        limit: 5,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.total).toBe(bad.length + 3);
      seen.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(
      seen
        .filter(({ reason }) => reason === 'invalid')
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual(bad.toSorted());
    expect(seen.filter(({ reason }) => reason !== 'invalid').map(({ email, reason }) => [email, reason])).toEqual([
      ['b@example.com', 'bounced'],
      ['c@example.com', 'complained'],
      ['u@example.com', 'unsubscribed'],
    ]);
    await expect(
      messaging.rpc.call(listLeftOut, { targetAudience: 'all', limit: 5, cursor: 'nonsense' }),
    ).rejects.toMatchObject({ code: 'cursor_invalid' });
    expect(await frozen('all')).toEqual([['reader-1@example.com', 'newsletter', null]]);
  });
});
