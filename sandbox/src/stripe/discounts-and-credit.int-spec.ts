import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { advance, createCatalog, subscribe, type Catalog } from '../testing/catalog.ts';
import { press, stripeClient } from '../testing/stripe-client.ts';

const DAY = 86_400;

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterEach(() => sandbox.close());

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
