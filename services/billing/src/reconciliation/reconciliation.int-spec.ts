import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { until } from '@lectern/test-kit/until';
import {
  admin,
  codeOf,
  DAY,
  details,
  allEventsProcessed,
  member,
  open,
  payments,
  press,
  somebody,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { fetchMissedEvents, reconcileEverybody } from './reconcile.job.ts';
let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
  // The first comparison is due immediately and starts by itself; it would repair the differences that a test makes.
  await system.wake(reconcileEverybody);
  await until('the first comparison to end', async () => {
    const full = (await runs()).filter(({ kind }) => kind === 'full');
    return full.length > 0 && full.every(({ finishedAt }) => finishedAt !== null);
  });
});

afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;

const subscriptionOf = async ({ customerId }: Member): Promise<string> =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]?.id ?? '';

/**
 * Deletes all rows of a person here, in one statement, because a message of the provider may come in between. The provider still has them.
 */
const forget = async ({ customerId }: Member): Promise<void> =>
  system.database.transaction(async (manager) => {
    for (const statement of [
      'SELECT id FROM customers WHERE id = $1 FOR UPDATE',
      'DELETE FROM payments WHERE customer_id = $1',
      'DELETE FROM subscriptions WHERE customer_id = $1',
      'DELETE FROM checkouts WHERE customer_id = $1',
      'DELETE FROM customers WHERE id = $1',
    ]) {
      await manager.query(statement, [customerId]);
    }
  });

const spoil = async (who: Member): Promise<void> => {
  await system.database.query(
    `UPDATE subscriptions SET status = 'cancelled', access = false, amount = 1 WHERE customer_id = $1`,
    [who.customerId],
  );
};

const runs = () => system.rpc.call(billing.listReconciliations, { limit: 50 });

const reconcileAll = async (): Promise<Awaited<ReturnType<typeof runs>>[number]> => {
  const before = new Set((await runs()).map(({ id }) => id));
  await system.advance(31 * 3_600);
  await allEventsProcessed(system);
  await system.wake(reconcileEverybody);
  return until('a full run to end', async () =>
    (await runs()).find(({ id, kind, finishedAt }) => !before.has(id) && kind === 'full' && finishedAt !== null),
  );
};

describe('events that were never delivered', () => {
  it('are fetched, and processed as if they had come', async () => {
    await system.faults('delivery', { drop: 1, retry: false });
    const who = somebody();
    try {
      await press(await open(system, who), 'pay');
    } finally {
      await system.faults('delivery', {});
    }
    expect(await details(system, who)).toBeNull();
    await system.wake(fetchMissedEvents);
    await until('the membership to be known', async () => (await details(system, who))?.status === 'active');
    expect(await payments(system, who)).toHaveLength(1);
  });
});

describe('the nightly comparison', () => {
  it('repairs what differs, says what it was, and finds nothing the next time', async () => {
    const [right, spoiled] = [await member(system), await member(system)];
    await allEventsProcessed(system);
    await spoil(spoiled);
    const run = await reconcileAll();
    expect(run.differences.filter(({ customerId }) => customerId === right.customerId)).toEqual([]);
    const subject = `subscription ${await subscriptionOf(spoiled)}`;
    expect(run.differences.filter(({ customerId }) => customerId === spoiled.customerId)).toEqual([
      { customerId: spoiled.customerId, subject, field: 'access', local: 'false', remote: 'true' },
      { customerId: spoiled.customerId, subject, field: 'amount', local: '1', remote: '9500' },
      { customerId: spoiled.customerId, subject, field: 'status', local: 'cancelled', remote: 'active' },
    ]);
    expect(await details(system, spoiled)).toMatchObject({ status: 'active', amount: 9_500 });
    expect((await system.publishedEvents(membershipChanged, { userId: spoiled.userId })).at(-1)).toMatchObject({
      status: 'active',
      access: true,
    });
    expect((await reconcileAll()).repaired).toBe(0);
  });

  it('adopts an unknown customer who paid for a price of ours, and nobody else', async () => {
    const lost = await member(system);
    await allEventsProcessed(system);
    await forget(lost);
    const other = await system.stripe.customers.create({ email: 'somebody.else@example.com' });
    const product = await system.stripe.products.create({ name: 'A magazine' });
    const price = await system.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
    });
    await system.stripe.subscriptions
      .create({ customer: other.id, items: [{ price: price.id }] })
      .catch(() => undefined);
    await reconcileAll();
    const found = await system.database.query<{ id: string; status: string }[]>(
      'SELECT id, status FROM subscriptions WHERE customer_id = $1',
      [lost.customerId],
    );
    expect(found).toEqual([{ id: await subscriptionOf(lost), status: 'active' }]);
    expect(await system.database.query<unknown[]>('SELECT 1 FROM customers WHERE id = $1', [other.id])).toEqual([]);
  });

  it('skips a customer that cannot be compared, and compares all others', async () => {
    const [broken, spoiled] = [await member(system), await member(system)].sort((one, other) =>
      one.customerId < other.customerId ? -1 : 1,
    ) as [Member, Member];
    await allEventsProcessed(system);
    await spoil(broken);
    await spoil(spoiled);
    await system.database.query(
      `ALTER TABLE subscriptions ADD CONSTRAINT refused CHECK (customer_id <> '${broken.customerId}') NOT VALID`,
    );
    try {
      await reconcileAll();
    } finally {
      await system.database.query('ALTER TABLE subscriptions DROP CONSTRAINT refused');
    }
    expect(await details(system, spoiled)).toMatchObject({ status: 'active' });
    // It is compared again the next time.
    await reconcileAll();
    expect(await details(system, broken)).toMatchObject({ status: 'active' });
  });

  it('continues where it was interrupted', async () => {
    const members = [await member(system), await member(system), await member(system)].sort((a, b) =>
      a.customerId < b.customerId ? -1 : 1,
    );
    await allEventsProcessed(system);
    for (const who of members) await spoil(who);
    const [first] = members;
    await system.database.query(
      `INSERT INTO reconciliations (id, kind, started_at, done_until) VALUES (gen_random_uuid(), 'full', now(), $1)`,
      [first?.customerId],
    );
    await system.wake(reconcileEverybody);
    await until('the run to end', async () =>
      (await runs()).every(({ kind, finishedAt }) => kind !== 'full' || finishedAt !== null),
    );
    const repaired = await Promise.all(members.map(async (who) => (await details(system, who))?.status));
    expect(repaired).toEqual(['cancelled', 'active', 'active']);
  });
});

describe('an administrator’s sync', () => {
  it('of all members repairs differing ones, and counts them', async () => {
    const [right, spoiled, lost] = [await member(system), await member(system), await member(system)];
    await allEventsProcessed(system);
    await system.rpc.call(billing.syncMemberships, { by: admin() });
    await spoil(spoiled);
    await forget(lost);
    expect(await system.rpc.call(billing.syncMemberships, { by: admin() })).toMatchObject({ repaired: 2 });
    expect(await system.rpc.call(billing.syncMemberships, { by: admin() })).toMatchObject({ repaired: 0 });
    for (const who of [right, spoiled]) expect(await details(system, who)).toMatchObject({ status: 'active' });
    expect(
      await system.rpc.call(billing.listMemberships, {
        after: null,
        limit: 1,
        subscriptionId: await subscriptionOf(lost),
      }),
    ).toEqual([expect.objectContaining({ email: lost.email, userId: lost.userId, status: 'active' })]);
  });

  it('of one member repairs that one, also an unknown one, and refuses what is not theirs', async () => {
    const lost = await member(system);
    await allEventsProcessed(system);
    await forget(lost);
    const asked = {
      email: lost.email.toUpperCase(),
      subscriptionId: await subscriptionOf(lost),
      customerId: lost.customerId,
      by: admin(),
    };
    expect(await system.rpc.call(billing.syncMember, asked)).toEqual({ repaired: 1 });
    expect(await system.rpc.call(billing.syncMember, asked)).toEqual({ repaired: 0 });

    await spoil(lost);
    for (const wrong of [
      { email: 'stranger@example.com' },
      { customerId: 'cus_nobody' },
      { subscriptionId: 'sub_nobody' },
    ]) {
      expect([wrong, await codeOf(system.rpc.call(billing.syncMember, { ...asked, ...wrong }))]).toEqual([
        wrong,
        'sync_mismatch',
      ]);
      expect(await details(system, lost)).toMatchObject({ status: 'cancelled' });
    }
  });
});

describe('the reconciliation of an old history', () => {
  it('is correct after a month without a single message', async () => {
    const who = await member(system);
    await allEventsProcessed(system);
    await system.faults('delivery', { drop: 1, retry: false });
    try {
      await system.advance(32 * DAY);
    } finally {
      await system.faults('delivery', {});
    }
    await reconcileAll();
    expect(await payments(system, who)).toHaveLength(2);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });
});
