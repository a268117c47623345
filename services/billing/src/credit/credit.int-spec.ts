import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { changeCredit, getCredit } from '@lectern/contracts/billing/credit-rpc';
import { adminActed, creditChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { MAX_CENTS } from '@lectern/contracts/money';
import { until } from '@lectern/test-kit/until';
import type { RpcInput } from '@lectern/contracts/rpc';
import { reconcileEverybody } from '../reconciliation/reconcile.job.ts';
import { makeCreditChanges } from '../jobs.ts';
import { admin, allEventsProcessed, codeOf, member } from '../testing/member.ts';
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
  return customer.deleted === true ? 0 : 0 - customer.balance;
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

type Request = RpcInput<typeof changeCredit>;
const request = ({ userId }: Pick<Member, 'userId'>, differences: Partial<Request> = {}): Request => ({
  ...{
    id: randomUUID(),
    userId,
    act: 'give',
    amount: 2_000,
    balance: 0,
    reason: 'A session was cancelled.',
    by: admin(),
  },
  ...differences,
});
const change = (input: Request) => system.rpc.call(changeCredit, input);
const published = async (name: string, id: string): Promise<number> =>
  (
    await system.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM outbox WHERE name = $1 AND payload::text LIKE '%' || $2 || '%'`,
      [name, id],
    )
  )[0]!.n;
const ENTER = 'POST /v1/customers/:id/balance_transactions';

describe('credit that staff give', () => {
  it('is given by one of two treasurers who saw the same credit', async () => {
    const who = await member(system);
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(change(request(who)))));
    expect(codes.toSorted()).toEqual(['answered', ...Array.from({ length: 5 }, () => 'version_conflict')]);
    expect(await balanceAt(who)).toBe(2_000);
  });

  it('is never more than an amount can be', async () => {
    const who = await member(system);
    await change(request(who, { amount: MAX_CENTS }));
    await expect(change(request(who, { amount: 1, balance: MAX_CENTS }))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { amount: expect.any(String) as string },
    });
    expect(await creditOf(who)).toMatchObject({ balance: MAX_CENTS, unmade: [] });
  });

  it('is entered once, however often it is asked for, recorded with its reason, and emailed', async () => {
    const who = await member(system);
    const asked = request(who);
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(asked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['made']));
    expect(await balanceAt(who)).toBe(2_000);
    expect(await creditOf(who)).toMatchObject({
      balance: 2_000,
      entries: [{ kind: 'goodwill', amount: 2_000, reason: asked.reason, by: asked.by.adminId }],
      nextCharge: { amount: 7_500 },
      unmade: [],
    });
    expect(await published(creditChanged.name, asked.id)).toBe(1);
    expect(await published(adminActed.name, asked.id)).toBe(1);
    await expect(change({ ...asked, amount: 1 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
    // The page showed another credit.
    await expect(change(request(who))).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('$20.00') as string,
    });
  });

  it('waits for a provider that is down, and is entered once', async () => {
    const who = await member(system);
    await system.faults('api', { fail: 1, route: ENTER });
    const asked = request(who);
    expect(await change(asked)).toMatchObject({ status: 'asked' });
    expect((await creditOf(who)).unmade).toMatchObject([{ id: asked.id, status: 'asked', amount: 2_000 }]);
    await system.faults('api', {});
    await system.database.query(`UPDATE credit_changes SET asked_at = asked_at - interval '2 minutes' WHERE id = $1`, [
      asked.id,
    ]);
    await until('the job to make it', async () => {
      await system.wake(makeCreditChanges);
      return (await creditOf(who)).balance === 2_000;
    });
    expect(await change(asked)).toMatchObject({ status: 'made' });
    expect(await balanceAt(who)).toBe(2_000);
    expect(await published(creditChanged.name, asked.id)).toBe(1);
  });

  it('is withdrawn as far as it is unspent, by one of two at the same moment', async () => {
    const who = await member(system);
    await change(request(who, { amount: 5_000 }));
    const withdraw = (amount: number) => request(who, { act: 'withdraw', amount, balance: 5_000 });
    await expect(change(withdraw(5_001))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { amount: 'Enter at most $50.00' },
    });
    const races = await Promise.all([codeOf(change(withdraw(3_000))), codeOf(change(withdraw(4_000)))]);
    expect(races.filter((code) => code === 'answered')).toHaveLength(1);
    expect([1_000, 2_000]).toContain(await balanceAt(who));
    expect((await creditOf(who)).balance).toBe(await balanceAt(who));
  });

  it('is not withdrawn where the provider has less than is known here', async () => {
    const who = await member(system);
    await change(request(who, { amount: 5_000 }));
    await allEventsProcessed(system);
    await system.faults('delivery', { delaySeconds: 3_600 });
    await changeBalance(who, 4_000);
    await expect(change(request(who, { act: 'withdraw', amount: 3_000, balance: 5_000 }))).rejects.toMatchObject({
      code: 'credit_refused',
      message: 'Only $10.00 of credit are left: the rest was used meanwhile. Nothing was withdrawn.',
    });
    await system.faults('delivery', {});
    expect(await balanceAt(who)).toBe(1_000);
  });

  it('needs a member', async () => {
    expect(await codeOf(change(request({ userId: randomUUID() })))).toBe('not_found');
  });
});
