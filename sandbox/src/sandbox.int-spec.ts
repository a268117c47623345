import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client } from '@sendgrid/client';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { advance, createCatalog, subscribe } from './testing/catalog.ts';
import { stripeClient } from './testing/stripe-client.ts';

let dataDir: string;
const started: Sandbox[] = [];

const start = async (options: { mailboxCapacity?: number } = {}): Promise<Sandbox> => {
  const sandbox = await startSandbox({ dataDir, ...options });
  started.push(sandbox);
  return sandbox;
};

const send = async (sandbox: Sandbox, to: string): Promise<void> => {
  const client = new Client();
  client.setApiKey('SG.sandbox');
  client.setDefaultRequest('baseUrl', sandbox.url);
  await client.request({
    method: 'POST',
    url: '/v3/mail/send',
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: { email: 'team@lectern.example' },
      subject: 'Hi',
      content: [{ type: 'text/plain', value: 'Hi' }],
    },
  });
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
  rmSync(dataDir, { recursive: true });
});

describe('the kept state', () => {
  it('is whole without an orderly stop: every answered change is in the files', async () => {
    const first = await start();
    const stripe = stripeClient(first);
    const catalog = await createCatalog(stripe);
    const { customer, subscription } = await subscribe(stripe, first, catalog.monthly);
    await advance(first, 40 * 86_400);
    await stripe.customers.update(customer, { name: 'Kept' }, { idempotencyKey: 'kept' });
    await send(first, 'kept@example.com');
    const before = await stripe.subscriptions.retrieve(subscription);

    // The first process is not stopped, as if it had been killed: the second one has the files only.
    const second = await start();
    const again = stripeClient(second);
    expect(await again.subscriptions.retrieve(subscription)).toMatchObject({
      id: before.id,
      items: { data: [{ current_period_end: before.items.data[0]?.current_period_end }] },
    });
    expect(Math.abs(second.clock.now() - first.clock.now())).toBeLessThan(5);
    expect((await again.invoices.list({ customer })).data.map((invoice) => invoice.status)).toEqual(['paid', 'paid']);
    const replayed = await again.customers.update(customer, { name: 'Kept' }, { idempotencyKey: 'kept' });
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
    const messages = (await (await fetch(`${second.url}/mail/api/messages?to=kept@example.com`)).json()) as unknown[];
    expect(messages).toHaveLength(1);
  });

  it('survives a line that was torn by a kill', async () => {
    const first = await start();
    const { id } = await stripeClient(first).customers.create({ email: 'torn@example.com' });
    const file = join(dataDir, 'stripe.journal');
    appendFileSync(file, '[["put","customers",{"id":"cus_torn","ema');
    const second = await start();
    expect(await stripeClient(second).customers.retrieve(id)).toMatchObject({ email: 'torn@example.com' });
    expect(readFileSync(file, 'utf8')).not.toContain('cus_torn');
  });

  it('refuses to start on a damaged file rather than lose what follows', async () => {
    const first = await start();
    appendFileSync(join(dataDir, 'stripe.journal'), 'nonsense\n');
    await stripeClient(first).customers.create({ email: 'after@example.com' });
    await expect(start()).rejects.toThrow(/stripe\.journal, line \d+ is not JSON/);
  });
});

describe('the mailbox', () => {
  it('keeps the newest emails up to its capacity', async () => {
    const sandbox = await start({ mailboxCapacity: 3 });
    for (const name of ['a', 'b', 'c', 'd']) await send(sandbox, `${name}@example.com`);
    const messages = (await (await fetch(`${sandbox.url}/mail/api/messages?fields=to`)).json()) as unknown[];
    expect(messages).toEqual([{ to: 'd@example.com' }, { to: 'c@example.com' }, { to: 'b@example.com' }]);
  });
});

describe('the pages', () => {
  it.each([['/'], ['/stripe'], ['/stripe/events'], ['/mail'], ['/healthz'], ['/assets/sandbox.css']])(
    'answers %s',
    async (path) => {
      const sandbox = await start();
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200);
    },
  );

  it('shows markup in names as text', async () => {
    const sandbox = await start();
    const stripe = stripeClient(sandbox);
    const product = await stripe.products.create({ name: '<script>alert(1)</script>' });
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product: product.id }, quantity: 1 }],
      success_url: 'http://localhost/',
    });
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
  });
});

describe('the clock', () => {
  it('starts in the past when configured, so that a season can be inspected', async () => {
    const sandbox = await startSandbox({ clockOffsetMs: Date.parse('2025-10-01T09:00:00Z') - Date.now() });
    started.push(sandbox);
    const customer = await stripeClient(sandbox).customers.create({ email: 'then@example.com' });
    expect(new Date(customer.created * 1000).toISOString().slice(0, 16)).toBe('2025-10-01T09:00');
  });
});
