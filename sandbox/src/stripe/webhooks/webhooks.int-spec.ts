import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../../sandbox.ts';
import { stripeClient } from '../../testing/stripe-client.ts';
import {
  startWebhookReceiver,
  type ReceivedPost,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';

// A busy machine starts processes and ports slowly.
jest.setTimeout(30_000);

const SECRET = 'whsec_webhooks_spec';

let dataDir: string;
let receiver: WebhookReceiver;
let sandbox: Sandbox;
let stripe: Stripe;

const start = async (): Promise<void> => {
  sandbox = await startSandbox({ dataDir, stripeWebhook: { url: receiver.url, secret: SECRET } });
  stripe = stripeClient(sandbox);
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  receiver = await startWebhookReceiver();
  await start();
});

afterEach(async () => {
  await sandbox.close();
  await receiver.close();
  rmSync(dataDir, { recursive: true });
});

const setFaults = (faults: object): Promise<Response> =>
  fetch(`${sandbox.url}/stripe/test_helpers/delivery`, { method: 'POST', body: JSON.stringify(faults) });
const idOf = (post: ReceivedPost): string => (JSON.parse(post.body) as { id: string }).id;
const untilDelivered = async (id: string): Promise<Stripe.Event> => {
  for (;;) {
    const event = await stripe.events.retrieve(id);
    if (event.pending_webhooks === 0) return event;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('webhook delivery', () => {
  it('tries again until the endpoint takes the event', async () => {
    receiver.status = 503;
    await stripe.customers.create({ email: 'retry@example.com' });
    await receiver.until((posts) => posts.length === 1);
    const [pending] = (await stripe.events.list({ delivery_success: false })).data;
    expect(pending?.pending_webhooks).toBe(1);
    receiver.status = 200;
    await receiver.until((posts) => posts.length === 2);
    await untilDelivered(pending?.id ?? '');
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
    expect(new Set(receiver.posts.map(idOf)).size).toBe(1);
  });

  it('goes on after a restart with what was left undelivered', async () => {
    receiver.status = 500;
    await stripe.customers.create({ email: 'left@example.com' });
    await receiver.until((posts) => posts.length === 1);
    await sandbox.close();
    receiver.status = 200;
    await start();
    await receiver.until((posts) => posts.length === 2);
    expect(idOf(receiver.posts[1] as ReceivedPost)).toBe(idOf(receiver.posts[0] as ReceivedPost));
  });

  it('delivers copies when told to', async () => {
    await setFaults({ duplicate: 4, shuffle: true });
    await stripe.customers.create({ email: 'copies@example.com' });
    await receiver.until((posts) => posts.length === 5);
    expect(new Set(receiver.posts.map(idOf)).size).toBe(1);
  });

  it('loses events when told to, which the list of undelivered events shows', async () => {
    await setFaults({ drop: 1 });
    await stripe.customers.create({ email: 'lost@example.com' });
    await setFaults({});
    await stripe.customers.create({ email: 'taken@example.com' });
    await receiver.until((posts) => posts.length === 1);
    const [lost] = (await stripe.events.list({ delivery_success: false })).data;
    expect(lost?.data.object).toMatchObject({ email: 'lost@example.com' });
    const answer = await fetch(`${sandbox.url}/stripe/test_helpers/redeliver`, {
      method: 'POST',
      body: JSON.stringify({ event: lost?.id }),
    });
    expect(answer.status).toBe(200);
    await receiver.until((posts) => posts.length === 2);
    expect(idOf(receiver.posts[1] as ReceivedPost)).toBe(lost?.id);
  });

  it('signs in the past when told to, which the SDK refuses', async () => {
    await setFaults({ signedSecondsAgo: 3600 });
    await stripe.customers.create({ email: 'old@example.com' });
    const [post] = await receiver.until((posts) => posts.length === 1);
    expect(() =>
      stripe.webhooks.constructEvent(post?.body ?? '', String(post?.headers['stripe-signature']), SECRET),
    ).toThrow('Timestamp outside the tolerance zone');
  });

  it.each([[{ drop: 2 }], [{ duplicate: -1 }], [{ shuffle: 'yes' }], [{ unknown: 1 }]])(
    'refuses the fault %j',
    async (faults) => {
      expect((await setFaults(faults)).status).toBe(400);
    },
  );

  it('is one fixed endpoint', async () => {
    expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
      { url: receiver.url, enabled_events: ['*'], status: 'enabled' },
    ]);
  });
});
