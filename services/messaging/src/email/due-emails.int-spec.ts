import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import { type Sandbox, startSandbox } from '@lectern/sandbox/sandbox';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import type { EmailRecipient } from '../delivery/email-recipient.entity.ts';
import { addOptOut, suppress } from '../testing/campaigns.ts';
import { accountEvent, membershipEvent } from '../testing/events.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import { type ProviderWebhook, startProviderWebhook } from '../testing/provider-webhook.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { accept, cut, refuse, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const WELCOME = 'welcome:sub_ann';

let messaging: RunningMessaging;
let issuer: LinkIssuer;
beforeAll(async () => {
  messaging = await startMessaging();
  issuer = await startLinkIssuer(messaging.redisUrl);
});
afterAll(async () => {
  await issuer.close();
  await messaging.stop();
});
beforeEach(() =>
  emptyTables(
    messaging.dataSource,
    'email_recipients, link_clicks, provider_events, accounts, suppressed_addresses, list_opt_outs',
  ),
);

describe('delivering emails', () => {
  let sendgrid: SendgridServer;
  let worker: RunningService;

  beforeAll(async () => {
    sendgrid = await startSendgridServer();
    worker = await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await worker.close();
    await sendgrid.close();
  });
  beforeEach(() => {
    sendgrid.received.length = 0;
    sendgrid.answer(accept);
  });

  const join = (): Promise<void> => messaging.deliverEvent(membershipChanged, membershipEvent());
  const update = (change: string): Promise<unknown> =>
    messaging.dataSource.query(`UPDATE email_recipients SET ${change}`);
  const theEmail = async (): Promise<EmailRecipient> => (await messaging.emails())[0]!;
  /** Resolves after a worker has polled: a second email, due after the first, has gone out. */
  const afterNextPoll = async (): Promise<void> => {
    sendgrid.answer(accept);
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data)
       SELECT 'probe', 'probe@example.com', 'probe@example.com', template, data || '{"email":"probe@example.com"}' FROM email_recipients LIMIT 1`,
    );
    await messaging.wakeWorkers();
    await messaging.emailIn('sent', 'probe');
    await messaging.dataSource.query(`DELETE FROM email_recipients WHERE dedupe_key = 'probe'`);
  };
  const postsToAnn = (): number =>
    sendgrid.received.filter((mail) => mail.personalizations[0]!.to[0]!.email === 'ann@example.com').length;
  const processed = (recipientId: string): object => ({
    email: 'ann@example.com',
    timestamp: 1_770_000_000,
    event: 'processed',
    sg_event_id: 'event-1',
    sg_message_id: 'message-9',
    recipientId,
  });

  it('posts one request that names its email, with both forms of it and no line breaks in the header', async () => {
    await messaging.deliverEvent(
      accountChanged,
      accountEvent({ firstName: 'Ann\r\nBcc: all@example.com', lastName: '<b>Lee</b>' }),
    );
    await messaging.deliverEvent(membershipChanged, membershipEvent());
    const { id } = await messaging.emailIn('sent', WELCOME);
    expect(sendgrid.received).toHaveLength(1);
    expect(sendgrid.received[0]).toMatchObject({
      from: { email: 'hello@lectern.test', name: 'Lectern' },
      subject: 'Welcome to the Debate Club',
      personalizations: [
        {
          to: [{ email: 'ann@example.com', name: 'Ann Bcc: all@example.com <b>Lee</b>' }],
          custom_args: { recipientId: id },
        },
      ],
      content: [{ type: 'text/plain' }, { type: 'text/html' }],
    });
  });

  it.each([400, 413])('gives up an email that is refused with %i, and stores the reason', async (status) => {
    sendgrid.answer(refuse(status));
    await join();
    expect(await messaging.emailIn('failed', WELCOME)).toMatchObject({ reason: `${status} no`, attempts: 1 });
    await afterNextPoll();
    expect(postsToAnn()).toBe(1);
  });

  it.each([
    ['the limit is used up', refuse(429, { 'retry-after': '1' })],
    ['the provider is out of order', refuse(503)],
    ['the key is wrong', refuse(401)],
  ])('lets an email wait where %s, and sends it then', async (_what, refusal) => {
    sendgrid.answer(refusal, accept);
    await join();
    expect(await until('a refusal', async () => (await theEmail()).reason)).toMatch(/^\d+ no$/);
    expect(await theEmail()).toMatchObject({ status: 'pending', attempts: 1, sentAt: null });
    await update(`next_attempt_at = now()`);
    await messaging.wakeWorkers();
    expect(await messaging.emailIn('sent', WELCOME)).toMatchObject({ attempts: 2, reason: null });
    expect(postsToAnn()).toBe(2);
  });

  it('gives up an email after three hundred refusals', async () => {
    sendgrid.answer(refuse(503));
    await join();
    await until('a refusal', async () => (await theEmail()).reason);
    await update(`attempts = 299, next_attempt_at = now()`);
    await messaging.wakeWorkers();
    expect(await messaging.emailIn('failed', WELCOME)).toMatchObject({ reason: '503 no', attempts: 300 });
  });

  it('leaves all emails alone for as long as the provider asks', async () => {
    sendgrid.answer(refuse(429, { 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 120) }));
    await join();
    await until('a refusal', async () => (await theEmail()).reason);
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data, next_attempt_at)
       SELECT 'other', 'other@example.com', 'other@example.com', template, data, now() + interval '1 second' FROM email_recipients`,
    );
    // The pause began before the other email existed; the next refusal holds that back too.
    await update(`next_attempt_at = now() WHERE dedupe_key = '${WELCOME}'`);
    await messaging.wakeWorkers();
    await until('the other email to be held', async () => {
      const [row] = await messaging.dataSource.query<{ held: boolean }[]>(
        `SELECT next_attempt_at > now() + interval '60 seconds' AS held FROM email_recipients WHERE dedupe_key = 'other'`,
      );
      return row!.held;
    });
    // The first refusal may have held it as well.
    await until('the second try', async () => postsToAnn() === 2);
  });

  it('lets an email wait where no connection was made', async () => {
    await worker.close();
    const nowhere = await startSendgridServer();
    await nowhere.close();
    worker = await messaging.startWorker(nowhere.url);
    await join();
    expect(await until('the failure', async () => (await theEmail()).reason)).toMatch(/ECONNREFUSED/);
    expect(await theEmail()).toMatchObject({ status: 'pending', attempts: 1 });
    await worker.close();
    worker = await messaging.startWorker(sendgrid.url);
    await update('next_attempt_at = now()');
    await messaging.wakeWorkers();
    await messaging.emailIn('sent', WELCOME);
    expect(postsToAnn()).toBe(1);
  });

  it.each([
    ['cuts the connection', cut],
    ['is a proxy that lost its upstream', refuse(502)],
    ['answers something else', refuse(200)],
  ])('never posts an email again after the provider %s', async (_what, answer) => {
    sendgrid.answer(answer);
    await join();
    await until('the silence', async () => (await theEmail()).reason);
    await afterNextPoll();
    expect(await theEmail()).toMatchObject({ status: 'sending', attempts: 1 });
    expect(postsToAnn()).toBe(1);
  });

  it('makes an email uncertain after ten minutes without a confirmation, and never posts it again', async () => {
    sendgrid.answer(cut);
    await join();
    await until('the cut', async () => (await theEmail()).reason);
    await update(`claimed_at = now() - interval '9 minutes 50 seconds'`);
    await afterNextPoll();
    expect(await theEmail()).toMatchObject({ status: 'sending' });
    await update(`claimed_at = now() - interval '10 minutes 1 second'`);
    await messaging.wakeWorkers();
    expect(await messaging.emailIn('uncertain', WELCOME)).toMatchObject({
      reason: expect.stringContaining('ECONNRESET'),
    });
    await afterNextPoll();
    expect(await theEmail()).toMatchObject({ status: 'uncertain', attempts: 1 });
    expect(postsToAnn()).toBe(1);
  });

  it('does the same with an email whose worker was killed before posting', async () => {
    await worker.close();
    await join();
    await update(
      `status = 'sending', attempts = 1, batch_id = gen_random_uuid(), claimed_at = now() - interval '11 minutes'`,
    );
    worker = await messaging.startWorker(sendgrid.url);
    expect(await messaging.emailIn('uncertain', WELCOME)).toMatchObject({
      reason: 'The server stopped before the email provider answered',
    });
    await afterNextPoll();
    expect(postsToAnn()).toBe(0);
  });

  it.each(['sending', 'uncertain', 'pending', 'failed'])(
    "takes the provider's event as confirmation for an email that is %s",
    async (status) => {
      sendgrid.answer(cut);
      await join();
      await until('the cut', async () => (await theEmail()).reason);
      await update(`status = '${status}', next_attempt_at = now() + interval '1 hour'`);
      const { id } = await theEmail();
      await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([processed(id)])));
      expect(await theEmail()).toMatchObject({
        status: 'sent',
        providerMessageId: 'message-9',
        reason: null,
        sentAt: new Date(1_770_000_000_000),
        attempts: 1,
      });
      await afterNextPoll();
      expect(postsToAnn()).toBe(1);
    },
  );

  it('follows an email to its mailbox by the events', async () => {
    await join();
    const { id } = await messaging.emailIn('sent', WELCOME);
    const bounce = { ...processed(id), event: 'bounce', sg_event_id: 'event-3', reason: '550 no such mailbox' };
    for (const event of [{ ...processed(id), event: 'delivered', sg_event_id: 'event-2' }, bounce, processed(id)])
      await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([event])));
    expect(await theEmail()).toMatchObject({ status: 'bounced', reason: '550 no such mailbox' });
  });

  it('reaches an address that refused list mail', async () => {
    await suppress(messaging, 'ann@example.com', 'unsubscribed');
    await addOptOut(messaging, 'ann@example.com', 'newsletter');
    await join();
    await messaging.emailIn('sent', WELCOME);
    expect(postsToAnn()).toBe(1);
  });

  it("handles an event that arrives before the provider's answer", async () => {
    sendgrid.answer((response, mail) => {
      void messaging.rpc
        .call(
          receiveSendgridEvents,
          messaging.signedPost(JSON.stringify([processed(mail.personalizations[0]!.custom_args.recipientId)])),
        )
        .then(() => accept(response, mail));
    });
    await join();
    await messaging.emailIn('sent', WELCOME);
    await afterNextPoll();
    expect(await theEmail()).toMatchObject({ status: 'sent', attempts: 1, sentAt: new Date(1_770_000_000_000) });
    expect(postsToAnn()).toBe(1);
  });

  it('finishes its posts when a worker is stopped amid many emails, and the next worker sends the rest', async () => {
    const arrived = new Promise<void>((resolve) => {
      sendgrid.answer((response, mail) => {
        resolve();
        // At this pace a turn of the worker ends before all emails are posted.
        setTimeout(() => accept(response, mail), 250);
      });
    });
    await worker.close();
    await join();
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data)
       SELECT 'many:' || n, 'person' || n || '@example.com', 'person' || n || '@example.com', template, data || jsonb_build_object('email', 'person' || n || '@example.com')
       FROM email_recipients, generate_series(1, 100) AS n`,
    );
    worker = await messaging.startWorker(sendgrid.url);
    await arrived;
    await worker.close();
    const statuses = (await messaging.emails()).map((message) => message.status);
    expect(new Set(statuses)).toEqual(new Set(['sent', 'pending']));
    expect(sendgrid.received).toHaveLength(statuses.filter((status) => status === 'sent').length);
    sendgrid.answer(accept);
    worker = await messaging.startWorker(sendgrid.url);
    await messaging.wakeWorkers();
    await until('every email to be sent', async () => {
      const [row] = await messaging.dataSource.query<{ open: string }[]>(
        `SELECT count(*) AS open FROM email_recipients WHERE status <> 'sent'`,
      );
      return row!.open === '0';
    });
    expect(new Set(sendgrid.received.map((mail) => mail.personalizations[0]!.custom_args.recipientId)).size).toBe(101);
    expect(sendgrid.received).toHaveLength(101);
  });

  it('gives up an email that cannot be rendered', async () => {
    await worker.close();
    await join();
    await update(`template = 'gone'`);
    worker = await messaging.startWorker(sendgrid.url);
    expect(await messaging.emailIn('failed', WELCOME)).toMatchObject({
      reason: 'The email could not be rendered',
    });
    expect(sendgrid.received).toEqual([]);
  });
});

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

describe('the welcome email, with the provider emulator', () => {
  let sandbox: Sandbox;
  let webhook: ProviderWebhook;
  let workers: RunningService[];
  let eventsMayCome = Promise.resolve(true);

  beforeAll(async () => {
    sandbox = await startSandbox();
    webhook = await startProviderWebhook(messaging, () => eventsMayCome);
    sandbox.pointWebhooksTo({
      sendgrid: { url: webhook.url, privateKey: messaging.webhookPrivateKey },
    });
    workers = await Promise.all([1, 2].map(() => messaging.startWorker(sandbox.url)));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await sandbox.close();
    webhook.server.close();
  });
  beforeEach(async () => {
    await fetch(`${sandbox.url}/mail/api/faults`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  });

  const mailTo = async (address: string): Promise<Mail[]> => {
    const answer = await fetch(`${sandbox.url}/mail/api/messages?to=${encodeURIComponent(address)}`);
    return (await answer.json()) as Mail[];
  };
  const person = (): { email: string; subscriptionId: string; key: string } => {
    const subscriptionId = `sub_${randomUUID()}`;
    return { email: `${subscriptionId}@example.com`, subscriptionId, key: `welcome:${subscriptionId}` };
  };

  it('reaches the mailbox of a new member', async () => {
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(membershipChanged, membershipEvent());
    expect(await messaging.emailIn('sent', WELCOME)).toMatchObject({
      attempts: 1,
      providerMessageId: expect.any(String),
      sentAt: expect.any(Date),
    });
    const [mail, ...others] = await mailTo('ann@example.com');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Welcome to the Debate Club' });
    for (const text of ['Welcome, Ann', '$95 a month', 'February 5, 2026', 'https://lectern.test/dashboard']) {
      expect(mail!.html).toContain(text);
      expect(mail!.text).toContain(text);
    }
  });

  it('is also sent to an email address that staff corrected, once, in any period', async () => {
    const { email: mistyped, subscriptionId, key } = person();
    const guest = { subscriptionId, email: mistyped, userId: null };
    await messaging.deliverEvent(membershipChanged, membershipEvent(guest));
    await messaging.emailIn('sent', key);
    const corrected = membershipEvent({
      ...guest,
      email: `meant-${mistyped}`,
      version: 2,
      currentPeriodEnd: '2026-05-05T18:00:00.000Z',
      isEmailCorrected: true,
    });
    for (let time = 1; time <= 2; time += 1) await messaging.deliverEvent(membershipChanged, corrected);
    await messaging.deliverEvent(membershipChanged, { ...corrected, version: 3, isEmailCorrected: undefined });
    await messaging.emailIn('sent', `${key}:2`);
    expect([await mailTo(mistyped), await mailTo(`meant-${mistyped}`)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  it('goes to each of many members once, though every event arrives three times, in reverse order, at two workers', async () => {
    const people = Array.from({ length: 20 }, person);
    await Promise.all(
      people.flatMap((one) =>
        [3, 2, 1].map((version) => messaging.deliverEvent(membershipChanged, membershipEvent({ ...one, version }))),
      ),
    );
    for (const { key, email } of people) {
      await messaging.emailIn('sent', key);
      expect(await mailTo(email)).toHaveLength(1);
    }
    expect(await messaging.emails()).toHaveLength(people.length);
  });

  it('is not written for a membership without access, but is once access begins', async () => {
    const { key, ...one } = person();
    await messaging.deliverEvent(membershipChanged, membershipEvent({ ...one, status: 'pending', access: false }));
    expect(await messaging.emails()).toEqual([]);
    await messaging.deliverEvent(membershipChanged, membershipEvent({ ...one, version: 2 }));
    await messaging.emailIn('sent', key);
  });

  it('arrives once when the provider accepts it and cuts the connection, confirmed by its event', async () => {
    const { key, ...one } = person();
    let letEventsCome = (): void => undefined;
    eventsMayCome = new Promise((resolve) => (letEventsCome = () => resolve(true)));
    await fetch(`${sandbox.url}/mail/api/faults`, {
      method: 'POST',
      body: '{"acceptThenCut":1}',
      headers: { 'content-type': 'application/json' },
    });
    await messaging.deliverEvent(membershipChanged, membershipEvent(one));
    await until('the cut', async () => (await messaging.emailIn('sending', key)).reason);
    letEventsCome();
    expect(await messaging.emailIn('sent', key)).toMatchObject({ attempts: 1, providerMessageId: expect.any(String) });
    await messaging.wakeWorkers();
    expect(await mailTo(one.email)).toHaveLength(1);
  });
});
