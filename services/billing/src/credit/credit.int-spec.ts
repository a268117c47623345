import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCredit } from '@lectern/contracts/billing/credit-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import { until } from '@lectern/test-kit/until';
import { reconcileEverybody } from '../reconciliation/reconcile.job.ts';
import { allEventsProcessed, details, member } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});
afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;

const creditOf = ({ userId }: Pick<Member, 'userId'>) => system.rpc.call(getCredit, { userId });
const balanceAt = async ({ customerId }: Member): Promise<number> => {
  const customer = await system.stripe.customers.retrieve(customerId);
  return customer.deleted === true ? 0 : -customer.balance;
};
const changeBalance = ({ customerId }: Member, amount: number) =>
  system.stripe.customers.createBalanceTransaction(customerId, {
    amount,
    currency: 'usd',
    description: 'Made by staff in the dashboard',
  });
const previewed = async ({ customerId }: Member): Promise<number> => {
  const [subscription] = (await system.stripe.subscriptions.list({ customer: customerId })).data;
  return (await system.stripe.invoices.createPreview({ customer: customerId, subscription: subscription!.id }))
    .amount_due;
};
const reconciled = async (who: Member) => {
  const runs = () => system.rpc.call(billing.listReconciliations, { limit: 50 });
  const before = new Set((await runs()).map(({ id }) => id));
  await system.advance(31 * 3_600);
  await allEventsProcessed(system);
  await system.wake(reconcileEverybody);
  const run = await until('a full run to end', async () =>
    (await runs()).find(({ id, kind, finishedAt }) => !before.has(id) && kind === 'full' && finishedAt !== null),
  );
  return run.differences
    .filter(({ customerId }) => customerId === who.customerId)
    .map(({ subject, field, local, remote }) => ({ subject, field, local, remote }));
};

describe('the credit ledger', () => {
  it('copies every movement of the balance at the provider, and says what the next charge is', async () => {
    const who = await member(system, { plan: 'annual' });
    const quote = await system.rpc.call(billing.previewPlanSwitch, { userId: who.userId, plan: 'monthly' });
    await system.rpc.call(billing.switchPlan, { userId: who.userId, ...quote });
    const { balance, entries, nextCharge } = await creditOf(who);
    expect(balance).toBe(quote.creditLeft);
    expect(balance).toBe(await balanceAt(who));
    expect(entries).toMatchObject([{ kind: 'switch', amount: quote.creditLeft }]);
    expect(nextCharge).toMatchObject({ price: 9_500, credit: 9_500, amount: 0 });
    expect((await details(system, who))?.next_charge).toEqual(nextCharge);
    expect(await previewed(who)).toBe(0);
  });

  it('shows a pause with the charge that follows it, less the credit', async () => {
    const who = await member(system);
    await changeBalance(who, -3_000);
    await until('the entry to be known', async () => (await creditOf(who)).balance === 3_000);
    expect((await creditOf(who)).nextCharge?.amount).toBe(await previewed(who));
    const { choices, price } = await system.rpc.call(billing.previewPause, { userId: who.userId });
    expect({ price, amounts: choices.map(({ amount }) => amount) }).toEqual({
      price: 9_500,
      amounts: [6_500, 6_500, 6_500],
    });
  });

  it('has entries that were missed after the next comparison, which names them', async () => {
    const who = await member(system);
    const { id } = await changeBalance(who, -2_500);
    await until('the entry to be known', async () => (await creditOf(who)).balance === 2_500);
    await allEventsProcessed(system);
    await system.database.query('DELETE FROM credit_entries WHERE id = $1', [id]);
    expect(await reconciled(who)).toContainEqual({
      ...{ subject: `credit ${id}`, field: 'amount', local: null, remote: '2500' },
    });
    expect((await creditOf(who)).entries).toMatchObject([{ id, kind: 'other', amount: 2_500 }]);
  });

  it('names an entry that the provider does not have, at every comparison, and changes nothing', async () => {
    const who = await member(system);
    await system.database.query(
      `INSERT INTO credit_entries (id, customer_id, kind, amount, created_at) VALUES ('cbtxn_made_up', $1, 'other', 700, now())`,
      [who.customerId],
    );
    const difference = { subject: 'credit cbtxn_made_up', field: 'amount', local: '700', remote: null };
    expect(await reconciled(who)).toEqual([difference]);
    expect(await reconciled(who)).toContainEqual(difference);
    expect((await creditOf(who)).balance).toBe(700);
  });
});
