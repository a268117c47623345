import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import {
  findPeople,
  receiveSendgridEvents,
  requestStarterKit,
  sendContactMessage,
  subscribeToNewsletter,
  readTimeline,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { compareByTime } from '@lectern/contracts/person-timeline';
import { tournamentEntered } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { enteredEvent, membershipEvent, PAY_KEY } from '../testing/events.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const timelineOf = (request: RpcInput<typeof readTimeline>) => messaging.rpc.call(readTimeline, request);
const of = (emailKey: string) => timelineOf({ userId: null, emailKey, kind: null, after: null, limit: 100 });

/** Fills every table with rows about a person. */
const writeTo = async (name: string) => {
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
    await writeTo('Ann');
    await writeTo('Bob');
    const { items, counts, mailbox } = await of('ann@example.com');
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
      details: { message: expect.stringMatching(/^Ten emails of Ann x+…$/) as unknown },
    });
    expect(items).toEqual(items.toSorted(compareByTime));
    const whose = { userId: null, emailKey: 'ann@example.com' };
    for (const limit of [1, 3]) expect(await pageThroughTimeline(timelineOf, whose, limit)).toEqual(items);
    const text = JSON.stringify(items);
    expect(text).not.toMatch(/bob/i);
    expect(text).not.toContain(PAY_KEY);
    expect(text).not.toMatch(/[?&](key|token)=/);
  });

  it('reports once that a person unsubscribed, and the suppressions of list mail', async () => {
    const email = await writeTo('Cleo');
    await messaging.rpc.call(unsubscribe, { email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, email) });
    const { items, mailbox } = await of('cleo@example.com');
    expect(mailbox).toEqual({ newsletter: 'inactive', noListMail: ['unsubscribed'] });
    expect(
      items
        .filter(({ kind }) => kind === 'newsletter')
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(['no_list_mail', 'subscribed']);
    await messaging.dataSource.query(`DELETE FROM suppressed_addresses WHERE email_key = 'cleo@example.com'`);
    expect(
      (await of('cleo@example.com')).items
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

describe('searching subscribers', () => {
  it('finds a subscriber by any part of the address', async () => {
    const email = await writeTo('Dora');
    expect(await messaging.rpc.call(findPeople, { q: 'dora@' })).toEqual({
      people: [{ email, name: null, from: ['newsletter'] }],
      hasMore: false,
    });
  });
});
