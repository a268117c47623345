import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import { type Sandbox, startSandbox } from '@lectern/sandbox/sandbox';
import { accountEvent, membershipEvent } from '../testing/events.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';

const WELCOME = 'welcome:sub_ann';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Forwards the provider's webhook posts as the gateway does, once `opened` resolves. */
const startWebhook = async (messaging: RunningMessaging, opened: () => Promise<void>): Promise<Server> => {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      await opened();
      const header = (name: string): string => String(request.headers[`x-twilio-email-event-webhook-${name}`]);
      await messaging.rpc
        .call(receiveSendgridEvents, {
          payload: Buffer.concat(chunks).toString(),
          signature: header('signature'),
          timestamp: header('timestamp'),
        })
        .then(
          () => response.writeHead(200).end(),
          () => response.writeHead(503).end(),
        );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('the welcome email, with the provider emulator', () => {
  let messaging: RunningMessaging;
  let sandbox: Sandbox;
  let issuer: LinkIssuer;
  let webhook: Server;
  let eventsMayCome = Promise.resolve();

  beforeAll(async () => {
    [messaging, sandbox] = await Promise.all([startMessaging(), startSandbox()]);
    issuer = await startLinkIssuer(messaging.redisUrl);
    webhook = await startWebhook(messaging, () => eventsMayCome);
    sandbox.pointWebhooksTo({
      sendgrid: {
        url: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`,
        privateKey: messaging.webhookPrivateKey,
      },
    });
    await messaging.startWorker(sandbox.url);
    await messaging.startWorker(sandbox.url);
  });
  afterAll(async () => {
    await Promise.all([sandbox.close(), issuer.close()]);
    await messaging.stop();
    webhook.close();
  });
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'email_recipients, link_clicks, provider_events');
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
    eventsMayCome = new Promise((resolve) => (letEventsCome = resolve));
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
