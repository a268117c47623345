import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import eventWebhook from '@sendgrid/eventwebhook';
import { Client } from '@sendgrid/client';
import { MailService } from '@sendgrid/mail';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import type { Email } from './mail-batch.ts';

const { EventWebhook, EventWebhookHeader } = eventWebhook;
const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const PRIVATE_KEY = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const PUBLIC_KEY = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

type Event = Record<string, unknown>;

let sandbox: Sandbox;
let receiver: WebhookReceiver;
let mail: MailService;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ sendgridWebhook: { url: receiver.url, privateKey: PRIVATE_KEY } });
  const client = new Client();
  client.setApiKey('SG.sandbox');
  client.setDefaultRequest('baseUrl', sandbox.url);
  mail = new MailService();
  mail.setClient(client);
});

afterEach(async () => {
  await fetch(`${sandbox.url}/mail/api/faults`, { method: 'POST', body: '{}' });
});

afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const emailsTo = async (address: string): Promise<Email[]> =>
  (await fetch(`${sandbox.url}/mail/api/messages?to=${encodeURIComponent(address)}`)).json() as Promise<Email[]>;
const eventsOf = (): Event[] => receiver.posts.flatMap((post) => JSON.parse(post.body) as Event[]);

describe('sending mail', () => {
  it('puts each email into the mailbox, newest first', async () => {
    for (const subject of ['First', 'Second']) {
      const [answer] = await mail.send({
        to: { email: 'Ana@Example.com', name: 'Ana' },
        from: { email: 'team@lectern.example', name: 'Lectern' },
        subject,
        text: 'Hello',
        html: '<p>Hello</p>',
        customArgs: { message: subject },
        headers: { 'X-Campaign': '7' },
      });
      expect(answer.statusCode).toBe(202);
      expect(answer.headers).toHaveProperty('x-message-id');
    }
    const messages = await emailsTo('ana@example.com');
    expect(messages.map((message) => message.subject)).toEqual(['Second', 'First']);
    expect(messages[0]).toMatchObject({
      to: 'Ana@Example.com',
      from: 'team@lectern.example',
      html: '<p>Hello</p>',
      text: 'Hello',
      customArgs: { message: 'Second' },
      headers: { 'X-Campaign': '7', From: 'Lectern <team@lectern.example>' },
    });
  });

  it('makes an email of its own for each of many personalizations', async () => {
    await mail.send({
      from: 'team@lectern.example',
      subject: 'Hello {{name}}',
      content: [{ type: 'text/plain', value: 'Dear {{name}}' }],
      customArgs: { campaign: 'c1', batch: 'b1' },
      personalizations: ['one', 'two'].map((name) => ({
        to: [{ email: `${name}@many.example` }],
        substitutions: { name },
        customArgs: { recipient: name, batch: 'own' },
      })),
    });
    const [message] = await emailsTo('two@many.example');
    expect(message).toMatchObject({
      subject: 'Hello two',
      text: 'Dear two',
      customArgs: { campaign: 'c1', recipient: 'two', batch: 'own' },
    });
  });

  it('takes a thousand recipients in one request', async () => {
    const personalizations = Array.from({ length: 1000 }, (_, index) => ({
      to: [{ email: `r${index}@bulk.example` }],
    }));
    const [answer] = await mail.send({
      from: 'team@lectern.example',
      subject: 'Bulk',
      text: 'Hi',
      personalizations,
    });
    expect(answer.statusCode).toBe(202);
    expect(await emailsTo('r999@bulk.example')).toHaveLength(1);
  });

  it('checks without keeping in sandbox mode', async () => {
    const [answer] = await mail.send({
      to: 'dry@example.com',
      from: 'team@lectern.example',
      subject: 'Dry',
      text: 'run',
      mailSettings: { sandboxMode: { enable: true } },
    });
    expect(answer.statusCode).toBe(200);
    expect(await emailsTo('dry@example.com')).toEqual([]);
  });

  it('refuses a wrong key with 401', async () => {
    const client = new Client();
    client.setApiKey('SG.other');
    client.setDefaultRequest('baseUrl', sandbox.url);
    const other = new MailService();
    other.setClient(client);
    await expect(
      other.send({ to: 'a@example.com', from: 'b@example.com', subject: 's', text: 't' }),
    ).rejects.toMatchObject({
      code: 401,
      response: { body: { errors: [{ message: expect.stringContaining('authorization grant') }] } },
    });
  });

  it('refuses too many requests with 429 and says when to come back', async () => {
    await fetch(`${sandbox.url}/mail/api/faults`, {
      method: 'POST',
      body: JSON.stringify({ refuse: 1, status: 429 }),
    });
    await expect(
      mail.send({ to: 'a@example.com', from: 'b@example.com', subject: 's', text: 't' }),
    ).rejects.toMatchObject({
      code: 429,
      response: { headers: expect.objectContaining({ 'x-ratelimit-remaining': '0' }) },
    });
  });

  it('can take mail and cut the connection before answering', async () => {
    await fetch(`${sandbox.url}/mail/api/faults`, {
      method: 'POST',
      body: JSON.stringify({ acceptThenCut: 1 }),
    });
    await expect(
      mail.send({ to: 'cut@example.com', from: 'b@example.com', subject: 's', text: 't' }),
    ).rejects.toBeDefined();
    expect(await emailsTo('cut@example.com')).toHaveLength(1);
  });
});

describe('the event webhook', () => {
  it('posts processed and delivered automatically, signed, with the custom arguments', async () => {
    await mail.send({
      to: 'published@example.com',
      from: 'team@lectern.example',
      subject: 'Published',
      text: 'Hi',
      categories: ['welcome'],
      customArgs: { recipient: 'r-1' },
    });
    const isReported =
      (kind: string) =>
      (event: Event): boolean =>
        event.email === 'published@example.com' && event.event === kind;
    await receiver.until(() => eventsOf().some(isReported('delivered')));
    expect(eventsOf().find(isReported('processed'))).toMatchObject({
      recipient: 'r-1',
      category: ['welcome'],
      sg_event_id: expect.any(String),
      sg_message_id: expect.stringContaining('.recvd-'),
      timestamp: expect.any(Number),
    });
    const post = receiver.posts.find(({ body }) => body.includes('published@example.com'));
    const verifier = new EventWebhook();
    const isGenuine = verifier.verifySignature(
      verifier.convertPublicKeyToECDSA(PUBLIC_KEY),
      post?.body ?? '',
      String(post?.headers[EventWebhookHeader.SIGNATURE().toLowerCase()]),
      String(post?.headers[EventWebhookHeader.TIMESTAMP().toLowerCase()]),
    );
    expect(isGenuine).toBe(true);
  });

  it('posts a reader’s simulated actions', async () => {
    await mail.send({
      to: 'clicker@example.com',
      from: 'team@lectern.example',
      subject: 'Click',
      text: 'Hi',
    });
    const [message] = await emailsTo('clicker@example.com');
    const answer = await fetch(`${sandbox.url}/mail/api/messages/${message?.id ?? ''}/events`, {
      method: 'POST',
      body: JSON.stringify({ event: 'click', url: 'https://lectern.example/a' }),
    });
    expect(answer.status).toBe(202);
    await receiver.until(() =>
      eventsOf().some((event) => event.event === 'click' && event.url === 'https://lectern.example/a'),
    );
  });

  it('posts events again until they are accepted, under the same ids', async () => {
    receiver.status = 500;
    await mail.send({ to: 'again@example.com', from: 'team@lectern.example', subject: 'Again', text: 'Hi' });
    const idsOfPosts = (): unknown[][] =>
      receiver.posts
        .map(({ body }) =>
          (JSON.parse(body) as Event[])
            .filter((event) => event.email === 'again@example.com')
            .map((event) => event.sg_event_id),
        )
        .filter((ids) => ids.length > 0);
    await receiver.until(() => idsOfPosts().length === 1);
    receiver.status = 200;
    await receiver.until(() => idsOfPosts().length === 2);
    expect(idsOfPosts()[1]).toEqual(idsOfPosts()[0]);
  });

  it('refuses an event that it does not know', async () => {
    await mail.send({ to: 'odd@example.com', from: 'team@lectern.example', subject: 'Odd', text: 'Hi' });
    const [message] = await emailsTo('odd@example.com');
    const answer = await fetch(`${sandbox.url}/mail/api/messages/${message?.id ?? ''}/events`, {
      method: 'POST',
      body: JSON.stringify({ event: 'eaten' }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('inbound parse', () => {
  it('posts a received email as a signed form, again until it is accepted, also after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-inbound-'));
    const endpoint = await startWebhookReceiver();
    const start = () => startSandbox({ dataDir, sendgridInbound: { url: endpoint.url, privateKey: PRIVATE_KEY } });
    const receive = async (url: string, body: object): Promise<number> =>
      (await fetch(`${url}/mail/api/inbound`, { method: 'POST', body: JSON.stringify(body) })).status;
    endpoint.status = 503;
    const before = await start();
    expect(await receive(before.url, { from: 'ann@example.com' })).toBe(400);
    const email = {
      to: 'Lectern <re-1@reply.test>',
      from: 'Ann <ann@example.com>',
      text: 'Grüße',
      subject: 'Re: Hello',
    };
    expect(await receive(before.url, email)).toBe(202);
    await endpoint.until((posts) => posts.length === 1);
    await before.close();
    endpoint.status = 200;
    const after = await start();
    const posts = await endpoint.until((all) => all.length === 2);
    const { body, headers } = posts[1]!;
    const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
    expect(Object.fromEntries(form)).toMatchObject({
      from: email.from,
      text: 'Grüße',
      subject: 'Re: Hello',
      envelope: '{"to":["re-1@reply.test"],"from":"ann@example.com"}',
      headers: expect.stringMatching(/^Message-ID: <.+@sandbox\.test>$/m),
    });
    const check = new EventWebhook();
    const [signature, timestamp] = [EventWebhookHeader.SIGNATURE(), EventWebhookHeader.TIMESTAMP()].map(
      (name) => headers[name.toLowerCase()] as string,
    );
    expect(check.verifySignature(check.convertPublicKeyToECDSA(PUBLIC_KEY), body, signature!, timestamp!)).toBe(true);
    await after.close();
    await endpoint.close();
    await rm(dataDir, { recursive: true });
  });
});
