import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../../sandbox.ts';
import { advance } from '../../testing/catalog.ts';
import { stripeClient } from '../../testing/stripe-client.ts';
import { startWebhookReceiver, type ReceivedPost, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

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
const deliveries = async (): Promise<{ pending: number; waiting: number }> =>
  (await (await fetch(`${sandbox.url}/stripe/test_helpers/deliveries`)).json()) as {
    pending: number;
    waiting: number;
  };
const undelivered = async (): Promise<Stripe.Event[]> =>
  (await stripe.events.list({ delivery_success: false, limit: 100 })).data;
const MINUTE = 60;
const DAY = 86_400;
const untilDelivered = async (id: string): Promise<Stripe.Event> => {
  for (;;) {
    const event = await stripe.events.retrieve(id);
    if (event.pending_webhooks === 0) return event;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('webhook delivery', () => {
  it('retries until the endpoint accepts the event', async () => {
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

  it('delivers copies on request', async () => {
    await setFaults({ duplicate: 4, shuffle: true });
    await stripe.customers.create({ email: 'copies@example.com' });
    await receiver.until((posts) => posts.length === 5);
    expect(new Set(receiver.posts.map(idOf)).size).toBe(1);
  });

  it('drops events on request, which the list of undelivered events shows', async () => {
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

  it('brings what was lost when its retry falls due on the clock', async () => {
    await setFaults({ drop: 1 });
    await stripe.customers.create({ email: 'later@example.com' });
    expect((await undelivered())[0]).toMatchObject({ pending_webhooks: 1 });
    await setFaults({});
    await advance(sandbox, 4 * MINUTE);
    expect(await deliveries()).toMatchObject({ pending: 0, waiting: 1 });
    await advance(sandbox, MINUTE);
    const [post] = await receiver.until((posts) => posts.length === 1);
    const event = await untilDelivered(idOf(post as ReceivedPost));
    expect(event.data.object).toMatchObject({ email: 'later@example.com' });
    expect(await undelivered()).toEqual([]);
  });

  it('gives up after three days of dropped tries, and immediately when retries are disabled', async () => {
    await setFaults({ drop: 1 });
    const { id } = await stripe.customers.create({ email: 'never@example.com' });
    await advance(sandbox, 3 * DAY);
    const [event] = await undelivered();
    expect(event).toMatchObject({ pending_webhooks: 0, data: { object: { id } } });
    const [delivery] = sandbox.stripe.account.store.where('deliveries', 'event', event?.id ?? '');
    // 5, 10, 20 … minutes apart: the tenth try is the last within three days.
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 10 });
    await setFaults({ drop: 1, retry: false });
    await stripe.customers.create({ email: 'once@example.com' });
    expect(await deliveries()).toMatchObject({ pending: 0, waiting: 0 });
    expect(await undelivered()).toHaveLength(2);
    expect(receiver.posts).toEqual([]);
  });

  it('holds events back for days of the clock, over a restart too', async () => {
    await setFaults({ delaySeconds: 3 * DAY });
    await stripe.customers.create({ email: 'cache@example.com' });
    await advance(sandbox, 2 * DAY);
    expect(await deliveries()).toMatchObject({ pending: 0, waiting: 1 });
    await sandbox.close();
    await start();
    expect(receiver.posts).toEqual([]);
    await advance(sandbox, DAY);
    const [post] = await receiver.until((posts) => posts.length === 1);
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ data: { object: { email: 'cache@example.com' } } });
  });

  it('brings five copies of everything in any order three days late, and the tenth that is lost after that', async () => {
    await setFaults({ duplicate: 4, shuffle: true, drop: 0.1, delaySeconds: 3 * DAY });
    const emails = Array.from({ length: 60 }, (_each, index) => `m${index}@example.com`);
    for (const email of emails) await stripe.customers.create({ email });
    await advance(sandbox, 3 * DAY);
    await setFaults({});
    await advance(sandbox, 10 * MINUTE);
    const posts = await receiver.until((all) => all.length === 5 * emails.length);
    const arrived = posts.map(idOf);
    const created = (await stripe.events.list({ limit: 100 })).data.map(({ id }) => id).reverse();
    expect(created).toHaveLength(emails.length);
    expect(new Set(arrived)).toEqual(new Set(created));
    expect([...new Set(arrived)]).not.toEqual(created);
    for (const post of posts)
      stripe.webhooks.constructEvent(post.body, String(post.headers['stripe-signature']), SECRET);
  });

  it('lists what is undelivered by type and time, newest first, page by page', async () => {
    await setFaults({ drop: 1 });
    for (const email of ['a', 'b', 'c']) await stripe.customers.create({ email: `${email}@example.com` });
    await setFaults({});
    await advance(sandbox, 0);
    await stripe.products.create({ name: 'Taken' });
    const [taken] = await receiver.until((posts) => posts.length === 1);
    const filter = {
      delivery_success: false,
      types: ['customer.created', 'customer.subscription.deleted'],
      created: { gte: sandbox.clock.now() - DAY },
    };
    const first = await stripe.events.list({ ...filter, limit: 2 });
    const emailsOf = ({ data }: { data: Stripe.Event[] }): unknown[] =>
      data.map((event) => (event.data.object as Stripe.Customer).email);
    expect([first.has_more, emailsOf(first)]).toEqual([true, ['c@example.com', 'b@example.com']]);
    const second = await stripe.events.list({ ...filter, limit: 2, starting_after: first.data[1]?.id ?? '' });
    expect([second.has_more, emailsOf(second)]).toEqual([false, ['a@example.com']]);
    // A cursor may be an event that was delivered.
    const older = await stripe.events.list({ ...filter, starting_after: idOf(taken as ReceivedPost) });
    expect(older.data).toHaveLength(3);
    expect((await stripe.events.list({ ...filter, created: { gt: sandbox.clock.now() + 1 } })).data).toEqual([]);
  });

  it('signs with a past time on request, which the SDK refuses', async () => {
    await setFaults({ signedSecondsAgo: 3600 });
    await stripe.customers.create({ email: 'old@example.com' });
    const [post] = await receiver.until((posts) => posts.length === 1);
    expect(() =>
      stripe.webhooks.constructEvent(post?.body ?? '', String(post?.headers['stripe-signature']), SECRET),
    ).toThrow('Timestamp outside the tolerance zone');
  });

  it.each([
    [{ drop: 2 }],
    [{ duplicate: -1 }],
    [{ shuffle: 'yes' }],
    [{ retry: 1 }],
    [{ delaySeconds: 0.5 }],
    [{ unknown: 1 }],
  ])('refuses the fault %j', async (faults) => {
    expect((await setFaults(faults)).status).toBe(400);
  });

  it('is one fixed endpoint', async () => {
    expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
      { url: receiver.url, enabled_events: ['*'], status: 'enabled' },
    ]);
  });
});
