import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsMade, membershipChanged, personErased, purchaseChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged, accountDeleted, claimsGranted } from '@lectern/contracts/identity/events';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import { eraseRemoteCustomers, returnPayments, settleCredits, settleDueCheckouts } from '../jobs.ts';
import {
  type Checkout,
  codeOf,
  DAY,
  details,
  member,
  open,
  pay,
  press,
  purchaseOf,
  billingIsIdle,
  somebody,
} from '../testing/member.ts';
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

type Member = Checkout & { readonly customerId: string };

/** A member whose name is found nowhere else. */
const unique = (differences: Partial<Checkout> = {}): Promise<Member> => {
  const mark = randomUUID().slice(0, 8);
  return member(system, {
    email: `Leaver.${mark}@Example.com`,
    firstName: `First${mark}`,
    lastName: `Last${mark}`,
    ...differences,
  });
};
const publishDeletion = (
  who: Checkout,
  verifiedEmail: string | null = who.email,
  at = new Date(),
  leavesPurchases = false,
) =>
  system.deliverEvent(accountDeleted, {
    leavesPurchases,
    userId: who.userId,
    email: who.email,
    verifiedEmail,
    firstName: who.firstName!,
    deletedAt: at.toISOString(),
  });
const goneAtProvider = (customerId: string) =>
  until('the customer to be deleted at the provider', async () => {
    const [row] = await system.database.query<{ gone: boolean }[]>(
      'SELECT erased_at IS NOT NULL AND is_provider_updated AS gone FROM customers WHERE id = $1',
      [customerId],
    );
    return row?.gone;
  });
const received = async (): Promise<number> => (await system.database.query<object[]>('SELECT 1 FROM inbox')).length;
const traces = (who: Checkout) => rowsContaining(system.database, [who.email, who.firstName!, who.lastName!]);
const chargesOf = async (customer: string): Promise<number> =>
  (await system.stripe.charges.list({ customer, limit: 100 })).data.length;
const subscriptionOf = async (customer: string) =>
  (await system.stripe.subscriptions.list({ customer, status: 'all' })).data[0]!;

describe('a person who deleted their account', () => {
  it('leaves no name in the records, is charged no more, and is deleted at the provider; another member is not touched', async () => {
    const leaver = await unique();
    const stayer = await unique({ referral: { referrerId: leaver.userId, code: 'LEAVER-CODE' } });
    await billingIsIdle(system);
    expect(await traces(leaver)).not.toEqual([]);
    const stayersTraces = await traces(stayer);
    const page = (
      await system.rpc.call(
        billing.openPurchaseCheckout,
        purchaseOf({
          userId: leaver.userId,
          email: leaver.email,
          firstName: leaver.firstName!,
          lastName: leaver.lastName!,
        }),
      )
    ).checkoutUrl;
    await publishDeletion(leaver);
    await goneAtProvider(leaver.customerId);
    await billingIsIdle(system);

    expect(await traces(leaver)).toEqual([]);
    expect(await rowsContaining(system.database, ['LEAVER-CODE'])).toEqual([]);
    expect(await subscriptionOf(leaver.customerId)).toMatchObject({ status: 'canceled' });
    expect(await system.stripe.customers.retrieve(leaver.customerId)).toMatchObject({ deleted: true });
    // For the records: what was paid, and for what.
    expect(
      await system.database.query('SELECT status, amount FROM payments WHERE customer_id = $1', [leaver.customerId]),
    ).toEqual([{ status: 'succeeded', amount: 9_500 }]);
    expect((await system.stripe.invoices.list({ customer: leaver.customerId })).data).toHaveLength(1);
    const events = await system.publishedEvents(membershipChanged, { customerId: leaver.customerId });
    expect(events.at(-1)).toMatchObject({ email: '', firstName: '', lastName: '', status: 'cancelled', access: false });
    expect(await system.publishedEvents(personErased, { userId: leaver.userId })).toHaveLength(1);
    // The page that was open cannot be paid any more.
    await press(page, 'pay');
    expect(await chargesOf(leaver.customerId)).toBe(1);

    // The friend's row keeps its numbers and loses the address; everything else of the friend stays.
    const gone = stayersTraces.filter((row) => !row.startsWith('referrals:') && !row.startsWith('outbox:'));
    expect(await traces(stayer)).toEqual(expect.arrayContaining(gone));
    await system.advance(62 * DAY);
    await until('the other member to be charged twice more', async () => (await chargesOf(stayer.customerId)) === 3);
    expect(await chargesOf(leaver.customerId)).toBe(1);
    expect(await details(system, stayer)).toMatchObject({ status: 'active' });
    await billingIsIdle(system);
    expect(await traces(leaver)).toEqual([]);
  });

  it('is refunded payments of the same second that were not known before the deletion, and no others', async () => {
    const leaver = await unique();
    await billingIsIdle(system);
    const page = (
      await system.rpc.call(billing.openPurchaseCheckout, purchaseOf({ userId: leaver.userId, email: leaver.email }))
    ).checkoutUrl;
    await pay(system, page);
    const charges = async () => (await system.stripe.charges.list({ customer: leaver.customerId })).data;
    const deletedAt = new Date((await charges()).find(({ amount }) => amount === 15_500)!.created * 1_000);
    // As if the membership had been paid in that second too.
    await system.database.query('UPDATE payments SET known_at = $2 WHERE customer_id = $1', [
      leaver.customerId,
      deletedAt,
    ]);
    await publishDeletion(leaver, leaver.email, deletedAt);
    await goneAtProvider(leaver.customerId);
    expect((await charges()).map(({ amount, refunded }) => [amount, refunded]).toSorted()).toEqual([
      [15_500, true],
      [9_500, false],
    ]);
  });

  it('is refunded a payment made a second after the deletion, also where that is received first', async () => {
    const leaver = await unique();
    await billingIsIdle(system);
    const [payment] = await system.database.query<{ paid_at: Date }[]>(
      'SELECT paid_at FROM payments WHERE customer_id = $1',
      [leaver.customerId],
    );
    await publishDeletion(leaver, leaver.email, new Date(payment!.paid_at.getTime() - 1));
    await goneAtProvider(leaver.customerId);
    await billingIsIdle(system);
    expect((await system.stripe.charges.list({ customer: leaver.customerId })).data).toEqual([
      expect.objectContaining({ refunded: true }),
    ]);
  });

  it('is erased in the end although the provider was down, and although none of its messages arrives', async () => {
    const leaver = await unique();
    await billingIsIdle(system);
    await system.faults('delivery', { drop: 1, retry: false });
    await system.faults('api', { fail: 1 });
    await publishDeletion(leaver);
    await until('the names to be gone', async () => (await traces(leaver)).length === 0);
    expect(await subscriptionOf(leaver.customerId).catch(() => null)).toBeNull();
    expect(
      await system.database.query(
        'SELECT card_id, card_last4, card_expires_at FROM subscriptions WHERE customer_id = $1',
        [leaver.customerId],
      ),
    ).toEqual([{ card_id: null, card_last4: null, card_expires_at: null }]);
    await system.faults('api', {});
    await system.wake(eraseRemoteCustomers);
    await goneAtProvider(leaver.customerId);
    await system.faults('delivery', {});
    expect(await subscriptionOf(leaver.customerId)).toMatchObject({ status: 'canceled' });
    const [row] = await system.database.query<object[]>(
      'SELECT status, access FROM subscriptions WHERE customer_id = $1',
      [leaver.customerId],
    );
    expect(row).toEqual({ status: 'cancelled', access: false });
  });

  it('is refunded a payment made after the deletion on a page that could not be closed in time', async () => {
    const mark = randomUUID().slice(0, 8);
    const leaver = somebody({
      email: `Leaver.${mark}@example.com`,
      firstName: `First${mark}`,
      lastName: `Last${mark}`,
    });
    const url = await open(system, leaver);
    await system.faults('api', { fail: 1 });
    await publishDeletion(leaver);
    await until('the names to be gone', async () => (await traces(leaver)).length === 0);
    await press(url, 'pay');
    await system.faults('api', {});
    const [customer] = await system.database.query<{ customer_id: string }[]>(
      'SELECT customer_id FROM checkouts WHERE url = $1',
      [url],
    );
    await system.wake(eraseRemoteCustomers);
    await goneAtProvider(customer!.customer_id);
    expect(await subscriptionOf(customer!.customer_id)).toMatchObject({ status: 'canceled' });
    expect((await system.stripe.charges.list({ customer: customer!.customer_id })).data).toEqual([
      expect.objectContaining({ refunded: true }),
    ]);
  });

  it('is not restored by older events, nor by repeated ones, and may join again with the same address as a new person', async () => {
    const leaver = await unique();
    await billingIsIdle(system);
    await publishDeletion(leaver);
    await goneAtProvider(leaver.customerId);
    const before = await received();
    await system.deliverEvent(accountChanged, {
      userId: leaver.userId,
      version: 9,
      email: leaver.email,
      firstName: leaver.firstName!,
      lastName: leaver.lastName!,
      division: 'development',
      createdAt: new Date().toISOString(),
    });
    await publishDeletion(leaver);
    await until('both to be received', async () => (await received()) === before + 2);
    expect(await traces(leaver)).toEqual([]);
    expect(await codeOf(open(system, somebody({ userId: leaver.userId, email: leaver.email })))).toBe('token_invalid');
    expect(await traces(leaver)).toEqual([]);
    const again = await member(system, { email: leaver.email, firstName: 'Again' });
    expect(again.customerId).not.toBe(leaver.customerId);
    expect(await details(system, again)).toMatchObject({ status: 'active' });
    expect(await details(system, leaver)).toMatchObject({ status: 'cancelled' });
  });

  it('takes along what the address paid for alone, when its mailbox was verified, and only then', async () => {
    const [verified, typed] = [
      purchaseOf({ email: `Verified.${randomUUID()}@example.com` }),
      purchaseOf({ email: `Typed.${randomUUID()}@example.com` }),
    ];
    for (const purchase of [verified, typed])
      await press((await system.rpc.call(billing.openPurchaseCheckout, purchase)).checkoutUrl, 'pay');
    await billingIsIdle(system);
    const holder = somebody({ email: verified.email });
    await publishDeletion(holder);
    const pretender = somebody({ email: typed.email });
    await publishDeletion(pretender, null);
    await until(
      'both events to be received',
      async () =>
        (await system.publishedEvents(personErased, { userId: pretender.userId })).length === 1 &&
        (await system.publishedEvents(personErased, { userId: holder.userId })).length === 1,
    );
    expect(await rowsContaining(system.database, [verified.email])).toEqual([]);
    expect(await rowsContaining(system.database, [typed.email])).not.toEqual([]);
  });

  it('is owed no credit for a friend who pays later', async () => {
    const leaver = await unique();
    const friend = somebody({ referral: { referrerId: leaver.userId, code: 'GONE-SOON' } });
    const url = await open(system, friend);
    await publishDeletion(leaver);
    await goneAtProvider(leaver.customerId);
    await press(url, 'pay');
    await billingIsIdle(system);
    await until('both credits to be settled', async () => {
      await system.wake(settleCredits);
      const rows = await system.database.query<{ side: string; status: string }[]>(
        'SELECT side, status FROM referral_credits WHERE user_id IN ($1, $2) ORDER BY side',
        [leaver.userId, friend.userId],
      );
      return (
        JSON.stringify(rows) ===
        JSON.stringify([
          { side: 'referee', status: 'granted' },
          { side: 'referrer', status: 'dropped' },
        ])
      );
    });
  });
});

describe('an account that made room for the holder of its mailbox', () => {
  const makeRoom = (who: Checkout) => publishDeletion(who, null, new Date(), true);
  const seatOf = async ({ userId, email, firstName, lastName }: Checkout) => {
    const purchase = purchaseOf({ userId, email, firstName: firstName!, lastName: lastName! });
    return { ...purchase, url: (await system.rpc.call(billing.openPurchaseCheckout, purchase)).checkoutUrl };
  };
  const settle = (url: string) => system.rpc.call(billing.settleCheckout, { sessionId: url.split('/').at(-1)! });
  const customerOf = async (url: string): Promise<string> =>
    (await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!)).customer as string;
  const claimed = async (customerId: string): Promise<boolean> =>
    (await system.publishedEvents(claimsMade, {})).some(({ claims }) =>
      claims.some(({ subjectId }) => subjectId === customerId),
    );

  it('leaves what it has paid to the mailbox, and its open pages end', async () => {
    const who = somebody();
    const [seat, other] = [await seatOf(who), await seatOf(who)];
    const membership = await open(system, who);
    await press(seat.url, 'pay');
    expect(await settle(seat.url)).toMatchObject({ status: 'complete' });
    await makeRoom(who);
    const customerId = await customerOf(seat.url);
    await until('the claim', () => claimed(customerId));
    await until('the pages to end', async () => {
      const [{ open: left }] = await system.database.query<[{ open: number }]>(
        `SELECT (SELECT count(*) FROM purchases WHERE customer_id = $1 AND status = 'open')::int
           + (SELECT count(*) FROM checkouts WHERE customer_id = $1 AND status = 'open')::int AS open`,
        [customerId],
      );
      return left === 0;
    });
    for (const url of [other.url, membership])
      expect((await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!)).status).toBe('expired');
    const holder = somebody({ email: who.email });
    await system.deliverEvent(claimsGranted, {
      claims: [{ kind: 'customer', subjectId: customerId, userId: holder.userId }],
    });
    await until('the payment to be the holder’s', async () => {
      const paid = await system.rpc.call(billing.listPayments, { userId: holder.userId });
      return paid.length === 1 && paid[0]!.status === 'succeeded';
    });
    expect(await codeOf(open(system, who))).toBe('token_invalid');
  });

  it('leaves what is paid on a page that could not be closed in time', async () => {
    const who = somebody();
    const [seat, membership] = [await seatOf(who), await open(system, who)];
    await system.faults('api', { fail: 1 });
    await makeRoom(who);
    const [customer] = await system.database.query<[{ customer_id: string }]>(
      'SELECT customer_id FROM checkouts WHERE url = $1',
      [membership],
    );
    await until('the claim', () => claimed(customer.customer_id));
    for (const url of [seat.url, membership]) await press(url, 'pay');
    await system.faults('api', {});
    await system.wake(settleDueCheckouts);
    await system.wake(returnPayments);
    await until(
      'both payments to be known',
      async () =>
        (await system.publishedEvents(membershipChanged, { customerId: customer.customer_id })).some(
          ({ access, userId }) => access && userId === null,
        ) &&
        (await system.publishedEvents(purchaseChanged, { reference: seat.reference })).some(
          ({ status }) => status === 'paid',
        ),
    );
  });
});
