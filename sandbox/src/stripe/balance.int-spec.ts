import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { createCatalog, subscribe, type Catalog } from '../testing/catalog.ts';
import { stripeClient } from '../testing/stripe-client.ts';

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

const help = async (name: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${sandbox.url}/stripe/test_helpers/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
};

const all = async <T extends { id: string }>(
  list: (page: Stripe.PaginationParams) => Stripe.ApiListPromise<T>,
): Promise<T[]> => list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** Cents of the balance, computed from charges, refunds, disputes and payouts instead of from the movements. */
const expectedBalance = async (): Promise<number> => {
  const charges = await all((page) => stripe.charges.list(page));
  const refunds = await all((page) => stripe.refunds.list(page));
  const disputes = await all((page) => stripe.disputes.list(page));
  const payouts = await all((page) => stripe.payouts.list(page));
  const fee = ({ amount, payment_method_details: details }: Stripe.Charge): number =>
    details?.type === 'card' ? Math.round(amount * 0.029) + 30 : Math.min(500, Math.round(amount * 0.008));
  return (
    sum(charges.filter(({ paid }) => paid).map((charge) => charge.amount - fee(charge))) -
    sum(refunds.map(({ amount }) => amount)) -
    sum(disputes.map(({ amount, status }) => 1_500 + (status === 'won' ? 0 : amount))) -
    sum(payouts.map(({ amount }) => amount))
  );
};

const checkBalance = async (): Promise<void> => {
  const movements = await all((page) => stripe.balanceTransactions.list(page));
  const balance = await stripe.balance.retrieve();
  const held = sum([...balance.available, ...balance.pending].map(({ amount }) => amount));
  expect(sum(movements.map(({ net }) => net))).toBe(held);
  expect(held).toBe(await expectedBalance());
  for (const { amount, fee, net, fee_details: details } of movements) {
    expect(net).toBe(amount - fee);
    expect(sum(details.map((detail) => detail.amount))).toBe(fee);
  }
  for (const payout of await all((page) => stripe.payouts.list(page))) {
    const within = await all((page) => stripe.balanceTransactions.list({ ...page, payout: payout.id }));
    expect(sum(within.filter(({ type }) => type !== 'payout').map(({ net }) => net))).toBe(payout.amount);
    expect(within.filter(({ type }) => type === 'payout')).toMatchObject([{ id: payout.balance_transaction }]);
  }
};

type Step =
  | { do: 'wait'; hours: number }
  | { do: 'subscribe'; card: 'works' | 'bank-debit' }
  | { do: 'refund'; share: number }
  | { do: 'dispute' | 'won' | 'lost' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }),
  fc.record({
    do: fc.constant('subscribe' as const),
    card: fc.constantFrom('works' as const, 'works' as const, 'bank-debit' as const),
  }),
  fc.record({ do: fc.constant('refund' as const), share: fc.constantFrom(0.1, 0.5, 1) }),
  fc.record({ do: fc.constantFrom('dispute' as const, 'won' as const, 'lost' as const) }),
);

const take = async (action: Step): Promise<void> => {
  if (action.do === 'wait') {
    sandbox.stripe.advance(action.hours * 3_600);
    return;
  }
  if (action.do === 'subscribe') {
    await subscribe(stripe, sandbox, catalog.monthly, {}, { card: action.card });
    return;
  }
  const paid = (await stripe.charges.list({ limit: 100 })).data.filter(
    ({ paid: isPaid, disputed, refunded }) => isPaid && !disputed && !refunded,
  );
  const charge = paid[0];
  if (action.do === 'refund' && charge !== undefined) {
    const left = charge.amount - charge.amount_refunded;
    await stripe.refunds.create({ charge: charge.id, amount: Math.max(1, Math.round(left * action.share)) });
  } else if (action.do === 'dispute' && charge !== undefined) await help('dispute', { charge: charge.id });
  else if (action.do === 'won' || action.do === 'lost') {
    const open = (await stripe.disputes.list()).data.find(({ status }) => status === 'needs_response');
    if (open !== undefined) await help('close_dispute', { dispute: open.id, status: action.do });
  }
};

describe('the balance', () => {
  it('is the sum of its movements at any time of a random history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        await subscribe(stripe, sandbox, catalog.monthly);
        for (const action of steps) {
          await take(action);
          await checkBalance();
        }
        for (const { id } of (await stripe.subscriptions.list({ limit: 100 })).data)
          await stripe.subscriptions.cancel(id);
      }),
      { numRuns: 12 },
    );
  });

  it('grows by a charge less its fee, and is paid out two days later', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const [charge] = (await stripe.charges.list({ customer, expand: ['data.balance_transaction'] })).data;
    expect(charge?.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      type: 'charge',
      reporting_category: 'charge',
      amount: 9_500,
      fee: 306,
      fee_details: [{ amount: 306, type: 'stripe_fee' }],
      net: 9_194,
      source: charge?.id,
      status: 'pending',
    });
    sandbox.stripe.advance(2 * DAY);
    const [payout] = (await stripe.payouts.list()).data;
    expect(payout).toMatchObject({ amount: 9_194, automatic: true, status: 'in_transit' });
    const within = (await stripe.balanceTransactions.list({ payout: payout!.id, expand: ['data.source'] })).data;
    expect(within).toMatchObject([
      { type: 'payout', net: -9_194, source: { id: payout!.id } },
      { type: 'charge', net: 9_194, status: 'available', source: { id: charge?.id, customer } },
    ]);
    sandbox.stripe.advance(DAY);
    expect(await stripe.payouts.retrieve(payout!.id)).toMatchObject({ status: 'paid' });
    await checkBalance();
  });

  it('names the movements of a refund and a dispute on them, and waits while it is less than nothing', async () => {
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    const [charge] = (await stripe.charges.list({ customer })).data;
    const refund = await stripe.refunds.create({ charge: charge!.id, amount: 500 });
    expect(await stripe.balanceTransactions.retrieve(refund.balance_transaction as string)).toMatchObject({
      type: 'refund',
      amount: -500,
      fee: 0,
      source: refund.id,
    });
    sandbox.stripe.advance(3 * DAY);
    const { id } = await help('dispute', { charge: charge!.id });
    expect((await stripe.disputes.retrieve(id)).balance_transactions).toMatchObject([
      { type: 'adjustment', reporting_category: 'dispute', amount: -9_000, fee: 1_500, net: -10_500 },
    ]);
    sandbox.stripe.advance(3 * DAY);
    expect((await stripe.payouts.list()).data).toHaveLength(1);
    await help('close_dispute', { dispute: id, status: 'won' });
    expect((await stripe.disputes.retrieve(id)).balance_transactions).toMatchObject([
      { reporting_category: 'dispute' },
      { type: 'adjustment', reporting_category: 'dispute_reversal', amount: 9_000, fee: 0, net: 9_000 },
    ]);
    await checkBalance();
  });

  it('lists movements of a type and since a time, in pages', async () => {
    await subscribe(stripe, sandbox, catalog.monthly);
    sandbox.stripe.advance(70 * DAY);
    const charges = await all((page) => stripe.balanceTransactions.list({ ...page, limit: 1, type: 'charge' }));
    expect(charges.map(({ type }) => type)).toEqual(['charge', 'charge', 'charge']);
    const since = charges[1]!.created;
    expect(
      await all((page) => stripe.balanceTransactions.list({ ...page, created: { gte: since }, type: 'charge' })),
    ).toEqual(charges.slice(0, 2));
    await expect(stripe.balanceTransactions.list({ payout: 'po_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('a state that was kept before there were movements', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-balance-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Removes from the journal what the older version did not write. */
  const makeOlder = (): void => {
    const file = join(folder, 'stripe.journal');
    const NEW = new Set(['balanceTransactions', 'settlements', 'payouts']);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const older = lines.map((line) => {
      const operations = (JSON.parse(line) as [string, string, Record<string, unknown>][]).filter(
        ([kind, table, object]) => !NEW.has(table) && kind === 'put' && object.id !== 'payoutDueAt',
      );
      for (const [, , object] of operations) {
        if ('balance_transaction' in object) object.balance_transaction = null;
        if ('balance_transactions' in object) object.balance_transactions = [];
      }
      return JSON.stringify(operations);
    });
    writeFileSync(file, `${older.join('\n')}\n`);
  };

  it('loads, and its charges, refunds and disputes get theirs at their own times', async () => {
    await sandbox.close();
    sandbox = await startSandbox({ dataDir: folder });
    stripe = stripeClient(sandbox);
    catalog = await createCatalog(stripe);
    const { customer } = await subscribe(stripe, sandbox, catalog.monthly);
    await subscribe(stripe, sandbox, catalog.monthly, { customer_email: 'other@example.com' });
    sandbox.stripe.advance(40 * DAY);
    const [charge] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ charge: charge!.id, amount: 900 });
    const { id } = await help('dispute', { charge: (await stripe.charges.list({ limit: 100 })).data.at(-1)!.id });
    await help('close_dispute', { dispute: id, status: 'won' });
    const before = await all((page) => stripe.balanceTransactions.list({ ...page }));
    await sandbox.close();
    makeOlder();

    sandbox = await startSandbox({ dataDir: folder });
    stripe = stripeClient(sandbox);
    const after = await all((page) => stripe.balanceTransactions.list({ ...page }));
    const shape = (movements: Stripe.BalanceTransaction[]): unknown[] =>
      movements
        .filter(({ type }) => type !== 'payout')
        .map(({ created, source, amount, fee, type }) => ({ created, source, amount, fee, type }))
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    expect(shape(after)).toEqual(shape(before));
    await checkBalance();
    expect(await stripe.charges.retrieve(charge!.id)).toMatchObject({
      balance_transaction: expect.stringMatching(/^txn_/) as string,
    });
  });
});
