import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { advance, createCatalog, subscribe, type Catalog } from '../testing/catalog.ts';
import { press, stripeClient } from '../testing/stripe-client.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  sandbox = await startSandbox({ clockOffsetMs: DAY });
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterEach(() => sandbox.close());

const periodEnd = (subscription: Stripe.Subscription): number => subscription.items.data[0]?.current_period_end ?? 0;
const untilRenewal = async (id: string): Promise<number> =>
  periodEnd(await stripe.subscriptions.retrieve(id)) - sandbox.clock.now();
const invoicesOf = async (customer: string): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ customer })).data;

describe('renewal', () => {
  it('bills the next period an hour after it began', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const before = await stripe.subscriptions.retrieve(subscription);
    await advance(sandbox, (await untilRenewal(subscription)) + 60);
    const [draft] = await invoicesOf(customer);
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 9500 });
    await advance(sandbox, HOUR);
    const [paid] = await invoicesOf(customer);
    expect(paid).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 9500 });
    const after = await stripe.subscriptions.retrieve(subscription);
    expect(after.items.data[0]?.current_period_start).toBe(periodEnd(before));
    expect(after).toMatchObject({ status: 'active', latest_invoice: paid?.id });
  });

  it.each([
    [true, 'paid'],
    [false, 'draft'],
  ])(
    'that is a draft goes on by itself after its subscription was cancelled, unless auto_advance is off: %s',
    async (auto_advance, status) => {
      const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
      await advance(sandbox, (await untilRenewal(subscription)) + 60);
      await stripe.subscriptions.cancel(subscription);
      const [draft] = await invoicesOf(customer);
      expect(draft).toMatchObject({ status: 'draft', auto_advance: true });
      expect(await stripe.invoices.update(draft!.id, { auto_advance })).toMatchObject({ auto_advance });
      await advance(sandbox, 2 * HOUR);
      const [after] = await invoicesOf(customer);
      expect(after).toMatchObject({ id: draft?.id, status });
      await expect(stripe.invoices.update((await invoicesOf(customer))[1]!.id, { auto_advance })).rejects.toMatchObject(
        { code: 'not_simulated' },
      );
    },
  );

  it('joins periods without gaps however far the clock jumps', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await advance(sandbox, 366 * DAY);
    const invoices = (await invoicesOf(customer)).reverse();
    expect(invoices).toHaveLength(10);
    const all = await stripe.invoices.list({ customer, limit: 100 });
    expect(all.data).toHaveLength(13);
    const lines = all.data.toReversed().map((invoice) => invoice.lines.data[0]?.period);
    for (const [index, period] of lines.entries()) if (index > 0) expect(period?.start).toBe(lines[index - 1]?.end);
    expect(all.data.every((invoice) => invoice.status === 'paid')).toBe(true);
  });

  it('tries a failing card four times, then ends the subscription', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' });
    expect((await invoicesOf(customer))[0]).toMatchObject({
      status: 'open',
      attempt_count: 1,
      amount_remaining: 9500,
    });
    await advance(sandbox, 16 * DAY);
    const ended = await stripe.subscriptions.retrieve(subscription);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    expect((await invoicesOf(customer))[0]).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
    });
    expect((await stripe.events.list({ type: 'invoice.payment_failed' })).data).toHaveLength(4);
    expect((await stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1);
  });

  it('recovers when the member saves a card that works before the last try', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    const portal = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost:3000/account',
    });
    const page = await (await fetch(portal.url)).text();
    expect(page).toContain('>Save</button>');
    expect(page).toContain('http://localhost:3000/account');
    const saved = await fetch(`${portal.url}/save`, {
      method: 'POST',
      body: new URLSearchParams({ card: 'works' }),
      redirect: 'manual',
    });
    expect(saved.status).toBe(303);
    await advance(sandbox, 4 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  it('lets the member pay the open invoice on its page, which ends past due', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await fetch(`${sandbox.url}/stripe/test_helpers/card`, {
      method: 'POST',
      body: JSON.stringify({ customer, card: 'later-fails' }),
    });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' });
    const [open] = await invoicesOf(customer);
    expect(await (await fetch(open?.hosted_invoice_url ?? '')).text()).toContain('Pay $95.00');
    await fetch(`${open?.hosted_invoice_url ?? ''}/pay`, { method: 'POST', redirect: 'manual' });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'paid', next_payment_attempt: null });
  });

  it('leads back from the portal where the flow says so', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const portal = await stripe.billingPortal.sessions.create({
      customer,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:3000/saved' } },
      },
    });
    const saved = await fetch(`${portal.url}/save`, { method: 'POST', redirect: 'manual' });
    expect(saved.headers.get('location')).toBe('http://localhost:3000/saved');
    expect((await fetch(`${sandbox.url}/stripe/portal/${portal.id}_guess`)).status).toBe(404);
  });

  it('lets an open invoice be paid over the API, and refuses a card that is declined', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    const [open] = await invoicesOf(customer);
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
    });
    expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(2);
  });
});

describe('the end of a subscription', () => {
  it('comes with the period when asked for, and not when resumed', async () => {
    const { subscription } = await subscribe(stripe, sandbox, catalog.monthly);
    const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: periodEnd(ending),
    });
    const resumed = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await advance(sandbox, await untilRenewal(subscription));
    const ended = await stripe.subscriptions.retrieve(subscription);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: periodEnd(ending) });
    await expect(stripe.subscriptions.update(subscription, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('takes effect immediately when canceled, and is listed only when asked for', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    expect(await stripe.subscriptions.cancel(subscription)).toMatchObject({ status: 'canceled' });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  });
});

describe('refunds', () => {
  it('give back a part, then the rest, and never more', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    const paymentIntent = intent?.id ?? '';
    await stripe.refunds.create({ payment_intent: paymentIntent, amount: 2000 });
    expect((await stripe.charges.list({ payment_intent: paymentIntent })).data[0]).toMatchObject({
      amount_refunded: 2000,
      refunded: false,
    });
    await expect(stripe.refunds.create({ payment_intent: paymentIntent, amount: 7501 })).rejects.toMatchObject({
      statusCode: 400,
      message: 'Refund amount ($75.01) is greater than unrefunded amount on charge ($75.00)',
    });
    await stripe.refunds.create({ payment_intent: paymentIntent });
    expect((await stripe.charges.list({ payment_intent: paymentIntent })).data[0]).toMatchObject({
      amount_refunded: 9500,
      refunded: true,
    });
    await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: paymentIntent })).data.map((refund) => refund.amount)).toEqual([
      7500, 2000,
    ]);
    expect((await stripe.events.list({ type: 'charge.refunded' })).data).toHaveLength(2);
  });
});

describe('credit on the customer balance', () => {
  it('is used by the next invoice, the rest staying', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await stripe.customers.createBalanceTransaction(customer, {
      amount: -10_000,
      currency: 'usd',
      description: 'Referral',
    });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    expect((await invoicesOf(customer))[0]).toMatchObject({
      status: 'paid',
      total: 9500,
      amount_due: 0,
      amount_paid: 0,
      starting_balance: -10_000,
      ending_balance: -500,
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -500 });
    const transactions = await stripe.customers.listBalanceTransactions(customer);
    expect(transactions.data.map(({ amount, type, ending_balance }) => [amount, type, ending_balance])).toEqual([
      [9500, 'applied_to_invoice', -500],
      [-10_000, 'adjustment', -10_000],
    ]);
  });
});

describe('coupons and promotion codes', () => {
  it('take off the first payment only, when they are for once', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const { session, subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({
      amount_subtotal: 9500,
      amount_total: 7600,
      total_details: { amount_discount: 1900 },
    });
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    expect((await invoicesOf(customer)).map((invoice) => invoice.amount_paid)).toEqual([9500, 7600]);
    expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1 });
  });

  it('take off every payment of their months, when they repeat', async () => {
    const coupon = await stripe.coupons.create({
      amount_off: 1000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    });
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
    });
    await advance(sandbox, 95 * DAY);
    expect((await invoicesOf(customer)).map((invoice) => invoice.amount_paid)).toEqual([9500, 9500, 8500, 8500]);
  });

  it('make a purchase free without a card, at a hundred percent', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const { session, customer } = await subscribe(stripe, sandbox, catalog.annual, {
      discounts: [{ coupon: coupon.id }],
    });
    expect(session.amount_total).toBe(0);
    expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'paid', amount_paid: 0, total: 0 });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
  });

  it('are never redeemed beyond their limit, even by sessions that were open already', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once', max_redemptions: 1 });
    const open = (): Promise<Stripe.Checkout.Session> =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: catalog.monthly.id, quantity: 1 }],
        customer_email: 'last@example.com',
        discounts: [{ coupon: coupon.id }],
        success_url: 'http://localhost:3000/done',
      });
    const [first, second] = [await open(), await open()];
    await expect(press(first, sandbox, 'pay')).resolves.toContain('/done');
    await expect(press(second, sandbox, 'pay')).resolves.toContain('notice=discount');
    await expect(open()).rejects.toMatchObject({ code: 'coupon_expired' });
    expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1, valid: false });
  });

  it('can be typed on the checkout page where the session allows it', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPEAK10',
    });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: catalog.monthly.id, quantity: 1 }],
      customer_email: 'code@example.com',
      allow_promotion_codes: true,
      success_url: 'http://localhost:3000/done',
    });
    const type = (text: string): Promise<Response> =>
      fetch(`${session.url ?? ''}/code`, {
        method: 'POST',
        body: new URLSearchParams({ code: text }),
        redirect: 'manual',
      });
    expect((await type('nonsense')).headers.get('location')).toContain('notice=code');
    await type('speak10');
    expect(await (await fetch(session.url ?? '')).text()).toContain('Pay $85.50');
    await press(session, sandbox, 'pay');
    expect(await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] })).toMatchObject({
      times_redeemed: 1,
      promotion: { coupon: { times_redeemed: 1 } },
    });
  });
});

describe('the emulator’s clock', () => {
  it('closes a checkout that nobody paid', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: catalog.monthly.id, quantity: 1 }],
      success_url: 'http://localhost:3000/done',
      expires_at: sandbox.clock.now() + 31 * 60,
    });
    await advance(sandbox, 32 * 60);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(1);
  });

  it('refuses to move the clock back', async () => {
    const answer = await fetch(`${sandbox.url}/stripe/test_helpers/advance`, {
      method: 'POST',
      body: '{"seconds":-1}',
    });
    expect(answer.status).toBe(400);
  });
});

describe('invoices', () => {
  it('have a page and a PDF at addresses that cannot be guessed', async () => {
    const { invoice } = await subscribe(stripe, sandbox, catalog.monthly);
    const { hosted_invoice_url: page, invoice_pdf: pdf } = await stripe.invoices.retrieve(invoice);
    expect(await (await fetch(page ?? '')).text()).toContain('$95.00');
    const file = await fetch(pdf ?? '');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect((await file.text()).startsWith('%PDF-1.4')).toBe(true);
    expect((await fetch(`${sandbox.url}/stripe/invoices/${invoice}_guess`)).status).toBe(404);
  });
});

describe('the preview of a renewal', () => {
  it('is what the renewal charges, with discounts and credit, and stores nothing', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
    });
    await stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
    const before = await invoicesOf(customer);
    const preview = await stripe.invoices.createPreview({ customer, subscription });
    expect(preview).toMatchObject({ subtotal: 9500, total: 8550, amount_due: 7550, status: 'draft' });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(await invoicesOf(customer)).toHaveLength(before.length);
    await advance(sandbox, (await untilRenewal(subscription)) + 2 * HOUR);
    const [renewal] = await invoicesOf(customer);
    expect(renewal).toMatchObject({ status: 'paid', amount_paid: 7550 });
    expect(preview.lines.data[0]?.period).toEqual(renewal?.lines.data[0]?.period);
  });

  it('is refused where nothing renews', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ customer, subscription })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});

describe('a change to another interval with proration', () => {
  const changeTo = async (id: string, price: string) => {
    const { items } = await stripe.subscriptions.retrieve(id);
    return [{ id: items.data[0]!.id, price }];
  };

  it('credits the unused time of what was debited, and charges what its preview says', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await advance(sandbox, 10 * DAY);
    const items = await changeTo(subscription, catalog.annual.id);
    const proration_date = sandbox.clock.now();
    const asked = { items, proration_behavior: 'always_invoice', proration_date } as const;
    const preview = await stripe.invoices.createPreview({ customer, subscription, subscription_details: asked });
    const { current_period_start: start, current_period_end: end } = (await stripe.subscriptions.retrieve(subscription))
      .items.data[0]!;
    const credit = Math.round((9500 * (end - proration_date)) / (end - start));
    expect(preview.lines.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-credit, 95_000]);
    expect(preview.amount_due).toBe(95_000 - credit);
    await advance(sandbox, HOUR);
    await stripe.subscriptions.update(subscription, asked);
    const [paid] = await invoicesOf(customer);
    expect(paid).toMatchObject({
      status: 'paid',
      amount_paid: preview.amount_due,
      billing_reason: 'subscription_update',
    });
    expect((await stripe.subscriptions.retrieve(subscription)).items.data[0]?.price.id).toBe(catalog.annual.id);
  });

  it('keeps the rest of the credit on the balance, where it is more than the new price', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.annual);
    await stripe.subscriptions.update(subscription, {
      items: await changeTo(subscription, catalog.monthly.id),
      proration_behavior: 'always_invoice',
    });
    expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'paid', amount_paid: 0 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 9500 - 95_000 });
  });

  it('changes nothing where the card is declined, with payment_behavior error_if_incomplete', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    const before = await stripe.subscriptions.retrieve(subscription);
    await expect(
      stripe.subscriptions.update(subscription, {
        items: await changeTo(subscription, catalog.annual.id),
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect(await stripe.subscriptions.retrieve(subscription)).toEqual(before);
    expect(await invoicesOf(customer)).toHaveLength(1);
  });
});
