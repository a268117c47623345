import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  membershipChanged,
  membershipEnded,
  purchaseChanged,
  referralCreditsChanged,
} from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { fetchMissedEvents } from './reconciliation/reconcile.job.ts';
import { settleCredits } from './jobs.ts';
import { CrashPoints, crashingService } from './testing/crashing-service.ts';
import {
  admin,
  type Checkout,
  member,
  payments,
  press,
  purchaseOf,
  billingIsIdle,
  somebody,
} from './testing/member.ts';
import { startBilling, type TestBilling } from './testing/start-billing.ts';

/*
 * Billing dies in turn at every place between two writes (each request that changes something at the provider and each transaction, before
 * and after) while a person joins with a promo code and a friend's code, pays, buys a bootcamp seat, cancels, and is refunded. It starts
 * again, the person presses the same button again, and the outcome is the same as without the crash.
 *
 * CRASH_STEP=1 tries every place, as `npm run chaos` does. The default tries every thirtieth, from a random one on.
 */
const STEP = Number(process.env['CRASH_STEP'] ?? 30);

vi.setConfig({ testTimeout: STEP < 30 ? 7_200_000 : 600_000 });

let system: TestBilling;
let referrer: Checkout & { customerId: string };

beforeAll(async () => {
  system = await startBilling({ replicas: 0 });
  referrer = await newReferrer();
});

afterAll(async () => {
  // Answers webhooks on their way, for which closing waits.
  await system.startReplica();
  await system.close();
});

/** A member who refers friends. Replaced now and then, because a balance with hundreds of entries only takes time. */
const newReferrer = async (): Promise<Checkout & { customerId: string }> => {
  const sound = await system.startReplica();
  await until('the prices to be created', async () =>
    (await system.rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );
  const made = await member(system);
  await billingIsIdle(system);
  await sound.close();
  return made;
};

/** Presses a button until it answers, and waits meanwhile for a dead service to restart. */
const pressing = async <T>(restart: () => Promise<void>, act: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries === 3) throw error;
      await restart();
    }
  }
};

interface Outcome {
  readonly live: string[];
  readonly payments: { status: string; amount: number }[];
  /** The sum of the entries on the balance, and whether any is there twice. */
  readonly credits: { sum: number; repeated: boolean };
  readonly promo: { current: number; held: number };
  readonly purchase: string | undefined;
  readonly status: string | undefined;
  readonly totalCredits: number[];
}

/** A service that dies at a given place and is restarted, as by a process supervisor. */
const startDying = async (points: CrashPoints) => {
  let replica = await system.startReplica(crashingService(points));
  const startedAgain = points.died.then(async () => {
    await replica.close();
    replica = await system.startReplica();
  });
  const restart = async (): Promise<void> => void (points.where !== undefined && (await startedAgain));
  const close = async (): Promise<void> => {
    await restart();
    await replica.close();
  };
  return { restart, close };
};

const firstPlace = (): number => Number(process.env['CRASH_FIRST'] ?? 1 + Math.floor(Math.random() * STEP));

/** The whole way, with a death at place `at`. Returns how it ended, and how many places there were. */
const walk = async (at: number): Promise<{ outcome: Outcome; points: CrashPoints }> => {
  const points = new CrashPoints(at);
  const { restart, close } = await startDying(points);
  try {
    const code = await pressing(restart, () => makeCode());
    const who = somebody({ promoCode: code, referral: { referrerId: referrer.userId, code: 'FRIEND22' } });
    const url = await pressing(
      restart,
      async () => (await system.rpc.call(billing.openMembershipCheckout, who)).checkoutUrl,
    );
    await press(url, 'pay');
    await pressing(restart, () => system.rpc.call(billing.settleCheckout, { sessionId: url.split('/').at(-1) ?? '' }));
    const purchase = purchaseOf({ userId: who.userId, email: who.email });
    const page = await pressing(
      restart,
      async () => (await system.rpc.call(billing.openPurchaseCheckout, purchase)).checkoutUrl,
    );
    await press(page, 'pay');
    await pressing(restart, () => system.rpc.call(billing.settleCheckout, { sessionId: page.split('/').at(-1) ?? '' }));
    await pressing(restart, () => system.rpc.call(billing.cancelSubscription, who));
    const [customer] = await system.database.query<{ id: string }[]>('SELECT id FROM customers WHERE user_id = $1', [
      who.userId,
    ]);
    const customerId = customer?.id ?? '';
    const charge = (await system.stripe.charges.list({ customer: customerId })).data.at(-1);
    await system.stripe.refunds.create({ charge: charge?.id ?? '' });
    await settled(who);
    return { outcome: await outcomeOf(who, customerId, purchase.reference, code), points };
  } finally {
    await close();
  }
};

const makeCode = async (): Promise<string> => {
  const code = `C${randomUUID().slice(0, 12)}`.toUpperCase();
  await system.rpc.call(billing.createPromoCode, {
    code,
    name: 'A test',
    description: null,
    discountType: 'percentage',
    discountValue: 20,
    minimumAmount: null,
    maxUses: 5,
    validUntil: null,
    applicableProducts: ['debate_club'],
    by: admin(),
  });
  return code;
};

const settled = async (who: Checkout): Promise<void> => {
  await system.wake(fetchMissedEvents);
  await until('the refund to be known', async () =>
    (await payments(system, who)).some(({ status }) => status === 'refunded'),
  );
  await billingIsIdle(system);
  await system.wake(settleCredits);
  await until('credits to be settled', async () => {
    const waiting = await system.database.query<unknown[]>(
      `SELECT 1 FROM referral_credits WHERE status IN ('due', 'return_due')`,
    );
    return waiting.length === 0;
  });
};

const outcomeOf = async (who: Checkout, customerId: string, reference: string, code: string): Promise<Outcome> => {
  const [promo] = await system.database.query<Outcome['promo'][]>(
    'SELECT current_uses AS current, held_uses AS held FROM promo_codes WHERE code = $1',
    [code],
  );
  if (promo === undefined) throw new Error('The code is gone');
  const entries = await system.stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  return {
    live: (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data.map(
      ({ status }) => status,
    ),
    payments: (await payments(system, who))
      .map(({ status, amount }) => ({ status, amount }))
      .sort((a, b) => a.amount - b.amount),
    credits: { sum: entries.data.reduce((sum, { amount }) => sum + amount, 0), repeated: entries.data.length > 2 },
    promo,
    purchase: (await system.publishedEvents(purchaseChanged, { reference })).at(-1)?.status,
    status: (await system.publishedEvents(membershipChanged, { userId: who.userId })).at(-1)?.status,
    totalCredits: (await system.publishedEvents(referralCreditsChanged, { userId: who.userId }))
      .map(({ totalCredits }) => totalCredits)
      .slice(-1),
  };
};

/**
 * The state after billing dies at place `at` while it refuses a membership that was paid with credit and a promo code after its account was
 * deactivated.
 */
const walkRefused = async (at: number) => {
  const points = new CrashPoints(at);
  const sound = await system.startReplica();
  const code = await makeCode();
  const who = somebody({ promoCode: code });
  const url = (await system.rpc.call(billing.openMembershipCheckout, who)).checkoutUrl;
  const session = await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '');
  const customerId = session.customer as string;
  await system.stripe.customers.createBalanceTransaction(customerId, { amount: -5_000, currency: 'usd' });
  const deactivatedAt = new Date(session.created * 1_000).toISOString();
  const { userId, email } = who;
  await system.deliverEvent(accountChanged, {
    userId,
    version: 1,
    email,
    firstName: 'Ada',
    lastName: 'Okafor',
    division: 'development',
    createdAt: deactivatedAt,
    deactivatedAt,
  });
  await until(
    'the deactivation to be known',
    async () =>
      (await system.database.query<unknown[]>('SELECT 1 FROM accounts WHERE user_id = $1', [userId])).length > 0,
  );
  await billingIsIdle(system);
  await sound.close();
  // The provider counts in whole seconds.
  await system.advance(2);
  const { restart, close } = await startDying(points);
  try {
    await press(url, 'pay');
    await pressing(restart, () => system.rpc.call(billing.settleCheckout, { sessionId: session.id }));
    await system.wake(fetchMissedEvents);
    await billingIsIdle(system);
    await until('the refund to be known', async () =>
      (await payments(system, who)).some(({ status }) => status === 'refunded'),
    );
    const entries = await system.stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
    const [promo] = await system.database.query<Outcome['promo'][]>(
      'SELECT current_uses AS current, held_uses AS held FROM promo_codes WHERE code = $1',
      [code],
    );
    const outcome = {
      live: (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data.map(
        ({ status }) => status,
      ),
      charges: (await system.stripe.charges.list({ customer: customerId })).data.map(
        ({ amount, amount_refunded: refunded }) => [amount, refunded],
      ),
      balance: entries.data.map(({ amount }) => amount),
      promo,
      endings: (await system.publishedEvents(membershipEnded, { userId })).map(({ reason }) => reason),
    };
    return { outcome, points };
  } finally {
    await close();
  }
};

describe('billing that dies while it refuses a membership', () => {
  it('refunds the payment, returns the credit and releases the promo code once, wherever it dies', async () => {
    const { outcome: expected, points } = await walkRefused(0);
    expect(expected).toEqual({
      live: ['canceled'],
      charges: [[2_600, 2_600]],
      balance: [-5_000, 5_000, -5_000],
      promo: { current: 0, held: 0 },
      endings: ['refused'],
    });
    const differed: string[] = [];
    for (let at = firstPlace(); at <= points.count; at += STEP) {
      const { outcome, points: places } = await walkRefused(at);
      try {
        expect(outcome).toEqual(expected);
      } catch (error) {
        differed.push(`place ${at}, ${places.where}: ${String(error)}`);
      }
    }
    expect(differed).toEqual([]);
  });
});

describe('billing that dies between two writes', () => {
  it('ends where it would have ended, wherever it dies', async () => {
    const { outcome: expected, points } = await walk(0);
    expect(expected).toEqual({
      live: ['canceled'],
      payments: [
        { status: 'refunded', amount: 7_600 },
        { status: 'succeeded', amount: 15_500 },
      ],
      credits: { sum: 0, repeated: false },
      promo: { current: 1, held: 0 },
      purchase: 'paid',
      status: 'cancelled',
      totalCredits: [0],
    });
    const differed: string[] = [];
    const died = new Set<string>();
    for (let at = firstPlace(), walks = 0; at <= points.count; at += STEP, walks += 1) {
      if (walks % 10 === 9) referrer = await newReferrer();
      const { outcome, points: places } = await walk(at).catch((error: unknown) => {
        throw new Error(`At place ${at} it did not come to rest`, { cause: error });
      });
      if (places.where !== undefined) died.add(places.where);
      try {
        expect(outcome).toEqual(expected);
      } catch (error) {
        differed.push(`place ${at}, ${places.where}: ${String(error)}`);
      }
    }
    expect(differed).toEqual([]);
    // It did die, in the middle of things.
    expect(died.size).toBeGreaterThan(0);
  });
});
