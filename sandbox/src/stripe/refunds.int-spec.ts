import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { createCatalog, subscribe } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let customer: string;
let charge: Stripe.Charge;

const onlyCharge = async (): Promise<Stripe.Charge> => {
  const [found] = (await stripe.charges.list({ customer, expand: ['data.refunds'] })).data;
  if (found === undefined) throw new Error('there is no charge');
  return found;
};

beforeEach(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  ({ customer } = await subscribe(stripe, sandbox, (await createCatalog(stripe)).monthly));
  charge = await onlyCharge();
});

afterEach(() => sandbox.close());

describe('a refund', () => {
  it('of a part leaves the rest, sends an event with its charge, and changes no balance', async () => {
    const refund = await stripe.refunds.create({
      charge: charge.id,
      amount: 2500,
      reason: 'requested_by_customer',
      metadata: { by: 'admin' },
    });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 2500, payment_intent: charge.payment_intent });
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
