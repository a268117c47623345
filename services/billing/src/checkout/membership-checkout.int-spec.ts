import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { membershipSought } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { until } from '@lectern/test-kit/until';
import { pressCheckoutButton, startBilling, type TestBilling, WEBHOOK_SECRET } from '../testing/start-billing.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the expected state',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});

afterAll(async () => {
  await system.close();
});

const person = (plan: 'monthly' | 'annual' = 'monthly') => ({
  userId: randomUUID(),
  email: `Member+${randomUUID()}@example.com`,
  firstName: 'Ada',
  lastName: 'Okafor',
  plan,
  promoCode: null as string | null,
  referral: null as { referrerId: string; code: string } | null,
  attemptKey: null,
  successUrl: 'http://localhost:3000/subscribe/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/subscribe/cancel',
});

const open = async (who: RpcInput<typeof billing.openMembershipCheckout>): Promise<string> =>
  (await system.rpc.call(billing.openMembershipCheckout, who)).checkoutUrl;

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

const events = async (userId: string): Promise<{ status: string; access: boolean; version: number }[]> =>
  (
    await system.database.query<{ payload: { status: string; access: boolean; version: number } }[]>(
      `SELECT payload FROM outbox WHERE payload->>'userId' = $1 ORDER BY sequence`,
      [userId],
    )
  ).map((row) => row.payload);

describe('a membership checkout', () => {
  it('makes the payer a member by the webhook alone', async () => {
    const who = person();
    const location = await pressCheckoutButton(await open(who), 'pay');
    expect(location).toMatch(/^http:\/\/localhost:3000\/subscribe\/success\?session_id=cs_test_\w+$/);
    await until(
      'the expected state',
      async () => (await system.rpc.call(billing.getSubscription, { userId: who.userId })) !== null,
    );
    const subscription = await system.rpc.call(billing.getSubscription, { userId: who.userId });
    expect(subscription).toMatchObject({
      status: 'active',
      interval: 'month',
      amount: 9_500,
      cancel_at_period_end: false,
    });
    const [payment] = await system.rpc.call(billing.listPayments, { userId: who.userId });
    expect(payment).toMatchObject({ status: 'succeeded', amount: 9_500, interval: 'month', amountRefunded: 0 });
    expect(payment?.invoice_url).toMatch(/^http/);
  });

  it('makes the payer a member by the success page alone', async () => {
    const faults = { method: 'POST', headers: { 'content-type': 'application/json' } };
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delivery`, { ...faults, body: JSON.stringify({ drop: 1 }) });
    try {
      const who = person('annual');
      const location = await pressCheckoutButton(await open(who), 'pay');
      const sessionId = new URL(location ?? '').searchParams.get('session_id') ?? '';
      const outcome = { status: 'complete', plan: 'annual', amount: 95_000 };
      expect(await system.rpc.call(billing.settleCheckout, { sessionId, caller: who })).toEqual({
        ...outcome,
        customerEmail: who.email,
        hasAccount: true,
      });
      expect(await system.rpc.call(billing.settleCheckout, { sessionId, caller: person() })).toEqual({
        ...outcome,
        customerEmail: null,
        hasAccount: false,
      });
      expect(await events(who.userId)).toEqual([
        expect.objectContaining({ status: 'active', access: true, version: 1 }),
      ]);
    } finally {
      await fetch(`${system.sandbox.url}/stripe/test_helpers/delivery`, { ...faults, body: '{}' });
    }
  });

  it('publishes a new member once, however often the provider reports the payment', async () => {
    const who = person();
    const location = await pressCheckoutButton(await open(who), 'pay');
    const sessionId = new URL(location ?? '').searchParams.get('session_id') ?? '';
    await Promise.all(Array.from({ length: 10 }, () => system.rpc.call(billing.settleCheckout, { sessionId })));
    await until('the expected state', async () => {
      const [row] = await system.database.query<{ waiting: number }[]>(
        'SELECT count(*)::int AS waiting FROM stripe_events WHERE processed_at IS NULL',
      );
      return row?.waiting === 0;
    });
    expect(await events(who.userId)).toHaveLength(1);
    expect(await system.rpc.call(billing.listPayments, { userId: who.userId })).toHaveLength(1);
  });

  it('gives no membership for a declined card, and lets the same page be paid later', async () => {
    const who = person();
    const url = await open(who);
    await pressCheckoutButton(url, 'decline');
    const sessionId = url.split('/').at(-1) ?? '';
    expect((await system.rpc.call(billing.settleCheckout, { sessionId })).status).toBe('open');
    expect(await system.rpc.call(billing.getSubscription, { userId: who.userId })).toBeNull();
    expect(await open(who)).toBe(url);
    await pressCheckoutButton(url, 'pay');
    await until(
      'the expected state',
      async () => (await system.rpc.call(billing.getSubscription, { userId: who.userId }))?.status === 'active',
    );
  });

  it('sends a visitor who cancels back, with nothing changed', async () => {
    const who = person();
    expect(await pressCheckoutButton(await open(who), 'cancel')).toBe(who.cancelUrl);
    expect(await events(who.userId)).toEqual([]);
  });

  it('answers the open page again for the same plan, and closes it for another', async () => {
    const who = person();
    const monthly = await open(who);
    expect(await open(who)).toBe(monthly);
    const annual = await open({ ...who, plan: 'annual' });
    expect(annual).not.toBe(monthly);
    const old = await system.rpc.call(billing.settleCheckout, { sessionId: monthly.split('/').at(-1) ?? '' });
    expect(old.status).toBe('expired');
  });

  it('answers another page once the provider has deleted the customer of the open one', async () => {
    const who = person();
    const dead = await open(who);
    const [{ id }] = (await system.stripe.customers.list({ email: who.email })).data as [Stripe.Customer];
    await system.stripe.customers.del(id);
    const url = await open(who);
    expect(url).not.toBe(dead);
    await pressCheckoutButton(url, 'pay');
    await until(
      'the membership',
      async () => (await system.rpc.call(billing.getSubscription, { userId: who.userId })) !== null,
    );
  });

  it('ends in one page and one customer for a person who sends twenty concurrent requests', async () => {
    const who = person();
    const urls = await Promise.all(Array.from({ length: 20 }, () => open(who)));
    expect(new Set(urls).size).toBe(1);
    const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: system.sandbox.port, protocol: 'http' });
    expect((await stripe.customers.list({ email: who.email })).data).toHaveLength(1);
  });

  it('is refused to a member, before anything is opened', async () => {
    const who = person();
    await pressCheckoutButton(await open(who), 'pay');
    await until(
      'the expected state',
      async () => (await system.rpc.call(billing.getSubscription, { userId: who.userId })) !== null,
    );
    expect(await codeOf(open(who))).toBe('membership_exists');
    expect(await codeOf(open({ ...who, email: who.email.toUpperCase(), plan: 'annual' }))).toBe('membership_exists');
  });

  it('is refused to a guest for a member’s mailbox, which is notified, unless the membership is to be hidden', async () => {
    const who = person();
    await pressCheckoutButton(await open(who), 'pay');
    await until(
      'the expected state',
      async () => (await system.rpc.call(billing.getSubscription, { userId: who.userId })) !== null,
    );
    const asked = { ...who, userId: null, email: who.email.toUpperCase() };
    const published = async () =>
      (
        await system.database.query<{ payload: object }[]>(
          `SELECT payload FROM outbox WHERE name = $1 AND payload->>'email' = $2`,
          [membershipSought.name, asked.email],
        )
      ).map(({ payload }) => payload);
    expect(await codeOf(system.rpc.call(billing.openMembershipCheckout, asked))).toBe('membership_exists');
    expect(await published()).toEqual([{ email: asked.email, soughtAt: expect.any(String) }]);
    expect(await codeOf(system.rpc.call(billing.openMembershipCheckout, { ...asked, hidesMembership: true }))).toBe(
      'answered',
    );
    expect(
      await codeOf(system.rpc.call(billing.openMembershipCheckout, { ...asked, email: `guest-${asked.email}` })),
    ).toBe('answered');
    expect(await published()).toHaveLength(1);
  });

  it('is refused to a person who has paid, although the provider has not reported it yet', async () => {
    const faults = { method: 'POST', headers: { 'content-type': 'application/json' } };
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delivery`, { ...faults, body: JSON.stringify({ drop: 1 }) });
    try {
      const who = person();
      await pressCheckoutButton(await open(who), 'pay');
      expect(await codeOf(open({ ...who, plan: 'annual' }))).toBe('membership_exists');
    } finally {
      await fetch(`${system.sandbox.url}/stripe/test_helpers/delivery`, { ...faults, body: '{}' });
    }
  });

  describe('of a guest, for whose mailbox an account has a page open that cannot be expired', () => {
    const sessionOf = (url: string): string => url.split('/').at(-1) ?? '';
    const statusAtProvider = async (sessionId: string) =>
      (await system.stripe.checkout.sessions.retrieve(sessionId)).status;
    const settle = (sessionId: string) => system.rpc.call(billing.settleCheckout, { sessionId });
    const rowsOf = (sessionId: string) =>
      system.database.query<object[]>('SELECT status, customer_id FROM checkouts WHERE session_id = $1', [sessionId]);
    const failedTries = async (sessionId: string): Promise<number> =>
      (
        await system.database.query<{ tries: number }[]>(
          'SELECT coalesce(max(attempts), 0)::int AS tries FROM stripe_events WHERE session_id = $1',
          [sessionId],
        )
      )[0]!.tries;

    it.each<[string, { isDelivered: boolean; again: (sessionId: string) => Promise<unknown> }]>([
      ['the result page asks again', { isDelivered: false, again: settle }],
      [
        'the webhook is delivered again',
        {
          isDelivered: false,
          again: async (sessionId) => {
            const events = await system.stripe.events.list({ type: 'checkout.session.completed', limit: 100 });
            const { id } = events.data.find(({ data }) => (data.object as Stripe.Checkout.Session).id === sessionId)!;
            const answer = await fetch(`${system.sandbox.url}/stripe/test_helpers/redeliver`, {
              method: 'POST',
              body: JSON.stringify({ event: id }),
            });
            expect(answer.status).toBe(200);
          },
        },
      ],
      ['the stored webhook is processed again', { isDelivered: true, again: () => system.advance(3_600) }],
    ])('is not finished, and is when %s', async (_how, { isDelivered, again }) => {
      const who = person('annual');
      const page = sessionOf(await open(who));
      const paid = await system.rpc.call(billing.openMembershipCheckout, {
        ...person(),
        email: who.email,
        userId: null,
      });
      const sessionId = sessionOf(paid.checkoutUrl);
      await system.faults('api', { fail: 1, route: 'POST /v1/checkout/sessions/:id/expire' });
      if (!isDelivered) await system.faults('delivery', { drop: 1, retry: false });
      try {
        await pressCheckoutButton(paid.checkoutUrl, 'pay');
        if (isDelivered) await until('the webhook to fail', async () => (await failedTries(sessionId)) > 0);
        else expect(await codeOf(settle(sessionId))).toBe('payment_provider_unavailable');
        expect(await rowsOf(sessionId)).toEqual([{ status: 'open', customer_id: null }]);
        expect(await statusAtProvider(page)).toBe('open');
      } finally {
        await system.faults('api', {});
        await system.faults('delivery', {});
      }
      await again(sessionId);
      await until('the page of the account to end', async () => (await statusAtProvider(page)) === 'expired');
      await until(
        'the checkout to be finished',
        async () => (await settle(sessionId)).status === 'complete' && (await rowsOf(sessionId)).length === 1,
      );
      const { customer } = await system.stripe.checkout.sessions.retrieve(sessionId);
      expect(await rowsOf(sessionId)).toEqual([{ status: 'complete', customer_id: customer }]);
      expect(await codeOf(open(who))).toBe('membership_exists');
    });
  });

  it('is unknown when its session id is none of ours', async () => {
    expect(await codeOf(system.rpc.call(billing.settleCheckout, { sessionId: 'cs_test_nobodys' }))).toBe(
      'checkout_unknown',
    );
  });

  it('is refused for a price id that is none of ours, or another plan’s', async () => {
    const { email } = person();
    const check = (order: { plan?: 'monthly' | 'annual'; priceId?: string }) =>
      codeOf(system.rpc.call(billing.checkMembershipOrder, { promoCode: null, email, ...order }));
    const [monthly] = await system.database.query<{ id: string }[]>(
      `SELECT stripe_price_id_monthly AS id FROM programs WHERE type = 'debate_club'`,
    );
    const priceId = monthly!.id;
    expect(await check({ priceId: 'price_from_elsewhere' })).toBe('price_unknown');
    expect(await check({ plan: 'annual', priceId })).toBe('price_plan_mismatch');
    expect(await check({ plan: 'monthly', priceId })).toBe('answered');
    expect(await codeOf(open({ ...person('annual'), priceId }))).toBe('price_plan_mismatch');
  });
});

describe('a webhook delivery', () => {
  const stripe = new Stripe('sk_test_sandbox');
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    created: 1,
    data: { object: { id: 'cus_x', object: 'customer' } },
  });
  const sign = (timestamp: number, secret = WEBHOOK_SECRET, body = payload): string =>
    stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  const now = (): number => Math.floor(Date.now() / 1_000);
  const deliver = (body: string, signature: string): Promise<string> =>
    codeOf(system.rpc.call(billing.receiveStripeEvent, { payload: body, signature }));
  const stored = async (): Promise<number> =>
    (await system.database.query<unknown[]>('SELECT id FROM stripe_events WHERE customer_id = $1', ['cus_x'])).length;

  it('is refused when it is tampered with, signed by another, or older than 300 seconds, and leaves no trace', async () => {
    expect(await deliver(payload.replace('cus_x', 'cus_y'), sign(now()))).toBe('signature_invalid');
    expect(await deliver(payload, sign(now(), 'whsec_another'))).toBe('signature_invalid');
    expect(await deliver(payload, sign(now() - 301))).toBe('signature_invalid');
    expect(await deliver(payload, '')).toBe('signature_invalid');
    expect(await stored()).toBe(0);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['an object without an event', '{}'],
    // What an endpoint for thin events gets: https://docs.stripe.com/webhooks?snapshot-or-thin=thin
    ['a thin event', JSON.stringify({ id: 'evt_x', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' })],
    ['an id that cannot be stored', payload.replace('cus_x', 'cus_\\u0000')],
  ])('is refused when it is signed and is %s', async (_what, body) => {
    expect(await deliver(body, sign(now(), WEBHOOK_SECRET, body))).toBe('malformed_body');
  });

  it('is stored once however often it comes', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(payload, sign(now()))));
    expect(answers).toEqual(Array(5).fill('answered'));
    expect(await stored()).toBe(1);
  });
});
