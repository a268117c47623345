import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged, paymentFailed } from '@lectern/contracts/billing/events';
import { accountDeleted, emailChanged, linkRequested, peopleMerged } from '@lectern/contracts/identity/events';
import {
  countMailings,
  deleteSubscriber,
  receiveSendgridEvents,
  requestStarterKit,
  sendContactMessage,
  subscribeToNewsletter,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import {
  contactsChanged,
  officeHoursChanged,
  registrationsErased,
  tournamentEntered,
} from '@lectern/contracts/registrations/events';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { ACTING_ADMIN } from '../testing/campaigns.ts';
import { enteredEvent, membershipEvent, officeHoursEvent, paymentFailedEvent } from '../testing/events.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import {
  type RunningMessaging,
  startMessaging,
  SUPPORT_EMAIL,
  UNSUBSCRIBE_SECRET,
} from '../testing/running-messaging.ts';
import { accept, cut, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';

describe('a deleted account', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  let issuer: LinkIssuer;
  let worker: RunningService | undefined;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    issuer = await startLinkIssuer(messaging.redisUrl);
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    sendgrid.answer(accept);
    await emptyTables(
      messaging.dataSource,
      'email_recipients, link_clicks, newsletter_subscribers, subscriber_counts, contact_messages, starter_kit_requests, provider_events, suppressed_addresses',
    );
    sendgrid.received.length = 0;
  });
  afterAll(async () => {
    await Promise.all([sendgrid.close(), issuer.close()]);
    await messaging.stop();
  });

  interface Somebody {
    readonly userId: string;
    readonly email: string;
    readonly firstName: string;
  }

  /** A person with a unique name. */
  const somebody = (): Somebody => {
    const mark = randomUUID().slice(0, 8);
    return { userId: randomUUID(), email: `Leaver.${mark}@Example.com`, firstName: `First${mark}` };
  };
  const welcome = ({ userId, email, firstName }: Somebody) =>
    membershipEvent({ userId, email, firstName, subscriptionId: `sub_${userId}` });
  const publishDeletion = ({ userId, email, firstName }: Somebody, verifiedEmail: string | null = email) =>
    messaging.deliverEvent(accountDeleted, {
      userId,
      email,
      verifiedEmail,
      firstName,
      deletedAt: new Date().toISOString(),
    });
  const traces = async ({ email, firstName }: Somebody, except: readonly string[] = ['suppressed_addresses']) =>
    (await rowsContaining(messaging.dataSource, [email, firstName])).filter(
      (row) => !except.includes(row.split(':')[0]!),
    );
  const lastEmail = ({ userId }: Somebody) => messaging.emailIn('sent', `account-deleted:${userId}`);
  const deliveredTo = ({ email }: Somebody, recipientId?: string) => ({
    sg_event_id: randomUUID(),
    event: 'delivered',
    timestamp: 1_700_000_000,
    email,
    ...(recipientId === undefined ? {} : { recipientId }),
  });
  const receive = (...events: object[]) =>
    messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify(events)));

  /** Fills every table with rows about a person. */
  const writeTo = async (who: Somebody): Promise<void> => {
    const { email, firstName } = who;
    await messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: [] });
    await messaging.rpc.call(sendContactMessage, { name: firstName, email, message: `Ten emails of ${firstName}` });
    const [subscriber] = await messaging.dataSource.query<{ id: string }[]>(
      'SELECT id FROM newsletter_subscribers WHERE email_key = $1',
      [email.toLowerCase()],
    );
    await messaging.rpc.call(deleteSubscriber, { id: subscriber!.id, by: ACTING_ADMIN });
    await messaging.rpc.call(requestStarterKit, { email });
    await messaging.deliverEvent(membershipChanged, welcome(who));
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ email, firstName, registrationId: randomUUID() }));
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ email, firstName, requestId: randomUUID() }));
    await receive(deliveredTo(who));
    const contact = {
      registrationId: randomUUID(),
      list: 'debate_club',
      version: 2,
      email,
      firstName,
      lastName: 'Lee',
      isIn: true,
      until: null,
    } as const;
    await messaging.deliverEvent(contactsChanged, { contacts: [contact] });
    const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'all') RETURNING id`,
    );
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (campaign_id, list, email, email_key, name) VALUES ($1, 'newsletter', $2, $3, $4)`,
      [campaign!.id, email, email.toLowerCase(), firstName],
    );
  };

  it('has no trace in any table once the last email was sent, and another person keeps theirs', async () => {
    const [leaver, stayer] = [somebody(), somebody()];
    for (const who of [leaver, stayer]) await writeTo(who);
    await messaging.rpc.call(unsubscribe, {
      email: leaver.email,
      key: unsubscribeKey(UNSUBSCRIBE_SECRET, leaver.email),
    });
    const before = await traces(stayer);
    expect(before.length).toBeGreaterThan(8);

    await publishDeletion(leaver);
    const erased = await messaging.dataSource.query<{ status: string }[]>(
      `SELECT DISTINCT status FROM email_recipients WHERE email = ''`,
    );
    expect(erased).toEqual([{ status: 'skipped' }]);
    worker = await messaging.startWorker(sendgrid.url);
    const { id } = await lastEmail(leaver);
    await receive(deliveredTo(leaver, id));
    expect(await traces(leaver)).toEqual([]);
    // The suppression of the address protects its holder, and stays.
    expect(await messaging.dataSource.query('SELECT email_key, reason FROM suppressed_addresses')).toEqual([
      { email_key: leaver.email.toLowerCase(), reason: 'unsubscribed' },
    ]);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
    const posted = sendgrid.received.filter(
      ({ personalizations }) => personalizations[0]!.to[0]!.email === leaver.email,
    );
    expect(posted.map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
    expect(posted[0]!.content[0]!.value).toContain(`Hello ${leaver.firstName},`);
    // Nor does the team get a message that was not sent before the deletion.
    expect(sendgrid.received.filter(({ reply_to }) => reply_to?.email === leaver.email)).toEqual([]);
    // An event may have had both of them.
    const isKept = (row: string): boolean => !/^(email_recipients|outbox|person_record_changes)/.test(row);
    expect((await traces(stayer)).filter(isKept)).toEqual(before.filter(isKept));
    await until(
      'the other person to get their emails',
      async () =>
        sendgrid.received.filter(({ personalizations }) => personalizations[0]!.to[0]!.email === stayer.email)
          .length === 5,
    );
  });

  it('gets no email from earlier events, and one last email however often the event arrives', async () => {
    const leaver = somebody();
    worker = await messaging.startWorker(sendgrid.url);
    for (let published = 0; published < 3; published += 1) await publishDeletion(leaver);
    await lastEmail(leaver);
    const { userId, email, firstName } = leaver;
    await messaging.deliverEvent(membershipChanged, welcome(leaver));
    await messaging.deliverEvent(
      membershipChanged,
      membershipEvent({ userId: null, email: '', firstName: '', lastName: '', subscriptionId: `sub_${randomUUID()}` }),
    );
    await messaging.deliverEvent(
      paymentFailed,
      paymentFailedEvent({ userId, email, firstName, invoiceId: randomUUID() }),
    );
    await messaging.deliverEvent(emailChanged, { userId, version: 2, oldEmail: email, firstName });
    expect(await messaging.emails()).toHaveLength(1);
    expect(await traces(leaver)).toEqual([]);
    expect(sendgrid.received.map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
  });

  it.each<[string, string, (message: { id: string; registrationId: string }, who: Somebody) => Promise<unknown>]>([
    [
      'the erasure of their registrations',
      'sent',
      ({ registrationId }) => messaging.deliverEvent(registrationsErased, { registrationIds: [registrationId] }),
    ],
    [
      'the provider’s event of an email that is erased once it is settled',
      'sending',
      ({ id }, who) => receive(deliveredTo(who, id)),
    ],
  ])('causes no deadlock with %s', async (_what, status, meet) => {
    const leaver = somebody();
    const { userId, email, firstName } = leaver;
    const registrationId = randomUUID();
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ email, firstName, userId, registrationId }));
    const { id } = (await messaging.emails())[0]!;
    await receive(deliveredTo(leaver, id));
    await messaging.dataSource.query(
      'UPDATE email_recipients SET status = $2, erase_when_settled = $3, claimed_at = now(), batch_id = gen_random_uuid() WHERE id = $1',
      [id, status, status === 'sending'],
    );
    await messaging.rpc.call(sendContactMessage, { name: firstName, email, message: `Ten emails of ${firstName}` });
    const waiting = async (): Promise<number> =>
      (
        await messaging.dataSource.query<[{ count: number }]>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      )[0].count;
    /** Waits until `number` transactions wait for locks, or this one is over. */
    const untilItWaits = async (number: number, transaction: Promise<unknown>): Promise<void> => {
      let isOver = false as boolean;
      transaction.finally(() => (isOver = true)).catch(() => undefined);
      while (!isOver && (await waiting()) < number);
    };

    // Stops the deletion halfway.
    const blocking = messaging.dataSource.createQueryRunner();
    await blocking.startTransaction();
    await blocking.query('SELECT 1 FROM contact_messages FOR UPDATE');
    const deletion = publishDeletion(leaver);
    await untilItWaits(1, deletion);
    const other = meet({ id, registrationId }, leaver);
    await untilItWaits(2, other);
    await blocking.commitTransaction();
    await blocking.release();
    expect((await Promise.allSettled([deletion, other])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    const kept = await messaging.dataSource.query<unknown[]>(
      'SELECT email, payload FROM provider_events WHERE recipient_id = $1 AND (email IS NOT NULL OR payload <> $2)',
      [id, {}],
    );
    expect(kept).toEqual([]);
    expect(await messaging.dataSource.query('SELECT email, data FROM email_recipients WHERE id = $1', [id])).toEqual([
      { email: '', data: null },
    ]);
  });

  it('is merged from another mailbox with its messages and emails, and with the refusals of both', async () => {
    const [old, kept] = [somebody(), somebody()];
    for (const who of [old, kept]) {
      await messaging.rpc.call(subscribeToNewsletter, { email: who.email, source: 'footer', tags: [] });
    }
    const merge = () =>
      messaging.deliverEvent(peopleMerged, {
        mergeId: randomUUID(),
        oldEmail: old.email,
        newEmail: kept.email,
        userId: kept.userId,
        mergedAt: new Date().toISOString(),
      });
    await messaging.rpc.call(sendContactMessage, { name: 'A', email: old.email, message: 'Ten emails of A' });
    await messaging.deliverEvent(
      tournamentEntered,
      enteredEvent({ email: old.email, firstName: 'A', registrationId: randomUUID() }),
    );
    await messaging.rpc.call(unsubscribe, { email: old.email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, old.email) });
    await messaging.dataSource.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ($1, 'bounced', now()), ($1, 'complained', now())`,
      [old.email.toLowerCase()],
    );
    await messaging.dataSource.query(
      `INSERT INTO list_opt_outs (email_key, list, since) VALUES ($1, 'tournament', now())`,
      [old.email.toLowerCase()],
    );
    const [campaign] = await messaging.dataSource.query<[{ id: string }]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience, status) VALUES ('N', 'S', 'C', 'newsletter', 'sent') RETURNING id`,
    );
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (campaign_id, email, email_key, list, status) SELECT $1, email, lower(email), 'newsletter', 'delivered' FROM unnest($2::text[]) email`,
      [campaign.id, [old.email, kept.email]],
    );
    for (const _ of [1, 2]) await merge();
    const rows = (sql: string) => messaging.dataSource.query<unknown[]>(sql, [kept.email.toLowerCase()]);
    expect(await rows('SELECT is_active FROM newsletter_subscribers WHERE email_key = $1')).toEqual([
      { is_active: false },
    ]);
    expect(await rows('SELECT reason FROM suppressed_addresses WHERE email_key = $1 ORDER BY reason')).toEqual([
      { reason: 'complained' },
      { reason: 'unsubscribed' },
    ]);
    expect(await rows(`SELECT list FROM list_opt_outs WHERE email_key = $1 AND list = 'tournament'`)).toHaveLength(1);
    const whose = { email: kept.email, user_id: kept.userId };
    expect(await rows('SELECT email, user_id FROM contact_messages WHERE lower(email) = $1')).toEqual([whose]);
    expect(await rows('SELECT email, user_id FROM conversations WHERE email_key = $1')).toEqual([whose]);
    const emails = await rows(
      `SELECT email, user_id FROM email_recipients WHERE email_key = $1 AND template = 'tournament-entry'`,
    );
    expect(emails).toEqual([whose]);
    const left = (await traces(old, ['suppressed_addresses', 'list_opt_outs'])).map((row) => row.split(':')[0]);
    expect(left.filter((table) => !['outbox', 'person_record_changes'].includes(table!))).toEqual([]);
    await messaging.dataSource.query('DELETE FROM list_opt_outs');
  });

  it('leaves the lists of the mailbox that they were merged into by a link that went to the old one', async () => {
    const [old, kept] = [somebody(), somebody()];
    await messaging.rpc.call(subscribeToNewsletter, { email: old.email, source: 'footer', tags: [] });
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (email, email_key, template, dedupe_key, data, status) VALUES ($1, lower($1), 'starter-kit', $1, '{}', 'delivered')`,
      [old.email],
    );
    await messaging.deliverEvent(peopleMerged, {
      ...{ mergeId: randomUUID(), oldEmail: old.email, newEmail: kept.email, userId: kept.userId },
      mergedAt: new Date().toISOString(),
    });
    const isSubscribed = async () =>
      messaging.dataSource.query<unknown[]>(
        'SELECT email_key, is_active FROM newsletter_subscribers WHERE email_key = ANY($1)',
        [[old.email.toLowerCase(), kept.email.toLowerCase()]],
      );
    expect(await isSubscribed()).toEqual([{ email_key: kept.email.toLowerCase(), is_active: true }]);
    await messaging.rpc.call(unsubscribe, { email: old.email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, old.email) });
    expect(await isSubscribed()).toEqual([{ email_key: kept.email.toLowerCase(), is_active: false }]);
  });

  it('is not the recipient of an email that asked the mailbox to confirm itself for another account', async () => {
    const [guest, other] = [somebody(), somebody()];
    const ask = (userId: string, email: string) =>
      messaging.deliverEvent(linkRequested, {
        requestId: randomUUID(),
        purpose: 'email_change',
        email,
        firstName: other.firstName,
        userId,
      });
    await ask(other.userId, guest.email);
    await ask(other.userId, other.email);
    const [asked] = await messaging.dataSource.query<[{ id: string }]>(
      'SELECT id FROM email_recipients WHERE email = $1',
      [guest.email],
    );
    await receive(deliveredTo(guest, asked.id));
    worker = await messaging.startWorker(sendgrid.url);
    await messaging.deliverEvent(accountDeleted, {
      userId: guest.userId,
      email: guest.email,
      verifiedEmail: guest.email,
      firstName: '',
      deletedAt: new Date().toISOString(),
      isByStaff: true,
      isMailbox: true,
    });
    await lastEmail(guest);
    expect(await traces(guest)).toEqual([]);
    expect((await traces(other)).map((row) => row.split(':')[0])).toContain('email_recipients');
  });

  it('is removed from an email that is being posted, once it is settled', async () => {
    const leaver = somebody();
    let held: ServerResponse | undefined;
    sendgrid.answer((response) => void (held = response), accept);
    worker = await messaging.startWorker(sendgrid.url);
    await messaging.deliverEvent(membershipChanged, welcome(leaver));
    await until('the email to be under way', async () => held);
    await publishDeletion(leaver);
    accept(held!, sendgrid.received[0]!);
    await lastEmail(leaver);
    await messaging.emailIn('sent', `welcome:sub_${leaver.userId}`);
    expect(await traces(leaver)).toEqual([]);
  });

  it('is removed from the last email also where only a bounce reports that it was sent', async () => {
    const leaver = somebody();
    sendgrid.answer(cut);
    worker = await messaging.startWorker(sendgrid.url);
    await publishDeletion(leaver);
    const { id } = await until('the cut', async () => (await messaging.emails()).find(({ reason }) => reason !== null));
    await receive({ ...deliveredTo(leaver, id), event: 'bounce', reason: `550 no mailbox ${leaver.email}` });
    expect(await messaging.emails()).toMatchObject([{ status: 'bounced', email: '', reason: null }]);
    expect(await traces(leaver)).toEqual([]);
  });

  it('keeps addresses that nobody has verified: only emails about the account are erased', async () => {
    const typed = somebody();
    await writeTo(typed);
    await publishDeletion(typed, null);
    worker = await messaging.startWorker(sendgrid.url);
    await lastEmail(typed);
    const left = await messaging.dataSource.query<{ dedupe_key: string }[]>(
      `SELECT dedupe_key FROM email_recipients WHERE email = $1 AND dedupe_key IS NOT NULL ORDER BY dedupe_key`,
      [typed.email],
    );
    expect(left.map((row) => row.dedupe_key.split(':')[0])).toEqual([
      'contact-acknowledgement',
      'office-hours-requested',
      'starter-kit',
      'tournament-entered',
    ]);
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 1 });
  });

  it('cancels an office-hours session by an email to the team without a name', async () => {
    worker = await messaging.startWorker(sendgrid.url);
    const event = officeHoursEvent({
      change: 'cancelled',
      requestId: randomUUID(),
      email: '',
      firstName: '',
      lastName: '',
      topic: '',
    });
    await messaging.deliverEvent(officeHoursChanged, event);
    await messaging.emailIn('sent', `office-hours-cancelled-team:${event.requestId}`);
    expect(
      sendgrid.received.map(({ subject, personalizations }) => [personalizations[0]!.to[0]!.email, subject]),
    ).toEqual([[SUPPORT_EMAIL, 'Office hours cancelled: A deleted account, Friday, January 24, 2025']]);
  });
});

describe('an account that moves from a verified address', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());

  it('gets waiting emails at the new address, except those about the old mailbox', async () => {
    const userId = randomUUID();
    await messaging.deliverEvent(
      paymentFailed,
      paymentFailedEvent({ userId, email: 'Old@example.com', invoiceId: 'in_own' }),
    );
    await messaging.deliverEvent(
      paymentFailed,
      paymentFailedEvent({ userId: randomUUID(), email: 'old@example.com', invoiceId: 'in_other' }),
    );
    await messaging.deliverEvent(emailChanged, {
      userId,
      version: 2,
      oldEmail: 'old@example.com',
      newEmail: 'new@example.com',
      wasVerified: true,
      firstName: 'Ann',
    });
    const sentTo = await messaging.dataSource.query<{ key: string; to: string }[]>(
      `SELECT split_part(dedupe_key, ':', 2) AS key, email AS "to" FROM email_recipients ORDER BY created_at`,
    );
    expect(Object.fromEntries(sentTo.map(({ key, to }) => [key, to]))).toEqual({
      in_own: 'new@example.com',
      in_other: 'old@example.com',
      [userId]: 'old@example.com',
    });
  });
});
