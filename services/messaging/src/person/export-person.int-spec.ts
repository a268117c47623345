import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountDeleted, emailChanged } from '@lectern/contracts/identity/events';
import {
  exportPerson,
  receiveSendgridEvents,
  requestStarterKit,
  sendContactMessage,
  subscribeToNewsletter,
  readTimeline,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { compareByTime } from '@lectern/contracts/person-timeline';
import { contactsChanged, tournamentEntered } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { rowsContaining, undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { messagingSchema } from '../database/schema.ts';
import { enteredEvent, membershipEvent, PAY_KEY } from '../testing/events.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

describe('messaging’s export of a person', () => {
  const exported = (verifiedEmail: string | null) =>
    messaging.rpc.call(exportPerson, { userId: randomUUID(), verifiedEmail });

  /** Fills every table with rows about a person. */
  const writeTo = async (name: string) => {
    const email = `${name}@Example.com`;
    await messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: [] });
    await messaging.rpc.call(sendContactMessage, { name, email, message: `Ten emails of ${name}` });
    await messaging.rpc.call(requestStarterKit, { email });
    await messaging.deliverEvent(
      membershipChanged,
      membershipEvent({ userId: null, email, firstName: name, subscriptionId: `sub_${name}` }),
    );
    await messaging.deliverEvent(
      tournamentEntered,
      enteredEvent({ email, firstName: name, registrationId: randomUUID() }),
    );
    await messaging.rpc.call(unsubscribe, { email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, email) });
    const event = { sg_event_id: randomUUID(), event: 'delivered', timestamp: 1_700_000_000, email };
    await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([event])));
    const contact = {
      registrationId: randomUUID(),
      list: 'tournament',
      version: 1,
      email,
      firstName: name,
      lastName: 'Lee',
      isIn: true,
      until: '2027-02-27T20:00:00.000Z',
    } as const;
    await messaging.deliverEvent(contactsChanged, { contacts: [contact] });
    const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'News of March', 'c', 'all') RETURNING id`,
    );
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (campaign_id, list, email, email_key, name) VALUES ($1, 'debate_club', $2, $3, $4)`,
      [campaign!.id, email, email.toLowerCase(), name],
    );
    return email;
  };

  it('contains every row of the verified mailbox, nothing about others, and no key of a link', async () => {
    const email = await writeTo('Ann');
    await writeTo('Bob');
    const data = await exported('ann@example.COM');
    expect(data).toMatchObject({
      newsletter: [{ email, source: 'footer', isActive: false }],
      noListMail: [{ reason: 'unsubscribed' }],
      listsOfRegistrations: [{ list: 'tournament', name: 'Ann Lee' }],
      contactMessages: [{ name: 'Ann', message: 'Ten emails of Ann' }],
      starterKitRequests: [{ isEmailed: true }],
      whatBecameOfEmails: [{ event: 'delivered' }],
    });
    expect(data['emails']!.map(({ kind, subject, list }) => [kind, subject, list])).toEqual([
      ['contact-acknowledgement', 'We have your message', null],
      ['starter-kit', 'Your starter kit', null],
      ['welcome', 'Welcome to the Debate Club', null],
      ['tournament-entry', 'Your entry for the Online Winter Classic: one step left', null],
      [null, 'News of March', 'debate_club'],
    ]);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/bob/i);
    expect(text).not.toContain(PAY_KEY);
  });

  it('stays with the account that moves to another address, and neither reaches nor is erased with the next holder', async () => {
    const old = await writeTo('Dora');
    const [dora, next] = [
      { userId: randomUUID(), verifiedEmail: 'dora.lee@example.com' },
      { userId: randomUUID(), verifiedEmail: old },
    ];
    const kit = async () =>
      (
        await messaging.dataSource.query<{ id: string }[]>(
          `SELECT id FROM email_recipients WHERE template = 'starter-kit' AND email = $1`,
          [old],
        )
      )[0]!.id;
    const opened = async (recipientId: string) => {
      const event = { sg_event_id: randomUUID(), event: 'open', timestamp: 1_700_000_001, email: old, recipientId };
      await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([event])));
    };
    await messaging.deliverEvent(emailChanged, {
      userId: dora.userId,
      version: 2,
      oldEmail: old,
      newEmail: dora.verifiedEmail,
      wasVerified: true,
      firstName: 'Dora',
    });
    await opened(await kit());
    await messaging.rpc.call(sendContactMessage, { name: 'Nextor', email: old, message: 'Ten emails of the next' });
    await messaging.deliverEvent(
      tournamentEntered,
      enteredEvent({ email: old, firstName: 'Nextor', registrationId: randomUUID() }),
    );

    const personal = [
      'contactMessages',
      'starterKitRequests',
      'listsOfRegistrations',
      'newsletter',
      'listsLeft',
    ] as const;
    const ofNext = await messaging.rpc.call(exportPerson, next);
    const counted = (data: typeof ofNext) =>
      Object.fromEntries(personal.map((section) => [section, data[section]!.length]));
    expect(counted(ofNext)).toEqual({
      contactMessages: 1,
      starterKitRequests: 0,
      listsOfRegistrations: 0,
      newsletter: 0,
      listsLeft: 0,
    });
    expect(ofNext['emails']!.map(({ kind }) => kind)).toEqual(['tournament-entry']);
    // An event of the mailbox itself, without an email.
    expect(ofNext['whatBecameOfEmails']).toMatchObject([{ event: 'delivered' }]);
    expect(JSON.stringify(ofNext)).not.toMatch(/dora lee|of dora/i);
    const ofDora = await messaging.rpc.call(exportPerson, dora);
    expect(counted(ofDora)).toEqual({
      contactMessages: 1,
      starterKitRequests: 1,
      listsOfRegistrations: 1,
      newsletter: 1,
      listsLeft: 0,
    });
    expect(ofDora['emails']!.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([null, 'starter-kit', 'tournament-entry', 'account-email-changed']),
    );
    expect(ofDora['whatBecameOfEmails']).toMatchObject([{ event: 'open' }]);
    const page = ({ userId, verifiedEmail }: typeof dora) =>
      messaging.rpc.call(readTimeline, {
        userId,
        emailKey: verifiedEmail.toLowerCase(),
        kind: 'mail',
        after: null,
        limit: 100,
      });
    expect((await page(next)).items.map(({ what }) => what).toSorted()).toEqual(['contact_message', 'email']);
    expect(
      (await page(dora)).items
        .filter(({ what }) => what !== 'email')
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(['campaign', 'contact_message', 'starter_kit']);

    await messaging.deliverEvent(accountDeleted, {
      ...next,
      email: next.verifiedEmail,
      firstName: 'Nextor',
      deletedAt: new Date().toISOString(),
    });
    expect(await messaging.rpc.call(exportPerson, dora)).toEqual(ofDora);
    const leftOfNext = await messaging.rpc.call(exportPerson, next);
    expect(counted(leftOfNext)).toEqual({ ...counted(ofNext), contactMessages: 0 });
    // The last email, which is emptied once it was sent.
    expect(leftOfNext['emails']!.map(({ kind }) => kind)).toEqual(['account-deleted']);
    await messaging.deliverEvent(accountDeleted, {
      ...dora,
      email: dora.verifiedEmail,
      firstName: 'Dora',
      deletedAt: new Date().toISOString(),
    });
    const left = await messaging.rpc.call(exportPerson, dora);
    expect({ ...counted(left), events: left['whatBecameOfEmails'] }).toEqual({
      ...counted(ofNext),
      contactMessages: 0,
      events: [],
    });
    const traces = await rowsContaining(messaging.dataSource, ['Dora Lee', 'of Dora', 'dora.lee@example.com']);
    // The suppression of the address stays.
    expect(traces.map((row) => row.split(':')[0])).toEqual(
      expect.arrayContaining(['email_recipients', 'suppressed_addresses']),
    );
    expect(traces).toHaveLength(2);
  });

  it('is empty for an address that nobody has verified', async () => {
    await writeTo('Cleo');
    expect(Object.values(await exported(null)).flat()).toEqual([]);
  });

  it('has a decision for every table and column', async () => {
    expect(await undescribedColumns(messaging.dataSource, PERSONAL_DATA)).toEqual([]);
  });
});

const timelineOf = (request: RpcInput<typeof readTimeline>) => messaging.rpc.call(readTimeline, request);
const of = (emailKey: string) => timelineOf({ userId: null, emailKey, kind: null, after: null, limit: 100 });

/** Fills every table with rows about a person. */
const fillTimeline = async (name: string) => {
  const email = `${name}@Example.com`;
  await messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: [] });
  await messaging.rpc.call(sendContactMessage, { name, email, message: `Ten emails of ${name} ${'x'.repeat(400)}` });
  await messaging.rpc.call(requestStarterKit, { email });
  await messaging.deliverEvent(
    membershipChanged,
    membershipEvent({ email, firstName: name, subscriptionId: `sub_${name}` }),
  );
  await messaging.deliverEvent(
    tournamentEntered,
    enteredEvent({ email, firstName: name, registrationId: randomUUID() }),
  );
  const [kit] = await messaging.dataSource.query<{ id: string }[]>(
    `SELECT id FROM email_recipients WHERE template = 'starter-kit' AND email = $1`,
    [email],
  );
  const events = ['processed', 'delivered'].map((event, index) => ({
    sg_event_id: randomUUID(),
    event,
    timestamp: 1_700_000_000 + index,
    email,
    recipientId: kit!.id,
  }));
  await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify(events)));
  const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
    `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'News of March', 'c', 'all') RETURNING id`,
  );
  await messaging.dataSource.query(
    `INSERT INTO email_recipients (campaign_id, list, email, email_key, name, opened_at) VALUES ($1, 'newsletter', $2, $3, $4, now())`,
    [campaign!.id, email, email.toLowerCase(), name],
  );
  return email;
};

describe('messaging’s timeline of a person', () => {
  it('has each email with its subject and outcome, each message and each list, without a key of a link', async () => {
    await fillTimeline('Eve');
    await fillTimeline('Finn');
    const { items, counts, mailbox } = await of('eve@example.com');
    expect(mailbox).toEqual({ newsletter: 'active', noListMail: [] });
    expect(counts).toEqual({ mail: 7, newsletter: 1 });
    const messages = items.flatMap((item) =>
      item.what === 'email'
        ? [[item.details.template, item.details.subject, item.details.status, item.details.outcome]]
        : [],
    );
    expect(messages.toSorted()).toEqual([
      ['contact-acknowledgement', 'We have your message', 'pending', null],
      ['starter-kit', 'Your starter kit', 'delivered', 'delivered'],
      ['tournament-entry', 'Your entry for the Online Winter Classic: one step left', 'pending', null],
      ['welcome', 'Welcome to the Debate Club', 'pending', null],
    ]);
    expect(items.find(({ what }) => what === 'campaign')).toMatchObject({
      details: { subject: 'News of March', isOpened: true, isClicked: false },
    });
    expect(items.find(({ what }) => what === 'contact_message')).toMatchObject({
      details: {
        message: expect.stringMatching(/^Ten emails of Eve x+…$/),
        conversationId: expect.any(String),
      },
    });
    expect(items).toEqual(items.toSorted(compareByTime));
    const whose = { userId: null, emailKey: 'eve@example.com' };
    for (const limit of [1, 3]) expect(await pageThroughTimeline(timelineOf, whose, limit)).toEqual(items);
    const text = JSON.stringify(items);
    expect(text).not.toMatch(/finn/i);
    expect(text).not.toContain(PAY_KEY);
    expect(text).not.toMatch(/[?&](key|token)=/);
  });

  it('reports once that a person unsubscribed, and the suppressions of list mail', async () => {
    const email = await fillTimeline('Gus');
    await messaging.rpc.call(unsubscribe, { email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, email) });
    const { items, mailbox } = await of('gus@example.com');
    expect(mailbox).toEqual({ newsletter: 'inactive', noListMail: ['unsubscribed'] });
    expect(
      items
        .filter(({ kind }) => kind === 'newsletter')
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(['no_list_mail', 'subscribed']);
    await messaging.dataSource.query(`DELETE FROM suppressed_addresses WHERE email_key = 'gus@example.com'`);
    expect(
      (await of('gus@example.com')).items
        .filter(({ kind }) => kind === 'newsletter')
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(['subscribed', 'unsubscribed']);
  });

  it('is empty for an unknown address', async () => {
    expect(await of('nobody@example.com')).toEqual({
      items: [],
      counts: {},
      mailbox: { newsletter: null, noListMail: [] },
    });
  });
});

it('decides for every text column how a test copy treats it', async () => {
  const { all, planted } = await undecidedInCopies(messagingSchema, PERSONAL_DATA, 'contact_messages');
  expect(all).toEqual([]);
  expect(planted).toContain('contact_messages.message is neither replaced nor kept');
});
