import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countMemberships, sumRevenue } from '@lectern/contracts/billing/analytics';
import { instantIn } from '@lectern/contracts/zoned-time';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { codeOf } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
const SEED = Number(process.env['HISTORIES_SEED'] ?? Date.now() % 1_000_000);

/** Mulberry32: the same numbers for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

interface Life {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly status: string;
  readonly hasBegun: boolean;
  /** When its account was deactivated. */
  readonly deactivatedAt: number | null;
}
interface Charge {
  readonly table: 'payments' | 'purchases';
  readonly product: 'memberships' | 'bootcamps' | 'tournaments';
  readonly at: number;
  readonly amount: number;
  readonly refunded: number;
  readonly status: string;
}

const BOUNDS = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].map((month) =>
  instantIn('America/Los_Angeles', `${month}-01`, '00:00').toISOString(),
);
const [FIRST, LAST] = [Date.parse(BOUNDS[0]!), Date.parse(BOUNDS.at(-1)!)];
const SPAN = LAST - FIRST;

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.close());
beforeEach(() => emptyTables(system.database, 'accounts, customers, subscriptions, payments, purchases CASCADE'));

/**
 * In one transaction, so that no job of the service, which syncs each customer with the provider, sees some rows while the rest is
 * inserted.
 */
const insert = (lives: readonly Life[], charges: readonly Charge[]): Promise<void> =>
  system.database.transaction(async (manager) => {
    const customers = lives.length + charges.length;
    await manager.query(
      `INSERT INTO customers (id, email, email_key) SELECT 'cus_' || n, 'c' || n || '@example.com', 'c' || n || '@example.com' FROM generate_series(0, $1::int - 1) AS n`,
      [customers],
    );
    for (const [index, { startedAt, endedAt, status, hasBegun, deactivatedAt }] of lives.entries()) {
      await manager.query(
        `INSERT INTO subscriptions (id, customer_id, status, access, plan, amount, started_at, current_period_start, current_period_end, ended_at, has_begun)
       VALUES ($1, $2, $3, true, 'monthly', 9500, $4, $4, $4, $5, $6)`,
        [
          `sub_${index}`,
          `cus_${index}`,
          status,
          new Date(startedAt),
          endedAt === null ? null : new Date(endedAt),
          hasBegun,
        ],
      );
      const userId = randomUUID();
      await manager.query(
        `INSERT INTO accounts (user_id, email, first_name, last_name, version, deactivated_at) VALUES ($1, $2, 'Ada', 'Okafor', 1, $3)`,
        [userId, `c${index}@example.com`, deactivatedAt === null ? null : new Date(deactivatedAt)],
      );
      await manager.query('UPDATE customers SET user_id = $2 WHERE id = $1', [`cus_${index}`, userId]);
    }
    for (const [index, { table, product, at, amount, refunded, status }] of charges.entries()) {
      const customer = `cus_${lives.length + index}`;
      await (table === 'payments'
        ? manager.query(
            'INSERT INTO payments (invoice_id, customer_id, status, amount, amount_refunded, paid_at) VALUES ($1, $2, $3, $4, $5, $6)',
            [`in_${index}`, customer, status, amount, refunded, new Date(at)],
          )
        : manager.query(
            `INSERT INTO purchases (id, product, reference, customer_id, title, amount, status, amount_paid, amount_refunded, success_url, cancel_url, paid_at)
           VALUES ($1, $2, $3, $4, '', $5, $6, $5, $7, '', '', $8)`,
            [randomUUID(), product, randomUUID(), customer, amount, status, refunded, new Date(at)],
          ));
    }
  });

const monthOf = (at: number): number =>
  BOUNDS.findIndex(
    (_bound, index) =>
      index < BOUNDS.length - 1 && at >= Date.parse(BOUNDS[index]!) && at < Date.parse(BOUNDS[index + 1]!),
  );

const leftAtOf = ({ startedAt, endedAt, deactivatedAt }: Life): number | null =>
  deactivatedAt === null ? endedAt : Math.min(endedAt ?? Infinity, Math.max(startedAt, deactivatedAt));

/** The same analytics, counted by iterating over every row. */
const recountMembers = (lives: readonly Life[]) => {
  const real = lives.filter(({ hasBegun }) => hasBegun);
  return BOUNDS.slice(1).map((end, month) => ({
    joined: real.filter(({ startedAt }) => monthOf(startedAt) === month).length,
    left: real.filter((life) => leftAtOf(life) !== null && monthOf(leftAtOf(life)!) === month).length,
    active: real.filter((life) => life.startedAt < Date.parse(end) && (leftAtOf(life) ?? Infinity) >= Date.parse(end))
      .length,
  }));
};
const recountRevenue = (charges: readonly Charge[]) =>
  BOUNDS.slice(1).map((_end, month) => {
    const of = (product: Charge['product']) => {
      const counted = charges.filter(
        (charge) =>
          charge.product === product &&
          monthOf(charge.at) === month &&
          ['succeeded', 'paid', 'refunded'].includes(charge.status),
      );
      return {
        charged: counted.reduce((sum, { amount }) => sum + amount, 0),
        refunded: counted.reduce((sum, { refunded }) => sum + refunded, 0),
      };
    };
    return { memberships: of('memberships'), bootcamps: of('bootcamps'), tournaments: of('tournaments') };
  });

describe(`analytics by month (seed ${SEED})`, () => {
  it('agree with a recount, whatever the histories', async () => {
    const random = randomOf(SEED);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    // Also before the first bound, after the last one, and on a bound to the millisecond.
    const someTime = (): number =>
      random() < 0.15 ? Date.parse(pick(BOUNDS)) : Math.floor(FIRST - SPAN / 2 + random() * SPAN * 2);
    const lives = Array.from({ length: 150 }, (): Life => {
      const startedAt = someTime();
      const hasEnded = random() < 0.5;
      const endedAt = hasEnded ? startedAt + Math.floor(random() * SPAN) : null;
      const deactivatedAt = random() < 0.3 ? someTime() : null;
      const status = hasEnded ? 'cancelled' : pick(['active', 'active', 'past_due', 'paused', 'pending']);
      // One whose first payment failed has ended without having begun.
      const hasBegun = hasEnded ? random() < 0.8 : status !== 'pending';
      return { startedAt, endedAt, deactivatedAt, status, hasBegun };
    });
    const charges = Array.from({ length: 150 }, (): Charge => {
      const product = pick(['memberships', 'bootcamps', 'tournaments'] as const);
      const table = product === 'memberships' ? 'payments' : 'purchases';
      const amount = Math.floor(random() * 20_000);
      const refunded = random() < 0.3 ? Math.floor(random() * (amount + 1)) : 0;
      return {
        table,
        product,
        at: someTime(),
        amount,
        refunded,
        status: pick(
          table === 'payments'
            ? ['succeeded', 'succeeded', 'refunded', 'failed', 'pending']
            : ['paid', 'paid', 'refunded', 'open', 'expired'],
        ),
      };
    });
    await insert(lives, charges);
    expect(await system.rpc.call(countMemberships, { bounds: BOUNDS })).toEqual(recountMembers(lives));
    expect(await system.rpc.call(sumRevenue, { bounds: BOUNDS })).toEqual(recountRevenue(charges));
  });

  it('are zero where nothing is, month by month without a gap', async () => {
    expect(await system.rpc.call(countMemberships, { bounds: BOUNDS })).toEqual(recountMembers([]));
    expect(await system.rpc.call(sumRevenue, { bounds: BOUNDS })).toEqual(recountRevenue([]));
  });

  it('are refused for bounds that are in no order', async () => {
    expect(await codeOf(system.rpc.call(countMemberships, { bounds: BOUNDS.toReversed() }))).toBe('invalid_request');
    expect(await codeOf(system.rpc.call(sumRevenue, { bounds: [BOUNDS[0]!, BOUNDS[0]!] }))).toBe('invalid_request');
  });
});
