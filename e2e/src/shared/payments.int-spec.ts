import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListedPayment, PaymentTotals } from '@lectern/contracts/billing/listed-payment';
import type { MonthlyStatement } from '@lectern/contracts/billing/statement';
import { until } from '@lectern/test-kit/until';
import { adminTokenOf, callApi, joinAs, newRegistration, payAt, registerPerson } from '../testing/person.ts';
import { atProvider, stripeOf } from '../testing/provider.ts';
import { sharedSystem } from '../testing/start-system.ts';

/*
 * The list of payments, through the public API, equals the provider's balance to the cent after a random history. PAYMENTS_SEED repeats one.
 */
const seed = Number(process.env['PAYMENTS_SEED'] ?? Date.now() % 1_000_000);
const LEDGER = 'GET /v1/balance_transactions';

const system = await sharedSystem();
const stripe = stripeOf(system);
let token: string;

beforeAll(async () => {
  token = await adminTokenOf(system);
});

type Page = { items: ListedPayment[]; nextCursor: string | null; total: number };

const get = async <T>(path: string): Promise<T> => {
  const { status, body } = await callApi<T>(system, 'GET', path, { token });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

const listAll = async (query = ''): Promise<ListedPayment[]> => {
  const items: ListedPayment[] = [];
  for (let cursor: string | null = null; ;) {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await get<Page>(`/api/admin/payments?limit=50${query}${from}`);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

type Step =
  | { do: 'join'; plan: 'monthly' | 'annual' }
  | { do: 'refund'; share: number }
  | { do: 'dispute' | 'won' | 'lost' | 'outage' | 'recovery' | 'chaos' | 'calm' | 'leave unpaid' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      plan: fc.constantFrom('monthly' as const, 'annual' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund' as const), share: fc.constantFrom(0.07, 0.5, 1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('dispute', 'won', 'lost', 'outage', 'recovery', 'chaos', 'calm', 'leave unpaid' as const),
    }),
  },
);

const take = async (action: Step): Promise<void> => {
  const open = async () =>
    (await stripe.charges.list({ limit: 100 })).data.find(
      ({ paid, refunded, disputed }) => paid && !refunded && !disputed,
    );
  switch (action.do) {
    case 'join':
      await joinAs(system, { ...newRegistration(), plan: action.plan });
      return;
    case 'leave unpaid':
      await registerPerson(system, newRegistration());
      return;
    case 'refund': {
      const charge = await open();
      if (charge === undefined) return;
      const left = charge.amount - charge.amount_refunded;
      await stripe.refunds.create({ charge: charge.id, amount: Math.max(1, Math.round(left * action.share)) });
      return;
    }
    case 'dispute': {
      const charge = await open();
      if (charge !== undefined) await atProvider(system, 'dispute', { charge: charge.id });
      return;
    }
    case 'won':
    case 'lost': {
      const dispute = (await stripe.disputes.list()).data.find(({ status }) => status === 'needs_response');
      if (dispute !== undefined) await atProvider(system, 'close_dispute', { dispute: dispute.id, status: action.do });
      return;
    }
    case 'outage':
      return atProvider(system, 'api', { fail: 1, route: LEDGER });
    case 'recovery':
      return atProvider(system, 'api', {});
    case 'chaos':
      return atProvider(system, 'delivery', { duplicate: 2, shuffle: true });
    case 'calm':
      return atProvider(system, 'delivery', {});
  }
};

describe(`the list of payments (PAYMENTS_SEED=${seed})`, () => {
  it('equals the balance of the provider after a random history', async () => {
    const [steps] = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), { numRuns: 1, seed });
    try {
      for (const action of [{ do: 'join', plan: 'monthly' } as const, ...steps!]) await take(action);
    } finally {
      await atProvider(system, 'api', {});
      await atProvider(system, 'delivery', {});
    }
    // The last event reads what an outage left behind.
    await payAt(await registerPerson(system, newRegistration()));

    const expected = async (): Promise<number> => {
      const { available, pending } = await stripe.balance.retrieve();
      const payouts = await stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
      return sum([...available, ...pending].map(({ amount }) => amount)) + sum(payouts.map(({ amount }) => amount));
    };
    const items = await until('the list to equal the balance', async () => {
      const found = await listAll();
      const isLinked = found.every(({ isOurs, kind }) => isOurs || kind === 'adjustment');
      return isLinked && sum(found.map(({ net }) => net)) === (await expected()) ? found : undefined;
    });
    const there = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const entries = there.filter(({ type }) => type !== 'payout');
    expect(new Map(items.map(({ id, amount, fee, net }) => [id, { amount, fee, net }]))).toEqual(
      new Map(entries.map(({ id, amount, fee, net }) => [id, { amount, fee, net }])),
    );

    // Every month equals the ledger, and the payouts are those of the provider.
    const { months } = await get<MonthlyStatement>('/api/admin/payments/statement');
    const payoutsThere = await stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    let opening = 0;
    for (const month of months.toReversed()) {
      const statement = await get<MonthlyStatement>(`/api/admin/payments/statement?month=${month}`);
      const isWithin = ({ created }: { created: number }): boolean =>
        created * 1_000 >= Date.parse(statement.from) && created * 1_000 < Date.parse(statement.before);
      const within = there.filter(isWithin);
      expect(statement.opening).toBe(opening);
      expect(statement.closing - opening).toBe(sum(within.map(({ net }) => net)));
      expect(sum(statement.lines.map(({ fee }) => fee))).toBe(sum(within.map(({ fee }) => fee)));
      expect(sum(statement.payouts.map(({ amount }) => amount))).toBe(
        sum(payoutsThere.filter(isWithin).map(({ amount }) => amount)),
      );
      expect(statement.differences.filter(({ name }) => name === 'missing' || name === 'differing')).toEqual([]);
      opening = statement.closing;
    }

    const { totals } = await get<{ totals: PaymentTotals }>('/api/admin/payments/totals');
    expect(totals).toMatchObject({
      count: items.length,
      net: await expected(),
      fees: sum(items.map(({ fee }) => fee)),
      charged: sum(items.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount)),
    });

    const file = await fetch(`${system.siteUrl}/api/admin/export/payments?columns=net`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [heading, ...lines] = (await file.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(heading).toBe('"Net"');
    expect(sum(lines.map((line) => Math.round(Number(line.replaceAll('"', '')) * 100)))).toBe(totals.net);
  });

  it('is limited to days, and refuses days in the wrong order and filters of other lists', async () => {
    const [newest] = await listAll();
    const dayFrom = (days: number): string =>
      new Date(Date.parse(newest!.createdAt) + days * 86_400_000).toISOString().slice(0, 10);
    const within = async (from: number, until: number): Promise<string[]> =>
      (await listAll(`&madeFrom=${dayFrom(from)}&madeUntil=${dayFrom(until)}`)).map(({ id }) => id);
    expect(await within(-1, 1)).toContain(newest!.id);
    expect(await within(-9, -2)).not.toContain(newest!.id);
    expect(await within(2, 9)).toEqual([]);
    for (const [path, field] of [
      ['/api/admin/payments?madeFrom=2026-02-02&madeUntil=2026-02-01', 'madeUntil'],
      ['/api/admin/payments?kind=gift', 'kind'],
      ['/api/admin/export/payments?status=paid', 'status'],
      ['/api/admin/export/newsletter?product=bootcamp', 'product'],
      ['/api/admin/payments/statement?month=2026-13', 'month'],
      ['/api/admin/payments/statement/file?month=March', 'month'],
    ] as const)
      expect(await callApi(system, 'GET', path, { token })).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) as string } },
      });
  });

  it('is stated by month, also as a file that adds up', async () => {
    const { month, opening, closing, lines } = await get<MonthlyStatement>('/api/admin/payments/statement');
    const response = await fetch(`${system.siteUrl}/api/admin/payments/statement/file?month=${month}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers.get('content-disposition')).toContain(`statement-${month}.csv`);
    const rows = (await response.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.slice(1, -1).split('","'));
    const netOf = (item: string): number => Math.round(Number(rows.find((cells) => cells[2] === item)?.[7]) * 100);
    expect(netOf('Opening balance')).toBe(opening);
    expect(netOf('Balance so far')).toBe(closing);
    const movements = rows.filter(([, section]) => section === 'Movements');
    expect(movements).toHaveLength(lines.length);
    expect(sum(movements.map((cells) => Math.round(Number(cells[7]) * 100)))).toBe(closing - opening);
    const { body } = await callApi<{ items: { action: string; details: object }[] }>(
      system,
      'GET',
      '/api/admin/actions?limit=20&action=export_list',
      { token },
    );
    expect(body.items.map(({ details }) => details)).toContainEqual({ list: 'statement', month });
  });
});
