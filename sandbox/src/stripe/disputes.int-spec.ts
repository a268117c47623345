import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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
