import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateBalance } from '@lectern/contracts/billing/payment-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import type { PeriodStatement, StatementDifference } from '@lectern/contracts/billing/statement';
import { until, untilNoneLeft } from '@lectern/test-kit/until';
import { readBalance } from '../jobs.ts';
import { allEventsProcessed, DAY, member, open, pay, press, purchaseOf, somebody } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until('the prices to be created', async () =>
    (await system.rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );
});
afterAll(() => system.close());

/** The emulator's time in milliseconds, cut off to seconds as its movements are. */
const now = (): number => system.sandbox.stripe.account.now() * 1_000;
const state = (from: number, before: number): Promise<PeriodStatement> =>
  system.rpc.call(stateBalance, { from: new Date(from).toISOString(), before: new Date(before).toISOString() });
const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const there = () => system.stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
const chargeOf = async (customer: string): Promise<string> =>
  (await system.stripe.charges.list({ customer })).data[0]!.id;
const help = async (name: string, body: object): Promise<void> => {
  const answer = await fetch(`${system.sandbox.url}/stripe/test_helpers/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
};

/** Waits until every movement is copied and each payout has its contents. */
const copied = async (): Promise<void> => {
  await allEventsProcessed(system);
  await untilNoneLeft('movements to be copied', async () => {
    await system.wake(readBalance);
    const known = await system.database.query<{ id: string }[]>(
      `SELECT id FROM balance_transactions WHERE kind <> 'payout' OR payout_id IS NOT NULL`,
    );
    const ids = new Set(known.map(({ id }) => id));
    return (await there()).filter(({ id }) => !ids.has(id)).length;
  });
};

const named = ({ differences }: PeriodStatement): Partial<Record<StatementDifference['name'], [number, number]>> =>
  Object.fromEntries(differences.map(({ name, count, amount }) => [name, [count, amount]]));

/** A sale that was made manually at the provider. */
const sellElsewhere = async (amount: number): Promise<void> => {
  const product = await system.stripe.products.create({ name: 'A book' });
  const session = await system.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: amount, product: product.id }, quantity: 1 }],
    customer_creation: 'always',
    customer_email: 'reader@example.com',
    success_url: 'http://localhost:3000/done',
  });
  await press(session.url!, 'pay');
};

describe('a statement', () => {
  it('equals the ledger and the payouts of the provider in every period, and closes as the next one opens', async () => {
    const began = now();
    const bounds = [began];
    const next = async (days: number): Promise<void> => {
      await system.advance(days * DAY);
      bounds.push(now());
    };
    const [first, second] = [await member(system), await member(system, { plan: 'annual' })];
    await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, purchaseOf({ title: 'Open' }))).checkoutUrl);
    await system.stripe.refunds.create({ charge: await chargeOf(first.customerId), amount: 1_234 });
    await next(1);
    await help('dispute', { charge: await chargeOf(second.customerId) });
    await sellElsewhere(4_000);
    await next(9);
    await member(system);
    await next(28);
    await system.stripe.refunds.create({ charge: await chargeOf(first.customerId) });
    await next(3);
    bounds.push(now() + DAY * 1_000);
    await copied();

    const ledger = await there();
    const payouts = await system.stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    expect(payouts.length).toBeGreaterThan(2);
    let opening = total(ledger.filter(({ created }) => created * 1_000 < began).map(({ net }) => net));
    for (const [at, from] of bounds.slice(0, -1).entries()) {
      const before = bounds[at + 1]!;
      const isWithin = ({ created }: { created: number }): boolean =>
        created * 1_000 >= from && created * 1_000 < before;
      const statement = await state(from, before);
      const within = ledger.filter(isWithin);
      expect(statement.opening).toBe(opening);
      expect(statement.closing - statement.opening).toBe(total(within.map(({ net }) => net)));
      expect(total(statement.lines.map(({ count }) => count))).toBe(within.length);
      expect(total(statement.lines.map(({ fee }) => fee))).toBe(total(within.map(({ fee }) => fee)));
      expect(total(statement.lines.map(({ amount }) => amount))).toBe(total(within.map(({ amount }) => amount)));
      expect(statement.payouts.map(({ payoutId, amount }) => [payoutId, amount]).sort()).toEqual(
        payouts
          .filter(isWithin)
          .map(({ id, amount }) => [id, amount])
          .sort(),
      );
      for (const { amount, contents } of statement.payouts) expect(contents?.net).toBe(amount);
      opening = statement.closing;
    }
    const { available, pending } = await system.stripe.balance.retrieve();
    const last = await state(bounds.at(-2)!, bounds.at(-1)!);
    expect(opening).toBe(total([...available, ...pending].map(({ amount }) => amount)));
    expect(last.settling).toBe(total(pending.map(({ amount }) => amount)));
    expect(last.isComplete).toBe(false);
    expect((await state(bounds[0]!, bounds[1]!)).isComplete).toBe(true);
    expect(named(await state(bounds[1]!, bounds[2]!))).toEqual({ unlinked: [1, 3_854] });
  });

  it('names what is paid here and not in the ledger, and the other way round', async () => {
    const from = now();
    const { customerId } = await member(system);
    await copied();
    const [row] = await system.database.query<[{ id: string }]>(
      `SELECT id FROM balance_transactions WHERE customer_id = $1 AND kind = 'charge'`,
      [customerId],
    );
    const of = async () => named(await state(from, now() + DAY * 1_000));
    expect(await of()).toEqual({});

    await system.database.query('UPDATE payments SET amount = amount - 7 WHERE customer_id = $1', [customerId]);
    expect(await of()).toEqual({ differing: [1, 7] });
    await system.database.query('UPDATE payments SET amount = amount + 7 WHERE customer_id = $1', [customerId]);

    await system.database.query(`UPDATE balance_transactions SET payment_intent_id = 'pi_other' WHERE id = $1`, [
      row.id,
    ]);
    expect(await of()).toEqual({ missing: [1, 9_500] });
    await system.database.query('UPDATE payments SET payment_intent_id = NULL WHERE customer_id = $1', [customerId]);
    expect(await of()).toEqual({ offline: [1, 9_500] });

    const friend = somebody({ referral: { referrerId: (await member(system)).userId, code: 'FRIEND22' } });
    await pay(system, await open(system, friend));
    await until('the credit to be given', async () => (await of()).credit?.[0] === 2);
    expect((await of()).credit).toEqual([2, 10_000]);

    await pay(system, await open(system, somebody()), 'bank-debit').catch(() => undefined);
    await until('the payment of the bank to be pending', async () => (await of()).pending);
    expect((await of()).pending).toEqual([1, 9_500]);
  });
});
