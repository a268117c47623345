import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { type Catalog, createCatalog, subscribe } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterEach(() => sandbox.close());

const help = async (name: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${sandbox.url}/stripe/test_helpers/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
};
const typesOf = async (types: string[]): Promise<string[]> =>
  (await stripe.events.list({ types })).data.map(({ type }) => type);

describe('a dispute', () => {
  it('names its charge and no customer, keeps it from being refunded, and is decided', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const charge = (await stripe.charges.list({ customer })).data[0]!;
    const { id } = await help('dispute', { charge: charge.id });
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
    expect(dispute).toMatchObject({
      id,
      amount: 9500,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: 'needs_response',
    });
    expect(dispute).not.toHaveProperty('customer');
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ disputed: true, amount_refunded: 0 });
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_disputed' });
    await expect(help('dispute', { charge: charge.id })).rejects.toThrow('disputed already');
    await help('close_dispute', { dispute: id, status: 'won' });
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'won', is_charge_refundable: true });
    expect(
      await typesOf([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ]),
    ).toEqual([
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ]);
  });
});

describe('a bank debit', () => {
  it.each([
    [
      true,
      { status: 'paid' },
      { status: 'active' },
      { status: 'succeeded', paid: true },
      'paid',
      'checkout.session.async_payment_succeeded',
    ],
    [
      false,
      { status: 'open' },
      { status: 'past_due' },
      { status: 'failed', paid: false },
      'unpaid',
      'checkout.session.async_payment_failed',
    ],
  ])(
    'completes its session unpaid until the bank answers (%s)',
    async (arrived, invoice, subscription, charge, payment, event) => {
      const begun = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'bank-debit' });
      expect(begun.session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      expect(await stripe.invoices.retrieve(begun.invoice)).toMatchObject({ status: 'open' });
      expect((await stripe.charges.list({ customer: begun.customer })).data).toMatchObject([
        { status: 'pending', paid: false },
      ]);
      await help('delayed_payment', { session: begun.session.id, arrived });
      expect(await stripe.invoices.retrieve(begun.invoice)).toMatchObject(invoice);
      expect(await stripe.subscriptions.retrieve(begun.subscription)).toMatchObject(subscription);
      expect((await stripe.charges.list({ customer: begun.customer })).data).toMatchObject([charge]);
      expect(await stripe.checkout.sessions.retrieve(begun.session.id)).toMatchObject({
        status: 'complete',
        payment_status: payment,
      });
      expect(
        await typesOf(['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']),
      ).toEqual([event]);
    },
  );

  it('is answered by the bank within four days where nobody says how', async () => {
    const begun = await subscribe(stripe, sandbox, catalog.monthly, {}, { card: 'bank-debit' });
    await help('advance', { seconds: 4 * 86_400 - 60 });
    expect(await stripe.checkout.sessions.retrieve(begun.session.id)).toMatchObject({ payment_status: 'unpaid' });
    await help('advance', { seconds: 120 });
    expect(await stripe.checkout.sessions.retrieve(begun.session.id)).toMatchObject({ payment_status: 'paid' });
    expect((await stripe.charges.list({ customer: begun.customer })).data).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('another price for a subscription', () => {
  it('at another interval begins a new period, which is paid immediately', async () => {
    const { subscription, customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const item = (await stripe.subscriptions.retrieve(subscription)).items.data[0]!;
    const items = [{ id: item.id, price: catalog.annual.id }];
    await expect(stripe.subscriptions.update(subscription, { items })).rejects.toMatchObject({ code: 'not_simulated' });
    const changed = await stripe.subscriptions.update(subscription, { items, proration_behavior: 'none' });
    expect(changed.items.data).toMatchObject([{ id: item.id, price: { id: catalog.annual.id } }]);
    expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'paid',
      amount_paid: 95_000,
    });
  });
});

describe('a refund', () => {
  let customer: string;
  let charge: Stripe.Charge;

  const onlyCharge = async (): Promise<Stripe.Charge> => {
    const [found] = (await stripe.charges.list({ customer, expand: ['data.refunds'] })).data;
    if (found === undefined) throw new Error('there is no charge');
    return found;
  };

  beforeEach(async () => {
    ({ customer } = await subscribe(stripe, sandbox, catalog.monthly));
    charge = await onlyCharge();
  });

  it('of a part leaves the rest, sends an event with its charge, and changes no balance', async () => {
    const refund = await stripe.refunds.create({
      charge: charge.id,
      amount: 2500,
      reason: 'requested_by_customer',
      metadata: { by: 'admin' },
    });
    expect(refund).toMatchObject({
      status: 'succeeded',
      amount: 2500,
      payment_intent: charge.payment_intent,
      reason: 'requested_by_customer',
    });
    expect(await onlyCharge()).toMatchObject({
      amount_refunded: 2500,
      refunded: false,
      refunds: { data: [{ id: refund.id, metadata: { by: 'admin' } }] },
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
    expect((await stripe.customers.listBalanceTransactions(customer)).data).toEqual([]);
    const published = (await stripe.events.list({ types: ['refund.created', 'charge.refunded'] })).data;
    expect(published).toMatchObject([
      {
        type: 'charge.refunded',
        data: { object: { id: charge.id, amount_refunded: 2500 }, previous_attributes: { amount_refunded: 0 } },
      },
      { type: 'refund.created', data: { object: { id: refund.id } } },
    ]);
  });

  it('can be annotated later, which sends an event', async () => {
    const { id } = await stripe.refunds.create({ payment_intent: charge.payment_intent as string });
    expect(await stripe.refunds.update(id, { metadata: { note: 'x' } })).toMatchObject({ metadata: { note: 'x' } });
    const [event] = (await stripe.events.list({ type: 'refund.updated' })).data;
    expect(event).toMatchObject({ data: { object: { id }, previous_attributes: { metadata: {} } } });
    expect(await onlyCharge()).toMatchObject({ amount_refunded: 9500, refunded: true });
  });

  it.each([
    [{ amount: 9501 }, { message: 'Refund amount ($95.01) is greater than unrefunded amount on charge ($95.00)' }],
    [{ amount: 0 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    [{ reason: 'boredom' }, { param: 'reason' }],
    [{ payment_intent: 'pi_none' }, { param: 'charge' }],
  ])('is refused with %j', async (given, error) => {
    await expect(
      stripe.refunds.create({ charge: charge.id, ...(given as Stripe.RefundCreateParams) }),
    ).rejects.toMatchObject({ statusCode: 400, ...error });
    expect(await onlyCharge()).toMatchObject({ amount_refunded: 0 });
  });

  it('is refused of what is refunded already, and of what was never paid', async () => {
    await stripe.refunds.create({ charge: charge.id });
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 4000, product_data: { name: 'Entry' } }, quantity: 1 },
      ],
      success_url: 'http://localhost:3000/done',
    });
    await fetch(`${sandbox.url}/stripe/checkout/${session.id}/decline`, { method: 'POST', redirect: 'manual' });
    const [declined] = (await stripe.paymentIntents.list()).data;
    expect(declined?.status).toBe('requires_payment_method');
    await expect(stripe.refunds.create({ payment_intent: declined?.id ?? '' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'payment_intent',
    });
  });

  it('is a button on the page of payments, of a part or all', async () => {
    const press = (amount: string): Promise<Response> =>
      fetch(`${sandbox.url}/stripe/charges/${charge.id}/refund`, {
        method: 'POST',
        body: new URLSearchParams({ amount }),
        redirect: 'manual',
      });
    expect(await (await fetch(`${sandbox.url}/stripe`)).text()).toContain(`/stripe/charges/${charge.id}/refund`);
    expect((await press('20.50')).status).toBe(303);
    expect(await onlyCharge()).toMatchObject({ amount_refunded: 2050 });
    expect((await press('lots')).status).toBe(400);
    const tooMuch = await press('80');
    expect([tooMuch.status, await tooMuch.text()]).toEqual([400, expect.stringContaining('greater than unrefunded')]);
    await press('');
    expect(await onlyCharge()).toMatchObject({ amount_refunded: 9500, refunded: true });
    expect(await (await fetch(`${sandbox.url}/stripe/customers/${customer}`)).text()).not.toContain('>Refund</button>');
  });
});
