import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { createCatalog, type Catalog } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterEach(() => setApiFaults({}));
afterAll(() => sandbox.close());

const setApiFaults = (faults: Record<string, number | string>): Promise<Response> =>
  fetch(`${sandbox.url}/stripe/test_helpers/api`, { method: 'POST', body: JSON.stringify(faults) });

const raw = (
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${sandbox.url}${path}`, {
    ...init,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
      ...init.headers,
    },
  });

const refusalOf = async (answer: Response): Promise<unknown> => ({
  status: answer.status,
  ...((await answer.json()) as object),
});

describe('keys', () => {
  it('takes the secret key as bearer token or user name, and no other key', async () => {
    const basic = `Basic ${Buffer.from('sk_test_sandbox:').toString('base64')}`;
    expect((await raw('/v1/customers', { headers: { authorization: basic } })).status).toBe(200);
    expect((await raw('/stripe/v1/customers')).status).toBe(200);
    await expect(stripeClient(sandbox, { key: 'sk_test_other' }).customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('Invalid API Key'),
    });
  });
});

describe('refusals', () => {
  it('names an unknown address', async () => {
    expect(await refusalOf(await raw('/v1/foo'))).toMatchObject({
      status: 404,
      error: {
        type: 'invalid_request_error',
        message: expect.stringContaining('Unrecognized request URL (GET: /v1/foo)'),
      },
    });
  });

  it.each([
    [
      'an unknown parameter',
      'email=a%40b.co&color=red',
      { code: 'parameter_unknown', param: 'color', message: 'Received unknown parameter: color' },
    ],
    ['an empty value', 'metadata[a]=1&balance=', { code: 'parameter_invalid_empty', param: 'balance' }],
    ['a fraction', 'balance=1.5', { code: 'parameter_invalid_integer', param: 'balance' }],
    ['an impossible address', 'email=nonsense', { code: 'email_invalid', param: 'email' }],
  ])('refuses %s', async (_what, body, error) => {
    expect(await refusalOf(await raw('/v1/customers', { method: 'POST', body }))).toMatchObject({
      status: 400,
      error: { type: 'invalid_request_error', ...error },
    });
  });

  it.each([
    ['0', 200],
    ['-1', 400],
    ['10.5', 400],
    ['1e3', 400],
    ['100000000', 400],
    ['99999999', 200],
  ])('answers a price of %s cents with %i', async (amount, status) => {
    const answer = await raw('/v1/prices', {
      method: 'POST',
      body: `currency=usd&product=${catalog.product.id}&unit_amount=${amount}`,
    });
    expect(answer.status).toBe(status);
  });

  it('does not know what it never made', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    });
    const lost = stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: 'price_none', quantity: 1 }],
      success_url: 'http://localhost/',
    });
    await expect(lost).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'line_items[0][price]',
    });
  });

  it('refuses a checkout that makes no sense', async () => {
    const create = (params: Partial<Stripe.Checkout.SessionCreateParams>): Promise<unknown> =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: catalog.monthly.id, quantity: 1 }],
        success_url: 'http://localhost/',
        ...params,
      });
    await expect(create({ mode: 'payment' })).rejects.toMatchObject({
      message: expect.stringContaining('recurring price'),
    });
    await expect(create({ line_items: [] })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'line_items',
    });
    await expect(create({ line_items: [{ price: catalog.monthly.id, quantity: 0 }] })).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
    });
    await expect(create({ success_url: 'nowhere' })).rejects.toMatchObject({ code: 'url_invalid' });
    await expect(create({ expires_at: Math.floor(Date.now() / 1000) + 60 })).rejects.toMatchObject({
      param: 'expires_at',
    });
    await expect(
      create({
        mode: 'payment',
        line_items: [{ price_data: { currency: 'usd', unit_amount: 20, product: catalog.product.id }, quantity: 1 }],
      }),
    ).rejects.toMatchObject({ code: 'amount_too_small' });
  });

  it('leaves nothing of a refused request behind', async () => {
    const before = (await stripe.checkout.sessions.list({ limit: 100 })).data.length;
    await expect(
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price_data: { currency: 'usd', unit_amount: 20, product: catalog.product.id }, quantity: 1 }],
        success_url: 'http://localhost/',
      }),
    ).rejects.toBeDefined();
    expect((await stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(before);
  });
});

describe('idempotency keys', () => {
  it('answers the same again, and does nothing again', async () => {
    const options = { idempotencyKey: 'key-same' };
    const first = await stripe.customers.create({ email: 'same@example.com' }, options);
    const second = await stripe.customers.create({ email: 'same@example.com' }, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect((await stripe.customers.list({ email: 'same@example.com' })).data).toHaveLength(1);
  });

  it('forgets the answer after a day of the clock', async () => {
    const create = (): Promise<Stripe.Response<Stripe.Customer>> =>
      stripe.customers.create({ email: 'day@example.com' }, { idempotencyKey: 'key-day' });
    const first = await create();
    sandbox.stripe.advance(86_300);
    expect((await create()).id).toBe(first.id);
    sandbox.stripe.advance(200);
    expect((await create()).id).not.toBe(first.id);
  });

  it('refuses the key for another request', async () => {
    await stripe.customers.create({ email: 'one@example.com' }, { idempotencyKey: 'key-other' });
    await expect(
      stripe.customers.create({ email: 'two@example.com' }, { idempotencyKey: 'key-other' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('keeps refusals of carried out requests, but not of unreadable ones', async () => {
    const headers = { 'idempotency-key': 'key-refused' };
    const body =
      'mode=payment&success_url=http%3A%2F%2Flocalhost%2F&line_items[0][price]=price_none&line_items[0][quantity]=1';
    const first = await raw('/v1/checkout/sessions', { method: 'POST', body, headers });
    const again = await raw('/v1/checkout/sessions', { method: 'POST', body, headers });
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 400, 'true']);
    const unreadable = { 'idempotency-key': 'key-unreadable' };
    await raw('/v1/customers', { method: 'POST', body: 'color=red', headers: unreadable });
    expect(
      (await raw('/v1/customers', { method: 'POST', body: 'color=red', headers: unreadable })).headers.get(
        'idempotent-replayed',
      ),
    ).toBeNull();
  });

  it('refuses a second request while the first still runs', async () => {
    await setApiFaults({ delayMs: 150 });
    const create = (): Promise<Response> =>
      raw('/v1/customers', {
        method: 'POST',
        body: 'email=slow%40example.com',
        headers: { 'idempotency-key': 'key-slow' },
      });
    const statuses = (await Promise.all([create(), create()])).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('lets the SDK retry a request whose response was lost without repeating its effect', async () => {
    await setApiFaults({ acceptThenCut: 1 });
    const customer = await stripeClient(sandbox, { maxNetworkRetries: 2 }).customers.create({
      email: 'cut@example.com',
    });
    await setApiFaults({});
    expect((await stripe.customers.list({ email: 'cut@example.com' })).data.map((each) => each.id)).toEqual([
      customer.id,
    ]);
  });
});

describe('a configured fault', () => {
  it('is answered with 429 as by Stripe', async () => {
    await setApiFaults({ rateLimit: 1 });
    await expect(stripe.customers.list()).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
    });
  });

  it('affects one route alone where one is named', async () => {
    await setApiFaults({ fail: 1, route: 'GET /v1/customers/:id' });
    const { id } = await stripe.customers.create({ email: 'route@example.com' });
    await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
    expect((await stripe.customers.list({ email: 'route@example.com' })).data).toHaveLength(1);
    expect((await setApiFaults({ route: 1 })).status).toBe(400);
  });
});

describe('lists', () => {
  it('pages through everything, newest first, in both directions', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1)
      made.unshift((await stripe.customers.create({ email: 'page@example.com' })).id);
    const seen: string[] = [];
    for await (const customer of stripe.customers.list({ email: 'page@example.com', limit: 2 })) seen.push(customer.id);
    expect(seen).toEqual(made);
    const back = await stripe.customers.list({ email: 'page@example.com', limit: 2, ending_before: made[3] });
    expect(back.data.map((each) => each.id)).toEqual(made.slice(1, 3));
    expect(back.has_more).toBe(true);
    await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('finds prices by lookup key, and moves the key on request', async () => {
    const key = { currency: 'usd', unit_amount: 100, product: catalog.product.id, lookup_key: 'monthly' };
    const first = await stripe.prices.create(key);
    await expect(stripe.prices.create(key)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await stripe.prices.create({ ...key, transfer_lookup_key: true });
    const found = await stripe.prices.list({ lookup_keys: ['monthly'], expand: ['data.product'] });
    expect(found.data.map((each) => each.id)).toEqual([second.id]);
    expect(found.data[0]?.product).toMatchObject({ object: 'product', name: 'Membership' });
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(String(second.unit_amount_decimal)).toBe('100');
  });
});

describe('expansion', () => {
  it('refuses fields that cannot be expanded and paths that are too deep', async () => {
    const customer = await stripe.customers.create({ email: 'expand@example.com' });
    await expect(stripe.customers.retrieve(customer.id, { expand: ['email'] })).rejects.toMatchObject({
      message: expect.stringContaining('cannot be expanded (email)'),
    });
    await expect(stripe.customers.retrieve(customer.id, { expand: ['a.b.c.d.e'] })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe('customers', () => {
  it('are changed, described by metadata and deleted', async () => {
    const customer = await stripe.customers.create({
      email: 'old@example.com',
      metadata: { a: '1', b: '2' },
    });
    const changed = await stripe.customers.update(customer.id, {
      email: 'new@example.com',
      metadata: { b: '', c: '3' },
    });
    expect(changed).toMatchObject({ email: 'new@example.com', metadata: { a: '1', c: '3' } });
    expect((await stripe.customers.list({ email: 'old@example.com' })).data).toEqual([]);
    await stripe.customers.del(customer.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect((await stripe.customers.list({ email: 'new@example.com' })).data).toEqual([]);
  });

  it('show in events what changed', async () => {
    const customer = await stripe.customers.create({ name: 'Before' });
    await stripe.customers.update(customer.id, { name: 'After' }, { idempotencyKey: 'rename' });
    const [event] = (await stripe.events.list({ type: 'customer.updated', limit: 1 })).data;
    expect(event).toMatchObject({
      data: { object: { id: customer.id, name: 'After' }, previous_attributes: { name: 'Before' } },
      request: { idempotency_key: 'rename' },
      pending_webhooks: 0,
    });
  });
});
