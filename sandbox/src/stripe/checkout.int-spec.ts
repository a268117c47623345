import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { press, stripeClient } from '../testing/stripe-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const SECRET = 'whsec_checkout_spec';
const DAY = 86_400;

let sandbox: Sandbox;
let receiver: WebhookReceiver;
let stripe: Stripe;
let monthly: Stripe.Price;
let single: Stripe.Price;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ stripeWebhook: { url: receiver.url, secret: SECRET } });
  stripe = stripeClient(sandbox);
  const product = await stripe.products.create({ name: 'Debate club' });
  monthly = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 9500,
    recurring: { interval: 'month' },
  });
  single = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 4000 });
});

afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const openCheckout = (extra: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> => {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: monthly.id, quantity: 1 }],
    customer_email: 'ana@example.com',
    client_reference_id: 'user-1',
    metadata: { plan: 'monthly' },
    subscription_data: { metadata: { userId: 'user-1' } },
    success_url: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/back',
    ...extra,
  });
};

describe('a subscription checkout', () => {
  it('charges the first month and starts the subscription when paid', async () => {
    const session = await openCheckout();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 9500,
      customer: null,
      url: `${sandbox.url}/stripe/checkout/${session.id}`,
    });

    await expect(press(session, sandbox, 'pay')).resolves.toBe(`http://localhost:3000/done?session_id=${session.id}`);

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'customer', 'invoice.payments', 'line_items'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      metadata: { plan: 'monthly' },
      customer: { email: 'ana@example.com' },
      customer_details: { email: 'ana@example.com' },
    });
    const subscription = paid.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({
      status: 'active',
      metadata: { userId: 'user-1' },
      cancel_at_period_end: false,
    });
    const item = subscription.items.data[0];
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / DAY;
    expect([28, 29, 30, 31]).toContain(days);
    const invoice = paid.invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 9500,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(invoice.payments?.data).toHaveLength(1);
    const payments = await stripe.invoicePayments.list({
      invoice: invoice.id,
      expand: ['data.payment.payment_intent.latest_charge'],
    });
    expect(payments.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 9500,
      payment: {
        payment_intent: {
          status: 'succeeded',
          amount_received: 9500,
          latest_charge: { paid: true, amount_refunded: 0 },
        },
      },
    });
    expect(paid.line_items?.data[0]).toMatchObject({ amount_total: 9500, price: { id: monthly.id } });
  });

  it('announces what happened in signed events', async () => {
    const session = await openCheckout({ customer_email: 'events@example.com' });
    await press(session, sandbox, 'pay');
    const isCompleted = ({ body }: { body: string }): boolean =>
      body.includes('"checkout.session.completed"') && body.includes(session.id);
    await receiver.until((posts) => posts.some(isCompleted));
    const post = receiver.posts.find(isCompleted);
    const event = stripe.webhooks.constructEvent(post?.body ?? '', String(post?.headers['stripe-signature']), SECRET);
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid' } },
    });
    expect(() =>
      stripe.webhooks.constructEvent(`${post?.body ?? ''} `, String(post?.headers['stripe-signature']), SECRET),
    ).toThrow();

    const customer = (await stripe.checkout.sessions.retrieve(session.id)).customer as string;
    const events = await stripe.events.list({ limit: 100 });
    const ofCustomer = events.data
      .filter((each) => JSON.stringify(each.data).includes(customer))
      .map((each) => each.type);
    expect(ofCustomer.reverse()).toEqual([
      'customer.created',
      'payment_method.attached',
      'customer.updated',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  it('charges once however often Pay is pressed', async () => {
    const session = await openCheckout({ customer_email: 'twice@example.com' });
    const leads = await Promise.all([
      press(session, sandbox, 'pay'),
      press(session, sandbox, 'pay'),
      press(session, sandbox, 'pay'),
    ]);
    expect(new Set(leads).size).toBe(1);
    const { customer } = await stripe.checkout.sessions.retrieve(session.id);
    const charges = await stripe.charges.list({ customer: customer as string });
    expect(charges.data).toHaveLength(1);
  });

  it('stays open after a declined card and after cancelling', async () => {
    const session = await openCheckout({ customer_email: 'declined@example.com' });
    await expect(press(session, sandbox, 'decline')).resolves.toBe(`/stripe/checkout/${session.id}?notice=declined`);
    const page = await (await fetch(`${sandbox.url}/stripe/checkout/${session.id}?notice=declined`)).text();
    expect(page).toContain('Your card was declined');
    await expect(press(session, sandbox, 'cancel')).resolves.toBe('http://localhost:3000/back');
    const failed = await stripe.events.list({ type: 'payment_intent.payment_failed' });
    expect(failed.data[0]?.data.object).toMatchObject({ last_payment_error: { code: 'card_declined' } });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    await press(session, sandbox, 'pay');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete');
  });

  it('asks for an email where the request has none', async () => {
    const session = await openCheckout({ customer_email: undefined });
    await expect(press(session, sandbox, 'pay')).resolves.toContain('notice=email');
    await expect(press(session, sandbox, 'pay', { email: 'typed@example.com' })).resolves.toContain('/done');
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid.customer_details?.email).toBe('typed@example.com');
  });
});

describe('a payment checkout', () => {
  it('charges once, carries its metadata to the payment intent and makes no customer unasked', async () => {
    const session = await openCheckout({
      mode: 'payment',
      line_items: [{ price: single.id, quantity: 1 }],
      subscription_data: undefined,
      payment_intent_data: { metadata: { registration: 'r1' } },
    });
    await press(session, sandbox, 'pay');
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer: null,
      invoice: null,
      payment_intent: {
        amount: 4000,
        metadata: { registration: 'r1' },
        latest_charge: { paid: true, amount: 4000 },
      },
    });
  });

  it('tries the same payment intent again after a declined card', async () => {
    const session = await openCheckout({
      mode: 'payment',
      line_items: [{ price: single.id, quantity: 1 }],
      subscription_data: undefined,
    });
    await press(session, sandbox, 'decline');
    await press(session, sandbox, 'pay');
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
    const charges = await stripe.charges.list({ payment_intent: intent as string });
    expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed']);
  });

  it('makes a paid invoice when asked to', async () => {
    const session = await openCheckout({
      mode: 'payment',
      line_items: [{ price: single.id, quantity: 1 }],
      subscription_data: undefined,
      payment_intent_data: { metadata: { a: 'b' } },
      invoice_creation: { enabled: true, invoice_data: { metadata: { kind: 'entry' } } },
    });
    await press(session, sandbox, 'pay');
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['invoice', 'payment_intent', 'customer'],
    });
    expect(paid).toMatchObject({
      invoice: {
        status: 'paid',
        amount_paid: 4000,
        billing_reason: 'manual',
        metadata: { kind: 'entry' },
        parent: null,
      },
      payment_intent: { metadata: { a: 'b' } },
      customer: { email: 'ana@example.com' },
    });
  });

  it('costs nothing with a full discount, and takes no card', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 99_999, currency: 'usd', duration: 'once' });
    const session = await openCheckout({
      mode: 'payment',
      line_items: [{ price: single.id, quantity: 1 }],
      subscription_data: undefined,
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({ amount_total: 0, total_details: { amount_discount: 4000 } });
    await press(session, sandbox, 'pay');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    });
  });

  it('takes prices made for this purchase and totals them', async () => {
    const session = await openCheckout({
      mode: 'payment',
      subscription_data: undefined,
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 15500, product_data: { name: 'Bootcamp' } },
          quantity: 2,
        },
      ],
    });
    expect(session.amount_total).toBe(31000);
    const lines = await stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data[0]).toMatchObject({ description: 'Bootcamp', quantity: 2, amount_total: 31000 });
  });
});

describe('the payment methods of a checkout', () => {
  const pageOf = async ({ id }: { id: string }): Promise<string> =>
    (await fetch(`${sandbox.url}/stripe/checkout/${id}`)).text();
  const debit = { card: 'bank-debit' };

  it('are cards and the bank debit unless the session allows fewer', async () => {
    const session = await openCheckout();
    expect(session).toMatchObject({
      allowed_payment_method_types: null,
      payment_method_types: ['card', 'us_bank_account'],
    });
    expect(await pageOf(session)).toContain('value="bank-debit"');
    await expect(press(session, sandbox, 'pay', debit)).resolves.toContain('/done');
  });

  it('are those that the session allows: another one is refused, and the page stays open', async () => {
    const session = await openCheckout({ allowed_payment_method_types: ['card'] });
    expect(session).toMatchObject({
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
    });
    expect(await pageOf(session)).not.toContain('bank-debit');
    const refused = await press(session, sandbox, 'pay', debit);
    expect(refused).toBe(`/stripe/checkout/${session.id}?notice=method`);
    expect(await (await fetch(`${sandbox.url}${refused}`)).text()).toContain('role="alert"');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    });
    await expect(press(session, sandbox, 'pay', { card: 'works' })).resolves.toContain('/done');
    // The page of a paid session leads on, however the form is sent again.
    await expect(press(session, sandbox, 'pay', debit)).resolves.toContain('/done');
  });

  it('can be the bank debit alone', async () => {
    const session = await openCheckout({ allowed_payment_method_types: ['us_bank_account', 'oxxo'] });
    expect(session.payment_method_types).toEqual(['us_bank_account']);
    expect(await pageOf(session)).not.toContain('value="works"');
    await expect(press(session, sandbox, 'pay', { card: 'works' })).resolves.toContain('notice=method');
    await expect(press(session, sandbox, 'pay', debit)).resolves.toContain('/done');
  });

  it('leave an invoice whose bank debit is on its way without another payment', async () => {
    const opened = await openCheckout();
    await press(opened, sandbox, 'pay', debit);
    const {
      id: invoice,
      hosted_invoice_url: page,
      customer,
    } = await stripe.invoices.retrieve((await stripe.checkout.sessions.retrieve(opened.id)).invoice as string);
    const shown = async (): Promise<string> => (await fetch(page ?? '')).text();
    expect(await shown()).not.toContain('<button');
    expect(await shown()).toContain('on its way');
    await fetch(`${page ?? ''}/pay`, { method: 'POST', redirect: 'manual' });
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 });
    const charges = async () =>
      (await stripe.charges.list({ customer: customer as string })).data.map(({ status }) => status);
    expect(await charges()).toEqual(['pending']);
    await fetch(`${sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      body: JSON.stringify({ session: opened.id, arrived: false }),
    });
    expect(await shown()).toContain('<button');
    await fetch(`${page ?? ''}/pay`, { method: 'POST', redirect: 'manual' });
    expect(await charges()).toEqual(['succeeded', 'failed']);
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid' });
  });

  it('are refused where Stripe does not know them, or none is left', async () => {
    await expect(openCheckout({ allowed_payment_method_types: ['card', 'cheque'] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'allowed_payment_method_types[1]',
      message: expect.stringMatching(
        /^Invalid allowed_payment_method_types\[1\]: must be one of acss_debit, /,
      ) as unknown,
    });
    await expect(openCheckout({ allowed_payment_method_types: ['oxxo'] })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('No valid payment method types'),
    });
    // The API version of the installed SDK has no such parameter any more.
    await expect(openCheckout({ payment_method_types: ['card'] } as object)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
    });
  });
});

describe('an expired checkout', () => {
  it('cannot be paid, and says so', async () => {
    const session = await openCheckout();
    await stripe.checkout.sessions.expire(session.id);
    await expect(press(session, sandbox, 'pay')).resolves.toBe(`/stripe/checkout/${session.id}`);
    const page = await fetch(`${sandbox.url}/stripe/checkout/${session.id}`);
    expect(await page.text()).toContain('expired');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});
