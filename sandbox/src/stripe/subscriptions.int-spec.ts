import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { advance, createCatalog, subscribe, type Catalog } from '../testing/catalog.ts';
import { stripeClient, press } from '../testing/stripe-client.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterEach(() => sandbox.close());

const withCard = (card = 'pm_card_visa'): Promise<Stripe.Customer> =>
  stripe.customers.create({
    email: 'direct@example.com',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  });
const eventTypes = async (): Promise<string[]> =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();

describe('a subscription without checkout', () => {
  it('is active and paid from the card on file', async () => {
    const customer = await withCard();
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: catalog.monthly.id }],
      metadata: { userId: 'u-1' },
      expand: ['latest_invoice.payments'],
    });
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customer.id,
      metadata: { userId: 'u-1' },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 9500,
        payments: { data: [{ status: 'paid', amount_paid: 9500 }] },
      },
    });
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([{ amount: 9500, paid: true }]);
    expect(await eventTypes()).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'charge.succeeded', 'invoice.paid']),
    );
  });

  it('may be the second of the same customer and price, and is renewed as the first is', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const second = await stripe.subscriptions.create({ customer, items: [{ price: catalog.monthly.id }] });
    expect((await stripe.subscriptions.list({ customer, price: catalog.monthly.id })).data).toHaveLength(2);
    await advance(sandbox, 32 * DAY);
    expect((await stripe.invoices.list({ subscription: second.id })).data.map(({ status }) => status)).toEqual([
      'paid',
      'paid',
    ]);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(4);
  });

  it('needs a card where something is due, and none where credit covers it', async () => {
    const customer = await stripe.customers.create({ email: 'bare@example.com' });
    const create = (): Promise<Stripe.Subscription> =>
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: catalog.monthly.id }] });
    await expect(create()).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: expect.stringMatching(/^This customer has no attached payment source or default payment method\./),
    });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
    await stripe.customers.createBalanceTransaction(customer.id, { amount: -10_000, currency: 'usd' });
    expect(await create()).toMatchObject({ status: 'active' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
  });

  it('leaves nothing behind when the card is refused', async () => {
    const customer = await withCard('pm_card_chargeCustomerFail');
    const before = await eventTypes();
    await expect(
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: catalog.monthly.id }] }),
    ).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect(await eventTypes()).toEqual(before);
  });

  it('takes a card that is attached later, a discount and a trial', async () => {
    const customer = await stripe.customers.create({ email: 'later@example.com' });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const discounted = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: catalog.monthly.id }],
      default_payment_method: card.id,
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    });
    expect(discounted.latest_invoice).toMatchObject({ amount_paid: 4750 });
    const trial = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: catalog.annual.id }],
      trial_period_days: 7,
      cancel_at_period_end: true,
    });
    expect(trial).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: trial.trial_end });
  });

  it('is charged later where its trial ends later, and then every month from that day on', async () => {
    const customer = await withCard();
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: catalog.monthly.id }] });
    const [now, later] = [
      Math.floor(sandbox.clock.nowMs() / 1_000),
      Math.floor(sandbox.clock.nowMs() / 1_000) + 45 * 86_400,
    ];
    await expect(
      stripe.subscriptions.update(id, { trial_end: now - 1, proration_behavior: 'none' }),
    ).rejects.toMatchObject({ param: 'trial_end' });
    const extended = await stripe.subscriptions.update(id, { trial_end: later, proration_behavior: 'none' });
    expect(extended).toMatchObject({ status: 'trialing', trial_end: later, billing_cycle_anchor: later });
    expect(extended.items.data[0]).toMatchObject({ current_period_end: later });
    const charged = async () =>
      (await stripe.charges.list({ customer: customer.id })).data.map(({ amount, created }) => [
        amount,
        created > later,
      ]);
    await advance(sandbox, 44 * DAY);
    expect(await charged()).toEqual([[9_500, false]]);
    await advance(sandbox, 2 * DAY);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect(await charged()).toEqual([
      [9_500, true],
      [9_500, false],
    ]);
  });

  it('refuses what cannot be subscribed to', async () => {
    const customer = await withCard();
    const oneTimePrice = await stripe.prices.create({ product: catalog.product.id, currency: 'usd', unit_amount: 500 });
    const item = { price: catalog.monthly.id };
    const refused = async (given: Stripe.SubscriptionCreateParams): Promise<unknown> =>
      stripe.subscriptions.create(given).then(
        () => 'created',
        (error: Stripe.errors.StripeError) => [error.statusCode, error.code, error.param],
      );
    expect(await refused({ customer: customer.id, items: [{ price: oneTimePrice.id }] })).toEqual([
      400,
      undefined,
      'items[0][price]',
    ]);
    expect(await refused({ customer: customer.id, items: [item, item] })).toEqual([400, undefined, 'items']);
    expect(await refused({ customer: 'cus_none', items: [item] })).toEqual([400, 'resource_missing', 'customer']);
    expect(await refused({ customer: customer.id })).toEqual([400, 'parameter_missing', 'items']);
    const others = await withCard();
    expect(
      await refused({
        customer: customer.id,
        items: [item],
        default_payment_method: others.invoice_settings.default_payment_method as string,
      }),
    ).toEqual([400, 'resource_missing', 'default_payment_method']);
  });
});

describe('the end of a subscription', () => {
  it('is announced when it is planned, reverted and reached', async () => {
    const { subscription } = await subscribe(stripe, sandbox, catalog.monthly);
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    const ended = await stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false });
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } });
    expect(ended.ended_at).not.toBeNull();
    const changes = (
      await stripe.events.list({ types: ['customer.subscription.updated', 'customer.subscription.deleted'] })
    ).data.map(({ type, data }) => [type, (data.object as Stripe.Subscription).cancel_at_period_end]);
    expect(changes).toEqual([
      ['customer.subscription.deleted', false],
      ['customer.subscription.updated', false],
      ['customer.subscription.updated', true],
    ]);
    await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: `No such subscription: '${subscription}'`,
    });
  });
});

describe('the list of subscriptions', () => {
  it('is found by price, status and time, and walked both ways', async () => {
    const customer = (await withCard()).id;
    const made: string[] = [];
    for (const price of [catalog.monthly, catalog.annual, catalog.monthly, catalog.monthly]) {
      await advance(sandbox, HOUR);
      made.push((await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })).id);
    }
    const [first = '', annual = '', third = '', fourth = ''] = made;
    await stripe.subscriptions.cancel(third);
    const idsOf = ({ data }: { data: Stripe.Subscription[] }): string[] => data.map(({ id }) => id);
    const find = (params: Stripe.SubscriptionListParams): Stripe.ApiListPromise<Stripe.Subscription> =>
      stripe.subscriptions.list(params);
    expect(idsOf(await find({ price: catalog.monthly.id }))).toEqual([fourth, first]);
    expect(idsOf(await find({ price: catalog.monthly.id, status: 'all' }))).toEqual([fourth, third, first]);
    expect(idsOf(await find({ status: 'canceled' }))).toEqual([third]);
    const { created } = await stripe.subscriptions.retrieve(annual);
    expect(idsOf(await find({ status: 'all', created: { gte: created, lt: created + HOUR } }))).toEqual([annual]);
    const newest = await find({ status: 'all', limit: 2 });
    expect([newest.has_more, idsOf(newest)]).toEqual([true, [fourth, third]]);
    const next = await find({ status: 'all', limit: 2, starting_after: third });
    expect([next.has_more, idsOf(next)]).toEqual([false, [annual, first]]);
    const back = await find({ status: 'all', limit: 2, ending_before: annual });
    expect([back.has_more, idsOf(back)]).toEqual([false, [fourth, third]]);
  });
});

describe('a clock that moves by many days', () => {
  it('runs renewals, refusals and retries of all members in order, each at its own time', async () => {
    const failing = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    await advance(sandbox, DAY);
    await subscribe(stripe, sandbox, catalog.monthly, { customer_email: 'works@example.com' });
    const { items } = await stripe.subscriptions.retrieve(failing.subscription);
    const end = items.data[0]?.current_period_end ?? 0;
    await advance(sandbox, 50 * DAY);
    const createdSinceEnd = { created: { gte: end }, limit: 100 };
    const happened = await stripe.events.list(createdSinceEnd);
    const times = happened.data.map(({ created }) => created).reverse();
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const ofFailing = async (type: string): Promise<number[]> =>
      (await stripe.events.list({ ...createdSinceEnd, type })).data
        .filter(({ data }) => (data.object as { customer?: unknown }).customer === failing.customer)
        .map(({ created }) => created - end)
        .reverse();
    expect(await ofFailing('invoice.payment_failed')).toEqual([0, 3, 8, 15].map((days) => days * DAY + HOUR));
    expect(await ofFailing('customer.subscription.deleted')).toEqual([15 * DAY + HOUR]);
    expect((await stripe.events.list({ ...createdSinceEnd, type: 'invoice.paid' })).data).toHaveLength(1);
  });
});

/** A customer buys an entry of $40 once, with this coupon. */
const buy = async (
  coupon: string,
  given: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 4000, product_data: { name: 'Entry' } }, quantity: 1 }],
    customer_email: 'entry@example.com',
    discounts: [{ coupon }],
    success_url: 'http://localhost:3000/done',
    ...given,
  });
  await press(session, sandbox, 'pay');
  return stripe.checkout.sessions.retrieve(session.id);
};

describe('a coupon on a purchase', () => {
  it('takes off its part, and shows in the totals of the session and the charge', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 1500, currency: 'usd', duration: 'once' });
    const session = await buy(coupon.id);
    expect(session).toMatchObject({
      amount_subtotal: 4000,
      amount_total: 2500,
      total_details: { amount_discount: 1500 },
      payment_status: 'paid',
    });
    expect(await stripe.paymentIntents.retrieve(session.payment_intent as string)).toMatchObject({
      amount: 2500,
      amount_received: 2500,
    });
  });

  it.each([
    ['a hundred percent', { percent_off: 100 }],
    ['an amount above the price', { amount_off: 9900, currency: 'usd' }],
  ] as const)('of %s makes it free: complete without a payment, of a customer', async (_name, off) => {
    const coupon = await stripe.coupons.create({ ...off, duration: 'once' });
    const session = await buy(coupon.id);
    expect(session).toMatchObject({
      status: 'complete',
      amount_total: 0,
      total_details: { amount_discount: 4000 },
      payment_status: 'no_payment_required',
      payment_intent: null,
      invoice: null,
    });
    expect(await stripe.customers.retrieve(session.customer as string)).toMatchObject({ email: 'entry@example.com' });
    expect((await stripe.charges.list()).data).toEqual([]);
    const [published] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(published).toMatchObject({ data: { object: { id: session.id, payment_status: 'no_payment_required' } } });
  });

  it('leaves a paid invoice of nothing where an invoice was asked for', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const session = await buy(coupon.id, { invoice_creation: { enabled: true } });
    expect(session).toMatchObject({ payment_status: 'no_payment_required', payment_intent: null });
    expect(await stripe.invoices.retrieve(session.invoice as string)).toMatchObject({
      status: 'paid',
      subtotal: 4000,
      total: 0,
      amount_paid: 0,
    });
  });

  it('is refused once it is used up or past its day', async () => {
    const last = await stripe.coupons.create({ percent_off: 10, duration: 'once', max_redemptions: 1 });
    await buy(last.id);
    await expect(buy(last.id)).rejects.toMatchObject({ statusCode: 400, code: 'coupon_expired' });
    const dated = await stripe.coupons.create({
      percent_off: 10,
      duration: 'once',
      redeem_by: sandbox.clock.now() + DAY,
    });
    await advance(sandbox, DAY);
    await expect(buy(dated.id)).rejects.toMatchObject({ statusCode: 400, code: 'coupon_expired' });
    expect(await stripe.coupons.retrieve(dated.id)).toMatchObject({ valid: false, times_redeemed: 0 });
  });
});

describe('a coupon on a membership', () => {
  it('is on the first invoice alone', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 2000, currency: 'usd', duration: 'once' });
    const { customer, invoice } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
    });
    const first = await stripe.invoices.retrieve(invoice, { expand: ['discounts'] });
    expect(first).toMatchObject({
      subtotal: 9500,
      total: 7500,
      amount_paid: 7500,
      total_discount_amounts: [{ amount: 2000 }],
      discounts: [{ source: { coupon: coupon.id } }],
    });
    await advance(sandbox, 32 * DAY);
    const [renewal] = (await stripe.invoices.list({ customer })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 9500, discounts: [] });
  });

  it('that is given later takes something off the renewals of its months', async () => {
    const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly);
    await advance(sandbox, DAY);
    const coupon = await stripe.coupons.create({ percent_off: 40, duration: 'repeating', duration_in_months: 3 });
    const { discounts } = await stripe.subscriptions.update(subscription, {
      discounts: [{ coupon: coupon.id }],
      expand: ['discounts'],
    });
    expect(discounts).toMatchObject([{ source: { coupon: coupon.id }, subscription, promotion_code: null }]);
    expect((await stripe.invoices.createPreview({ customer, subscription })).amount_due).toBe(5700);
    for (const _ of [1, 2, 3, 4]) await advance(sandbox, 31 * DAY);
    expect((await stripe.charges.list({ customer })).data.map(({ amount }) => amount)).toEqual([
      ...[9500, 5700, 5700, 5700, 9500],
    ]);
    await expect(
      stripe.subscriptions.update(subscription, { discounts: [{ coupon: 'unknown' }] }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
  });

  it('that takes off everything starts it without a payment; the card pays the renewal', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const { session, customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    await advance(sandbox, 32 * DAY);
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount: 9500, paid: true }]);
  });

  it('that takes off everything asks for no card where the session wants one only if needed', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly, {
      discounts: [{ coupon: coupon.id }],
      payment_method_collection: 'if_required',
    });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
    await advance(sandbox, 32 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'past_due' });
  });
});

describe('credit on the balance', () => {
  it('is listed newest first, page by page, with what was noted on it', async () => {
    const { id } = await stripe.customers.create({ email: 'credit@example.com' });
    for (const referral of ['r-1', 'r-2', 'r-3'])
      await stripe.customers.createBalanceTransaction(id, {
        amount: -5000,
        currency: 'usd',
        description: 'Referral',
        metadata: { referral },
      });
    const first = await stripe.customers.listBalanceTransactions(id, { limit: 2 });
    const notes = ({ data }: { data: Stripe.CustomerBalanceTransaction[] }): unknown[] =>
      data.map(({ amount, ending_balance, type, metadata }) => [amount, ending_balance, type, metadata?.referral]);
    expect([first.has_more, notes(first)]).toEqual([
      true,
      [
        [-5000, -15_000, 'adjustment', 'r-3'],
        [-5000, -10_000, 'adjustment', 'r-2'],
      ],
    ]);
    const rest = await stripe.customers.listBalanceTransactions(id, {
      limit: 2,
      starting_after: first.data[1]?.id ?? '',
    });
    expect([rest.has_more, notes(rest)]).toEqual([false, [[-5000, -5000, 'adjustment', 'r-1']]]);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -15_000 });
  });

  it('pays the next invoice as far as it goes, and is not restored by a refund', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await stripe.customers.createBalanceTransaction(customer, { amount: -5000, currency: 'usd' });
    await advance(sandbox, 32 * DAY);
    const [renewal] = (await stripe.invoices.list({ customer, expand: ['data.payments'] })).data;
    expect(renewal).toMatchObject({
      total: 9500,
      amount_due: 4500,
      amount_paid: 4500,
      starting_balance: -5000,
      ending_balance: 0,
      payments: { data: [{ amount_paid: 4500, status: 'paid' }] },
    });
    const [used] = (await stripe.customers.listBalanceTransactions(customer)).data;
    expect(used).toMatchObject({ amount: 5000, type: 'applied_to_invoice', invoice: renewal?.id, ending_balance: 0 });
    const [charge] = (await stripe.charges.list({ customer })).data;
    expect(charge?.amount).toBe(4500);
    await stripe.refunds.create({ charge: charge?.id ?? '' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    expect((await stripe.customers.listBalanceTransactions(customer)).data).toHaveLength(2);
  });

  it('comes back from an invoice that is voided', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'member@example.com', balance: -5000 });
    const debit = { card: 'bank-debit' };
    const { invoice, session } = await subscribe(stripe, sandbox, catalog.monthly, { customer }, debit);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    await fetch(`${sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      body: JSON.stringify({ session: session.id, arrived: false }),
    });
    expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({ starting_balance: -5000, ending_balance: 0 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -5000 });
    const [back] = (await stripe.customers.listBalanceTransactions(customer)).data;
    expect(back).toMatchObject({ amount: -5000, type: 'unapplied_from_invoice', invoice, ending_balance: -5000 });
  });

  it('refuses another currency and what is no whole amount', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await expect(
      stripe.customers.createBalanceTransaction(customer, { amount: -100, currency: 'eur' }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'currency' });
    await expect(
      stripe.customers.createBalanceTransaction(customer, { amount: -0.5, currency: 'usd' }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'parameter_invalid_integer', param: 'amount' });
  });
});

describe('a paused collection', () => {
  const itemOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).items.data[0]!;
  /** Pauses until so many days after the end of the running period. */
  const pause = async (id: string, days: number) => {
    const { current_period_end: end } = await itemOf(id);
    return stripe.subscriptions.update(id, { pause_collection: { behavior: 'void', resumes_at: end + days * DAY } });
  };
  const statuses = async (customer: string) =>
    (await stripe.invoices.list({ customer })).data.map(({ status, amount_paid }) => [status, amount_paid]);

  it('voids the invoices of its periods, uses no credit, and collects again from its end on', async () => {
    const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly);
    await stripe.customers.createBalanceTransaction(customer, { amount: -5000, currency: 'usd' });
    const paused = await pause(subscription, 27);
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void' } });
    await advance(sandbox, 32 * DAY);
    expect(await statuses(customer)).toEqual([
      ['void', 0],
      ['paid', 9500],
    ]);
    expect((await stripe.events.list({ type: 'invoice.voided' })).data).toHaveLength(1);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -5000 });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    await advance(sandbox, 32 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ pause_collection: null });
    expect(await statuses(customer)).toEqual([
      ['paid', 4500],
      ['void', 0],
      ['paid', 9500],
    ]);
  });

  it('that is unset with a reset of the anchor charges a new period now, as its preview says', async () => {
    const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly);
    await pause(subscription, 60);
    await advance(sandbox, 40 * DAY);
    const preview = await stripe.invoices.createPreview({
      customer,
      subscription,
      subscription_details: { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' },
    });
    expect(preview).toMatchObject({ amount_due: 9500 });
    const resumed = await stripe.subscriptions.update(subscription, {
      pause_collection: '',
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
      payment_behavior: 'error_if_incomplete',
    });
    expect(resumed).toMatchObject({ pause_collection: null, billing_cycle_anchor: sandbox.clock.now() });
    expect(await itemOf(subscription)).toMatchObject({ current_period_start: sandbox.clock.now() });
    expect((await statuses(customer))[0]).toEqual(['paid', 9500]);
    await advance(sandbox, 32 * DAY);
    expect((await statuses(customer)).slice(0, 2)).toEqual([
      ['paid', 9500],
      ['paid', 9500],
    ]);
  });

  it('that a declined card cannot end stays as it is', async () => {
    const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'later-fails' });
    await pause(subscription, 60);
    await advance(sandbox, 40 * DAY);
    const before = await stripe.subscriptions.retrieve(subscription);
    await expect(
      stripe.subscriptions.update(subscription, {
        pause_collection: '',
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    expect(await stripe.subscriptions.retrieve(subscription)).toEqual(before);
    expect(await statuses(customer)).toHaveLength(2);
  });
});
