import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import * as balance from '@lectern/contracts/billing/payment-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { rowsOf } from '@lectern/contracts/list-export';
import { until, untilNoneLeft } from '@lectern/test-kit/until';
import { readBalance } from '../jobs.ts';
import {
  allEventsProcessed,
  codeOf,
  DAY,
  endRenewals,
  member,
  open,
  pay,
  press,
  purchaseOf,
  somebody,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

const LEDGER = 'GET /v1/balance_transactions';

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

type Query = Partial<RpcInput<typeof balance.listBalance>>;
const list = (query: Query = {}) =>
  system.rpc.call(balance.listBalance, { limit: 200, from: null, before: null, ...query });
const of = async (customerId: string, query: Query = {}): Promise<ListedPayment[]> =>
  (await list({ q: customerId, ...query })).items;
const totals = async (query: Query = {}) =>
  (await system.rpc.call(balance.sumBalance, { from: null, before: null, ...query })).totals;
const chargeOf = async (customer: string): Promise<string> =>
  (await system.stripe.charges.list({ customer })).data[0]!.id;
const help = async (name: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${system.sandbox.url}/stripe/test_helpers/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
};

const what = purchaseOf({ title: 'Spring Bootcamp 2027' });

/** Waits until everything that the provider's ledger has is copied, and returns both. */
const copied = async (): Promise<void> => {
  await untilNoneLeft('movements to be copied', async () => {
    const there = await system.stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const here = await system.database.query<{ id: string; net: number }[]>('SELECT id, net FROM balance_transactions');
    const known = new Map(here.map(({ id, net }) => [id, net]));
    return there.filter(({ id, net }) => known.get(id) !== net).length;
  });
};

/** Runs the job and waits for the end of a reading that began after the call. */
const read = async (): Promise<void> => {
  const calledAt = system.sandbox.stripe.account.clock.nowMs();
  await system.wake(readBalance);
  await until('a reading to end', async () => {
    const [row] = await system.database.query<{ at: Date | null }[]>(
      'SELECT complete_until AS at FROM balance_readings WHERE began_at IS NULL',
    );
    if (row?.at != null && row.at.getTime() >= calledAt) return true;
    await system.wake(readBalance);
    return false;
  });
};

/** A movement that nothing announces. */
const unannounced = (createdAgo: number, amount = 700): string => {
  const { account } = system.sandbox.stripe;
  const id = `txn_${randomUUID().replaceAll('-', '')}`;
  const created = account.now() - createdAgo;
  account.add('balanceTransactions', {
    ...{ id, object: 'balance_transaction', amount, available_on: created, balance_type: 'payments', created },
    ...{ currency: 'usd', description: 'Stripe fee', exchange_rate: null, fee: 0, fee_details: [], net: amount },
    ...{ reporting_category: 'fee', source: null, status: 'available', type: 'stripe_fee' },
  });
  account.add('settlements', { id, payout: null });
  return id;
};
const has = async (id: string): Promise<boolean> => (await list({ q: id })).items.length === 1;

describe('a payment', () => {
  it('is in the list within seconds, with its fee, person and product', async () => {
    const who = await member(system, { firstName: 'Zoë', lastName: 'Ångström', plan: 'annual' });
    const [charge] = await until('the charge to be listed', async () => {
      const found = await of(who.customerId);
      return found[0]?.isOurs === true ? found : undefined;
    });
    expect(charge).toMatchObject({
      kind: 'charge',
      person: { name: 'Zoë Ångström', email: who.email },
      product: 'membership_annual',
      method: 'visa',
      last4: '4242',
      amount: 95_000,
      fee: 2_785,
      net: 92_215,
      refunded: 0,
      isDisputed: false,
      chargeId: await chargeOf(who.customerId),
      receiptUrl: expect.stringContaining('/stripe/invoices/') as string,
    });
    expect((await list({ q: 'zoe angstrom' })).items).toEqual([charge]);
    expect((await list({ q: who.email.toUpperCase() })).items).toEqual([charge]);
  });

  it('for an event has its title, also of a guest', async () => {
    const customerId = await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, what)).checkoutUrl);
    await until('it to be listed', async () => (await of(customerId))[0]?.isOurs);
    expect(await of(customerId)).toMatchObject([
      {
        product: 'bootcamp',
        title: 'Spring Bootcamp 2027',
        person: { name: `${what.firstName} ${what.lastName}`, email: what.email },
        amount: 15_500,
      },
    ]);
  });

  it('by bank debit is in it once the bank has paid', async () => {
    const who = somebody();
    const customerId = await pay(system, await open(system, who), 'bank-debit').catch(async () => {
      const [customer] = (await system.stripe.customers.list({ email: who.email })).data;
      return customer!.id;
    });
    await allEventsProcessed(system);
    expect(await of(customerId)).toEqual([]);
    await system.advance(4 * DAY + 60);
    await until('it to be listed', async () => (await of(customerId))[0]?.isOurs);
    expect(await of(customerId)).toMatchObject([{ kind: 'charge', method: 'us_bank_account', last4: '6789', fee: 76 }]);
  });

  it('is followed by its refunds, and a dispute that is lost or won', async () => {
    const [refunded, lost, won] = [await member(system), await member(system), await member(system)];
    const charge = await chargeOf(refunded.customerId);
    await system.stripe.refunds.create({ charge, amount: 2_500 });
    await until('the refund to be listed', async () => (await of(refunded.customerId)).length === 2);
    await system.stripe.refunds.create({ charge });
    const disputes = await Promise.all(
      [lost, won].map(async ({ customerId }) => help('dispute', { charge: await chargeOf(customerId) })),
    );
    await until('the disputes to be listed', async () =>
      (await of(won.customerId)).some(({ isDisputed }) => isDisputed),
    );
    await help('close_dispute', { dispute: disputes[0]!.id, status: 'lost' });
    await help('close_dispute', { dispute: disputes[1]!.id, status: 'won' });
    await allEventsProcessed(system);
    await copied();
    await until('all to be linked', async () => (await of(won.customerId)).every(({ isOurs }) => isOurs));

    const shapes = async ({ customerId }: { customerId: string }) =>
      (await of(customerId, { sort: 'createdAt' })).map(({ kind, net, refunded: back }) => [kind, net, back]).sort();
    expect(await shapes(refunded)).toEqual([
      ['charge', 9_194, 9_500],
      ['refund', -2_500, 0],
      ['refund', -7_000, 0],
    ]);
    expect(await shapes(lost)).toEqual([
      ['charge', 9_194, 0],
      ['dispute', -11_000, 0],
    ]);
    expect(await shapes(won)).toEqual([
      ['charge', 9_194, 0],
      ['dispute', -11_000, 0],
      ['dispute', 9_500, 0],
    ]);
    const movement = (await of(won.customerId)).find(({ amount }) => amount === 9_500)!;
    const { movements, payment, url } = await system.rpc.call(balance.getBalanceMovement, { id: movement.id });
    expect(payment).toEqual(movement);
    expect(movements.map(({ kind }) => kind)).toEqual(['charge', 'dispute', 'dispute']);
    // The emulator has no dashboard.
    expect(url).toBeNull();
    expect(await codeOf(system.rpc.call(balance.getBalanceMovement, { id: 'txn_none' }))).toBe('not_found');
  });
});

describe('the copy', () => {
  it('misses nothing that happened in an outage, and has nothing twice', async () => {
    await copied();
    await system.faults('api', { fail: 1, route: LEDGER });
    const who = await member(system);
    await allEventsProcessed(system);
    await system.wake(readBalance);
    await system.stripe.refunds.create({ charge: await chargeOf(who.customerId), amount: 100 });
    await allEventsProcessed(system);
    expect(await of(who.customerId)).toEqual([]);
    await system.faults('api', {});
    await system.wake(readBalance);
    await until('both to be listed', async () => (await of(who.customerId)).length === 2);
    const nets = (await of(who.customerId)).map(({ net }) => net).sort((one, other) => one - other);
    expect(nets).toEqual([-100, 9_194]);
  });

  it('stays the same while events are repeated and come out of order', async () => {
    await system.faults('delivery', { duplicate: 2, shuffle: true });
    const who = await member(system);
    const charge = await chargeOf(who.customerId);
    for (const amount of [100, 200, 300]) await system.stripe.refunds.create({ charge, amount });
    await allEventsProcessed(system);
    await system.faults('delivery', {});
    await copied();
    await until('all to be linked', async () => (await of(who.customerId)).length === 4);
    expect((await of(who.customerId)).find(({ kind }) => kind === 'charge')).toMatchObject({ refunded: 600 });
  });

  it('links what it read before the payment was known', async () => {
    await system.faults('delivery', { drop: 1, retry: false });
    const who = somebody({ firstName: 'Late' });
    await press(await open(system, who), 'pay');
    await read();
    const [customer] = (await system.stripe.customers.list({ email: who.email })).data;
    expect(await of(customer!.id)).toMatchObject([{ isOurs: false, product: 'other', kind: 'charge' }]);
    await system.faults('delivery', {});
    const [session] = (await system.stripe.checkout.sessions.list({ customer: customer!.id })).data;
    await system.rpc.call(billing.settleCheckout, { sessionId: session!.id });
    await read();
    await until('it to be linked', async () => (await of(customer!.id))[0]?.isOurs);
    expect(await of(customer!.id)).toMatchObject([{ product: 'membership_monthly', person: { email: who.email } }]);
  });

  it('keeps what was sold manually at the provider, as not from this site', async () => {
    const product = await system.stripe.products.create({ name: 'A magazine' });
    const session = await system.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 4_000, product: product.id }, quantity: 1 }],
      customer_creation: 'always',
      customer_email: 'reader@example.com',
      success_url: 'http://localhost:3000/done',
    });
    await press(session.url!, 'pay');
    const { payment_intent: intent } = await system.stripe.checkout.sessions.retrieve(session.id);
    await read();
    expect((await list({ q: intent as string })).items).toMatchObject([
      { isOurs: false, product: 'other', title: null, person: null, amount: 4_000, net: 3_854 },
    ]);
  });

  it('finds what is listed late when it goes back further, once an hour', async () => {
    await read();
    const late = unannounced(20 * 3_600);
    await read();
    expect(await has(late)).toBe(false);
    await system.advance(3_601);
    await read();
    expect(await has(late)).toBe(true);
    // An entry of the last minutes is found by every reading.
    const recent = unannounced(5 * 60);
    await read();
    expect(await has(recent)).toBe(true);
  });

  it('continues a reading that was cut off, and begins the next one after it', async () => {
    await read();
    const ids = Array.from({ length: 240 }, () => unannounced(60, 1));
    const newest = unannounced(0, 1);
    // A process stored the first page, with the newest, and ended; the head grew since then.
    const [first] = (await system.stripe.balanceTransactions.list({ limit: 100, starting_after: newest })).data.slice(
      -1,
    );
    await system.database.query(
      `UPDATE balance_readings SET began_at = date_trunc('milliseconds', now()), listed_from = to_timestamp($1), position = $2`,
      [first!.created - 3_600, first!.id],
    );
    await system.wake(readBalance);
    await copied();
    expect(await has(ids[0]!)).toBe(true);
    expect(await has(newest)).toBe(true);
  });

  it('notes which payout paid a movement out', async () => {
    endRenewals(system);
    const who = await member(system);
    for (let count = 0; count < 120; count += 1) unannounced(0, 1);
    await system.advance(3 * DAY);
    const payoutId = await until('the payout to be read', async () => (await of(who.customerId))[0]?.payoutId);
    // More movements than a page of the provider has.
    const within = async () =>
      system.database.query<[{ sum: number; count: number }]>(
        'SELECT sum(net)::int AS sum, count(*)::int AS count FROM balance_transactions WHERE payout_id = $1',
        [payoutId],
      );
    await until(
      'all of its movements to be read',
      async () => (await within())[0].sum === 0 && (await within())[0].count > 2,
    );
    expect((await within())[0].count).toBeGreaterThan(100);
    const [payout] = (await list({ kind: 'payout', q: payoutId })).items;
    expect(payout).toMatchObject({ kind: 'payout', payoutId, isOurs: false, person: null });
    expect((await list({ q: payoutId })).items.map(({ kind }) => kind)).toContain('charge');
    expect((await list()).items.map(({ kind }) => kind)).not.toContain('payout');
  });

  it('has no digits of a person who was erased, and keeps the amounts', async () => {
    const who = await member(system);
    await until('it to be listed', async () => (await of(who.customerId))[0]?.isOurs);
    await system.deliverEvent(accountDeleted, {
      leavesPurchases: false,
      userId: who.userId,
      email: who.email,
      verifiedEmail: who.email,
      firstName: who.firstName!,
      deletedAt: new Date().toISOString(),
    });
    await until('the digits to be erased', async () => (await of(who.customerId))[0]?.last4 === null);
    expect(await of(who.customerId)).toMatchObject([{ person: null, amount: 9_500, product: 'membership_monthly' }]);
    // A later reading does not bring them back.
    await read();
    expect((await of(who.customerId))[0]).toMatchObject({ last4: null });
  });

  it('sums up to the balance of the provider', async () => {
    await allEventsProcessed(system);
    await read();
    await copied();
    const there = await system.stripe.balance.retrieve();
    const held = [...there.available, ...there.pending].reduce((sum, { amount }) => sum + amount, 0);
    const paidOut = (await system.stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })).reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
    const { net, charged, refunded, disputed, adjusted, fees } = await totals();
    expect(net).toBe(held + paidOut);
    expect(net).toBe(charged + refunded + disputed + adjusted - fees);
  });
});

describe('the list', () => {
  it('is paged in both orders without gaps', async () => {
    for (const sort of ['-createdAt', 'createdAt', '-amount', 'amount']) {
      const whole = (await list({ sort })).items.map(({ id }) => id);
      const paged: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await list({ sort, limit: 37, ...(cursor === undefined ? {} : { cursor }) });
        paged.push(...page.items.map(({ id }) => id));
        if (page.nextCursor === null || paged.length >= whole.length) break;
        cursor = page.nextCursor;
      }
      expect(paged.slice(0, whole.length)).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    }
    expect(await codeOf(list({ sort: 'fee' }))).toBe('invalid_request');
    expect(await codeOf(list({ cursor: 'nonsense' }))).toBe('cursor_invalid');
  });

  it('is filtered by kind, product and time, and so are its sums', async () => {
    expect(new Set((await list({ kind: 'refund' })).items.map(({ kind }) => kind))).toEqual(new Set(['refund']));
    const bootcamps = await list({ product: 'bootcamp' });
    expect(bootcamps).toMatchObject({ total: 1, items: [{ product: 'bootcamp' }] });
    expect(await totals({ product: 'bootcamp' })).toMatchObject({ count: 1, charged: 15_500, refunded: 0, fees: 480 });
    const { createdAt } = bootcamps.items[0]!;
    const after = new Date(Date.parse(createdAt) + 1).toISOString();
    expect((await list({ product: 'bootcamp', from: createdAt, before: after })).items).toHaveLength(1);
    expect((await list({ product: 'bootcamp', before: createdAt })).items).toEqual([]);
    expect((await list({ product: 'bootcamp', from: after })).items).toEqual([]);
  });

  it('is a file with the columns that are asked for, and all columns without', async () => {
    const file = await system.rpc.call(balance.exportBalance, {
      ...{ product: 'bootcamp', from: null, before: null, timeZone: 'America/New_York' },
      columns: 'purpose,email,amount,fee,net,kind,method',
    });
    expect(file.columns).toEqual(['For', 'Email', 'Amount', 'Fee', 'Net', 'Kind', 'Method']);
    expect(rowsOf(file)).toEqual([
      ['Spring Bootcamp 2027', what.email, '155.00', '4.80', '150.20', 'Charge', 'Visa 4242'],
    ]);
    const whole = await system.rpc.call(balance.exportBalance, { from: null, before: null, timeZone: 'UTC' });
    expect(whole.columns).toContain('Payment intent');
    expect(
      await codeOf(
        system.rpc.call(balance.exportBalance, { from: null, before: null, timeZone: 'UTC', columns: 'nothing' }),
      ),
    ).toBe('invalid_request');
  });
});
