import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { createCatalog, subscribe, type Catalog } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';

const DAY = 86_400;

type Step =
  | { do: 'wait'; days: number }
  | { do: 'card'; card: 'works' | 'later-fails' }
  | { do: 'cancel' | 'resume' | 'refund' }
  | { do: 'credit'; cents: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('card' as const),
      card: fc.constantFrom('works' as const, 'later-fails' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'refund' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('credit' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  },
);

let sandbox: Sandbox;
let stripe: Stripe;
let catalog: Catalog;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = stripeClient(sandbox);
  catalog = await createCatalog(stripe);
});

afterAll(() => sandbox.close());

const take = async (action: Step, customer: string, subscription: string): Promise<void> => {
  const isLive = (await stripe.subscriptions.retrieve(subscription)).status !== 'canceled';
  switch (action.do) {
    case 'wait':
      sandbox.stripe.advance(action.days * DAY);
      break;
    case 'card':
      await fetch(`${sandbox.url}/stripe/test_helpers/card`, {
        method: 'POST',
        body: JSON.stringify({ customer, card: action.card }),
      });
      break;
    case 'cancel':
    case 'resume':
      if (isLive) await stripe.subscriptions.update(subscription, { cancel_at_period_end: action.do === 'cancel' });
      break;
    case 'refund': {
      const paid = (await stripe.charges.list({ customer, limit: 100 })).data.find(
        (charge) => charge.paid && !charge.refunded,
      );
      if (paid !== undefined) await stripe.refunds.create({ charge: paid.id });
      break;
    }
    case 'credit':
      await stripe.customers.createBalanceTransaction(customer, { amount: -action.cents, currency: 'usd' });
      break;
  }
};

/** Invariants of one customer's records at any time. */
const checkRecords = async (customer: string, subscription: string): Promise<void> => {
  const all = { limit: 100 };
  const invoices = (await stripe.invoices.list({ customer, ...all })).data.toReversed();
  const charges = (await stripe.charges.list({ customer, ...all })).data;
  const transactions = (await stripe.customers.listBalanceTransactions(customer, all)).data.toReversed();
  const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer;

  const received = charges.filter((charge) => charge.paid).reduce((sum, charge) => sum + charge.amount, 0);
  expect(received).toBe(
    invoices.filter((invoice) => invoice.status === 'paid').reduce((sum, invoice) => sum + invoice.amount_paid, 0),
  );
  expect(balance).toBe(transactions.reduce((sum, transaction) => sum + transaction.amount, 0));
  for (const invoice of invoices) {
    if (invoice.status === 'draft') continue;
    expect(invoice.amount_due + (invoice.ending_balance ?? 0)).toBe(invoice.total + invoice.starting_balance);
    expect(invoice.amount_paid + invoice.amount_remaining).toBe(invoice.amount_due);
  }
  const periods = invoices.flatMap((invoice) => invoice.lines.data.map((line) => line.period));
  for (const [index, period] of periods.entries()) if (index > 0) expect(period.start).toBe(periods[index - 1]?.end);

  const { status, ended_at: endedAt } = await stripe.subscriptions.retrieve(subscription);
  expect(status === 'canceled').toBe(endedAt !== null);
  const openOnes = invoices.filter((invoice) => invoice.status === 'open');
  if (status === 'active') expect(openOnes).toEqual([]);
  if (status === 'past_due') expect(openOnes).toHaveLength(1);
};

describe('a random history of a member', () => {
  it('leaves records that add up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const { customer, subscription } = await subscribe(stripe, sandbox, catalog.monthly);
        for (const action of steps) {
          await take(action, customer, subscription);
          await checkRecords(customer, subscription);
        }
        // Members of earlier histories would be renewed again and again.
        if ((await stripe.subscriptions.retrieve(subscription)).status !== 'canceled')
          await stripe.subscriptions.cancel(subscription);
      }),
      { numRuns: 60 },
    );
  });
});
