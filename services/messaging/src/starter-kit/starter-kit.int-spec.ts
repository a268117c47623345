import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listSubscribers,
  requestStarterKit,
  subscribeToNewsletter,
  unsubscribe,
} from '@lectern/contracts/messaging/rpc';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { type ReceivedMail, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { StarterKitRequest } from './starter-kit-request.entity.ts';

describe('the starter kit', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await sendgrid.close();
    await messaging.stop();
  });
  beforeEach(async () => {
    await emptyTables(
      messaging.dataSource,
      'email_recipients, link_clicks, starter_kit_requests, newsletter_subscribers, subscriber_counts, suppressed_addresses, idempotent_requests',
    );
    sendgrid.received.length = 0;
  });

  const ask = (email = 'Ann+Kit@Example.com', key?: string) =>
    messaging.rpc.call(requestStarterKit, {
      email,
      ...(key === undefined ? {} : { idempotency: { key, fingerprint: 'one' } }),
    });
  const subscribers = async () => (await messaging.rpc.call(listSubscribers, {})).items;
  const theMail = (): Promise<ReceivedMail> => until('the email', async () => sendgrid.received[0]);
  const letPass = (minutes: number) =>
    messaging.dataSource.query(
      `UPDATE starter_kit_requests SET requested_at = requested_at - $1 * interval '1 minute'`,
      [minutes],
    );

  it('is emailed as a link, to a new subscriber', async () => {
    await ask();
    expect(await subscribers()).toMatchObject([
      { email: 'Ann+Kit@Example.com', source: 'starter_kit', tags: ['starter_kit'], isActive: true },
    ]);
    const mail = await theMail();
    expect(mail).toMatchObject({
      subject: 'Your starter kit',
      personalizations: [{ to: [{ email: 'Ann+Kit@Example.com' }] }],
    });
    for (const { value } of mail.content) expect(value).toContain('https://lectern.test/api/documents/starter-kit');
  });

  it('can be unsubscribed from by the header and by the link in both forms of the email', async () => {
    await ask();
    const mail = await theMail();
    expect(mail.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/lectern\.test\/api\/unsubscribe\?.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const url = new URL(mail.headers!['List-Unsubscribe']!.slice(1, -1));
    expect(mail.content[0]!.value).toContain(url.href);
    expect(mail.content[1]!.value).toContain(url.href.replaceAll('&', '&amp;'));
    await messaging.rpc.call(unsubscribe, { email: url.searchParams.get('email')!, key: url.searchParams.get('key')! });
    expect(await subscribers()).toMatchObject([{ isActive: false }]);
  });

  it('does not change an existing subscriber', async () => {
    await messaging.rpc.call(subscribeToNewsletter, {
      email: 'ann+kit@example.com',
      source: 'footer',
      tags: ['footer'],
    });
    const before = await subscribers();
    await ask();
    expect(await subscribers()).toEqual(before);
    await theMail();
  });

  it('is emailed once an hour to an address, whatever its letter case and the number of parallel requests', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(index % 2 === 0 ? 'ann@example.com' : 'ANN@example.com')),
    );
    await ask('bob@example.com');
    expect((await messaging.emails()).map(({ email }) => email.toLowerCase()).toSorted()).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
    expect(await messaging.dataSource.getRepository(StarterKitRequest).count()).toBe(11);
  });

  it('is emailed again on request after an hour, and not before', async () => {
    await ask();
    await letPass(59);
    await ask();
    expect(await messaging.emails()).toHaveLength(1);
    await letPass(2);
    await ask();
    expect(await messaging.emails()).toHaveLength(2);
  });

  it('handles one request for one idempotency key', async () => {
    await Promise.all([ask('ann@example.com', 'key-12345'), ask('ann@example.com', 'key-12345')]);
    expect(await messaging.dataSource.getRepository(StarterKitRequest).count()).toBe(1);
  });
});
