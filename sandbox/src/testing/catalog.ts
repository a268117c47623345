import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox.ts';
import { press } from './stripe-client.ts';

export interface Catalog {
  product: Stripe.Product;
  monthly: Stripe.Price;
  annual: Stripe.Price;
}

/** A product with a monthly price of $95 and an annual one of $950. */
export const createCatalog = async (stripe: Stripe): Promise<Catalog> => {
  const product = await stripe.products.create({ name: 'Membership' });
  const price = (interval: 'month' | 'year', amount: number): Promise<Stripe.Price> =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval },
    });
  return { product, monthly: await price('month', 9500), annual: await price('year', 95_000) };
};

export interface Subscribed {
  session: Stripe.Checkout.Session;
  customer: string;
  subscription: string;
  invoice: string;
}

/** A customer checks out and pays. */
export const subscribe = async (
  stripe: Stripe,
  sandbox: Sandbox,
  price: Stripe.Price,
  given: Partial<Stripe.Checkout.SessionCreateParams> = {},
  form: Record<string, string> = {},
): Promise<Subscribed> => {
  const open = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    ...(given.customer === undefined && { customer_email: 'member@example.com' }),
    success_url: 'http://localhost:3000/done',
    cancel_url: 'http://localhost:3000/back',
    ...given,
  });
  await press(open, sandbox, 'pay', form);
  const session = await stripe.checkout.sessions.retrieve(open.id);
  return {
    session,
    customer: session.customer as string,
    subscription: session.subscription as string,
    invoice: session.invoice as string,
  };
};

/** Moves the sandbox's clock through its HTTP interface. */
export const advance = async (sandbox: Sandbox, seconds: number): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/stripe/test_helpers/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds }),
  });
  if (!answer.ok) throw new Error(`advance answered ${answer.status}: ${await answer.text()}`);
};
