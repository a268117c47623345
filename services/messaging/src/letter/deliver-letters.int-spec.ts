import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import type { RunningService } from '@lectern/service-kit/process/run-service';
import { accountFact, membershipFact } from '../testing/facts.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { accept, cut, refuse, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import type { Letter } from './letter.entity.ts';

const WELCOME = 'welcome:sub_ann';

describe('delivering letters', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  let worker: RunningService;
  let issuer: LinkIssuer;

  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    issuer = await startLinkIssuer(messaging.redisUrl);
    worker = await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await Promise.all([sendgrid.close(), issuer.close()]);
    await messaging.stop();
  });
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'letters, provider_events, accounts');
    sendgrid.received.length = 0;
    sendgrid.answer(accept);
  });

  const join = (): Promise<void> => messaging.tell(membershipChanged, membershipFact());
  const update = (change: string): Promise<unknown> => messaging.dataSource.query(`UPDATE letters SET ${change}`);
  const theLetter = async (): Promise<Letter> => (await messaging.letters())[0]!;
  /** Resolves once a worker has looked: a second letter, due after the first, has gone out. */
  const aLookLater = async (): Promise<void> => {
    sendgrid.answer(accept);
    await messaging.dataSource.query(
      `INSERT INTO letters (dedupe_key, "to", template, data) SELECT 'probe', 'probe@example.com', template, data || '{"email":"probe@example.com"}' FROM letters LIMIT 1`,
    );
    await messaging.wakeWorkers();
    await messaging.letterIn('sent', 'probe');
    await messaging.dataSource.query(`DELETE FROM letters WHERE dedupe_key = 'probe'`);
  };
  const postsToAnn = (): number =>
    sendgrid.received.filter((mail) => mail.personalizations[0]!.to[0]!.email === 'ann@example.com').length;
  const processed = (letterId: string): object => ({
    email: 'ann@example.com',
    timestamp: 1_770_000_000,
    event: 'processed',
    sg_event_id: 'event-1',
    sg_message_id: 'message-9',
    letterId,
  });

  it('posts one request that names its letter, with both forms of it and no line breaks in the header', async () => {
    await messaging.tell(
      accountChanged,
      accountFact({ firstName: 'Ann\r\nBcc: all@example.com', lastName: '<b>Lee</b>' }),
    );
    await messaging.tell(membershipChanged, membershipFact());
    const { id } = await messaging.letterIn('sent', WELCOME);
    expect(sendgrid.received).toHaveLength(1);
    expect(sendgrid.received[0]).toMatchObject({
      from: { email: 'hello@lectern.test', name: 'Lectern' },
      subject: 'Welcome to the Debate Club',
      personalizations: [{ to: [{ email: 'ann@example.com', name: 'Ann Bcc: all@example.com <b>Lee</b>' }] }],
      content: [{ type: 'text/plain' }, { type: 'text/html' }],
      custom_args: { letterId: id },
    });
  });

  it.each([400, 413])('gives a letter up that is refused with %i, with the reason', async (status) => {
    sendgrid.answer(refuse(status));
    await join();
    expect(await messaging.letterIn('failed', WELCOME)).toMatchObject({ lastError: `${status} no`, attempts: 1 });
    await aLookLater();
    expect(postsToAnn()).toBe(1);
  });

  it.each([
    ['the limit is used up', refuse(429, { 'retry-after': '1' })],
    ['the provider is out of order', refuse(503)],
    ['the key is wrong', refuse(401)],
  ])('lets a letter wait where %s, and sends it then', async (_what, refusal) => {
    sendgrid.answer(refusal, accept);
    await join();
    expect(await until('a refusal', async () => (await theLetter()).lastError)).toMatch(/^\d+ no$/);
    expect(await theLetter()).toMatchObject({ status: 'pending', attempts: 1, sentAt: null });
    await update(`next_attempt_at = now()`);
    await messaging.wakeWorkers();
    expect(await messaging.letterIn('sent', WELCOME)).toMatchObject({ attempts: 2, lastError: null });
    expect(postsToAnn()).toBe(2);
  });

  it('leaves all letters alone for as long as the provider asks', async () => {
    sendgrid.answer(refuse(429, { 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 120) }));
    await join();
    await until('a refusal', async () => (await theLetter()).lastError);
    await messaging.dataSource.query(
      `INSERT INTO letters (dedupe_key, "to", template, data, next_attempt_at)
       SELECT 'other', 'other@example.com', template, data, now() + interval '1 second' FROM letters`,
    );
    // The pause was told before the other letter was there; the next refusal holds it back too.
    await update(`next_attempt_at = now() WHERE dedupe_key = '${WELCOME}'`);
    await messaging.wakeWorkers();
    await until('the other letter to be held', async () => {
      const [row] = await messaging.dataSource.query<{ held: boolean }[]>(
        `SELECT next_attempt_at > now() + interval '60 seconds' AS held FROM letters WHERE dedupe_key = 'other'`,
      );
      return row!.held;
    });
    // It may have been in time to be held by the first refusal.
    await until('the second try', async () => postsToAnn() === 2);
  });

  it('lets a letter wait where no connection is made at all', async () => {
    await worker.close();
    const nowhere = await startSendgridServer();
    await nowhere.close();
    worker = await messaging.startWorker(nowhere.url);
    await join();
    expect(await until('the failure', async () => (await theLetter()).lastError)).toMatch(/ECONNREFUSED/);
    expect(await theLetter()).toMatchObject({ status: 'pending', attempts: 1 });
    await worker.close();
    worker = await messaging.startWorker(sendgrid.url);
    await update('next_attempt_at = now()');
    await messaging.wakeWorkers();
    await messaging.letterIn('sent', WELCOME);
    expect(postsToAnn()).toBe(1);
  });

  it.each([
    ['cuts the connection', cut],
    ['is a proxy that lost its upstream', refuse(502)],
    ['answers something else', refuse(200)],
  ])('never posts a letter again after the provider %s', async (_what, answer) => {
    sendgrid.answer(answer);
    await join();
    await until('the silence', async () => (await theLetter()).lastError);
    await aLookLater();
    expect(await theLetter()).toMatchObject({ status: 'sending', attempts: 1 });
    expect(postsToAnn()).toBe(1);
  });

  it('calls a letter uncertain when ten minutes brought no proof, and never posts it again', async () => {
    sendgrid.answer(cut);
    await join();
    await until('the cut', async () => (await theLetter()).lastError);
    await update(`claimed_at = now() - interval '9 minutes 50 seconds'`);
    await aLookLater();
    expect(await theLetter()).toMatchObject({ status: 'sending' });
    await update(`claimed_at = now() - interval '10 minutes 1 second'`);
    await messaging.wakeWorkers();
    expect(await messaging.letterIn('uncertain', WELCOME)).toMatchObject({
      lastError: expect.stringContaining('ECONNRESET'),
    });
    await aLookLater();
    expect(await theLetter()).toMatchObject({ status: 'uncertain', attempts: 1 });
    expect(postsToAnn()).toBe(1);
  });

  it('treats a letter the same whose worker was killed before it posted', async () => {
    await worker.close();
    await join();
    await update(`status = 'sending', attempts = 1, claimed_at = now() - interval '11 minutes'`);
    worker = await messaging.startWorker(sendgrid.url);
    expect(await messaging.letterIn('uncertain', WELCOME)).toMatchObject({
      lastError: 'The worker that posted it did not come back',
    });
    await aLookLater();
    expect(postsToAnn()).toBe(0);
  });

  it.each(['sending', 'uncertain', 'pending', 'failed'])(
    "takes the provider's event as proof for a letter that is %s",
    async (status) => {
      sendgrid.answer(cut);
      await join();
      await until('the cut', async () => (await theLetter()).lastError);
      await update(`status = '${status}', next_attempt_at = now() + interval '1 hour'`);
      const { id } = await theLetter();
      await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([processed(id)])));
      expect(await theLetter()).toMatchObject({
        status: 'sent',
        providerMessageId: 'message-9',
        lastError: null,
        sentAt: new Date(1_770_000_000_000),
        attempts: 1,
      });
      await aLookLater();
      expect(postsToAnn()).toBe(1);
    },
  );

  it("is not confused by an event that is faster than the provider's answer", async () => {
    sendgrid.answer((response, mail) => {
      void messaging.rpc
        .call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([processed(mail.custom_args.letterId)])))
        .then(() => accept(response, mail));
    });
    await join();
    await until("the answer's id", async () => (await theLetter()).providerMessageId === 'message-1');
    expect(await theLetter()).toMatchObject({ status: 'sent', attempts: 1, sentAt: new Date(1_770_000_000_000) });
  });

  it('finishes what is under way when a worker is stopped amid many letters, and the next one sends the rest', async () => {
    const arrived = new Promise<void>((resolve) => {
      sendgrid.answer((response, mail) => {
        resolve();
        // 600 letters at such a pace are the work of many turns.
        setTimeout(() => accept(response, mail), 100);
      });
    });
    await worker.close();
    await join();
    await messaging.dataSource.query(
      `INSERT INTO letters (dedupe_key, "to", template, data)
       SELECT 'many:' || n, 'person' || n || '@example.com', template, data || jsonb_build_object('email', 'person' || n || '@example.com')
       FROM letters, generate_series(1, 600) AS n`,
    );
    worker = await messaging.startWorker(sendgrid.url);
    await arrived;
    await worker.close();
    const statuses = (await messaging.letters()).map((letter) => letter.status);
    expect(new Set(statuses)).toEqual(new Set(['sent', 'pending']));
    expect(sendgrid.received).toHaveLength(statuses.filter((status) => status === 'sent').length);
    sendgrid.answer(accept);
    worker = await messaging.startWorker(sendgrid.url);
    await messaging.wakeWorkers();
    await until('every letter to be sent', async () => {
      const [row] = await messaging.dataSource.query<{ open: string }[]>(
        `SELECT count(*) AS open FROM letters WHERE status <> 'sent'`,
      );
      return row!.open === '0';
    });
    expect(new Set(sendgrid.received.map((mail) => mail.custom_args.letterId)).size).toBe(601);
    expect(sendgrid.received).toHaveLength(601);
  });

  it('gives a letter up that cannot be rendered', async () => {
    await worker.close();
    await join();
    await update(`template = 'gone'`);
    worker = await messaging.startWorker(sendgrid.url);
    expect(await messaging.letterIn('failed', WELCOME)).toMatchObject({
      lastError: 'The letter could not be rendered',
    });
    expect(sendgrid.received).toEqual([]);
  });
});
