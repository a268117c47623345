import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as billing from '@lectern/contracts/billing/rpc';
import { emailKey } from '@lectern/contracts/fields';
import { compareByTime } from '@lectern/contracts/person-timeline';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { until } from '@lectern/test-kit/until';
import { billingSchema } from '../database/schema.ts';
import { member, open, pay, payments, purchaseOf, somebody } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { PERSONAL_DATA } from './personal-data.ts';
let system: TestBilling;
/** A member with a purchase, and the friend they invited. */
let ada: Awaited<ReturnType<typeof member>>;
let friend: typeof ada;

beforeAll(async () => {
  system = await startBilling();
  await until('the prices to be created', async () =>
    (await system.rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );
  ada = await member(system, { firstName: 'Ada' });
  friend = await member(system, {
    firstName: 'Ruth',
    email: `ruth.${ada.email}`,
    referral: { referrerId: ada.userId, code: 'ADA-CODE' },
  });
  await pay(
    system,
    (
      await system.rpc.call(
        billing.openPurchaseCheckout,
        purchaseOf({ userId: ada.userId, email: ada.email, firstName: 'Ada' }),
      )
    ).checkoutUrl,
  );
  await until('all payments to be known', async () => (await payments(system, ada)).length === 2);
});

afterAll(() => system.close());

const exported = (userId: string, verifiedEmail: string | null = null) =>
  system.rpc.call(billing.exportPerson, { userId, verifiedEmail });

describe('billing’s data of a person', () => {
  it('is handed out, with nothing of anybody else', async () => {
    const data = await exported(ada.userId);
    expect(data).toMatchObject({
      customer: [{ stripeCustomerId: ada.customerId, email: ada.email, firstName: 'Ada' }],
      subscriptions: [{ status: 'active', amountCents: 9_500, plan: 'monthly' }],
      payments: [{ status: 'succeeded', amountCents: 9_500 }],
      singlePayments: [{ product: 'bootcamps', status: 'paid', amountPaidCents: 15_500 }],
      membershipCheckouts: [{ status: 'complete', plan: 'monthly' }],
      referrals: [{ youWere: 'the one who invited', status: 'completed', creditCents: 5_000 }],
      referralCredits: [{ amountCents: 5_000 }],
      referralTotal: [{ totalCreditsCents: 5_000 }],
    });
    const text = JSON.stringify(data).toLowerCase();
    for (const foreign of [friend.userId, friend.customerId, 'ruth']) expect(text).not.toContain(foreign.toLowerCase());
    const friends = JSON.stringify(await exported(friend.userId));
    expect(friends).toContain('the one who was invited');
    expect(friends).not.toContain('ADA-CODE');
    expect(friends).not.toContain(ada.userId);
  });

  it('includes payments by address alone for a person who verified that mailbox, and for nobody else', async () => {
    const guest = purchaseOf();
    await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, guest)).checkoutUrl);
    const { userId } = somebody();
    expect((await exported(userId))['customer']).toEqual([]);
    expect((await exported(userId, 'somebody.else@example.com'))['customer']).toEqual([]);
    expect(await exported(userId, guest.email.toUpperCase())).toMatchObject({
      customer: [{ email: guest.email }],
      singlePayments: [{ amountCents: 15_500 }],
    });
    // An account's customer is that account's, whatever address it has.
    expect((await exported(userId, ada.email))['customer']).toEqual([]);
    expect(await open(system, somebody())).toMatch(/^http/);
  });

  it('leaves out no table and no column without a decision', async () => {
    expect(await undescribedColumns(system.database, PERSONAL_DATA)).toEqual([]);
  });
});

const timelineOf = (request: RpcInput<typeof billing.readTimeline>) => system.rpc.call(billing.readTimeline, request);
const all = (userId: string | null, email: string) =>
  timelineOf({ userId, emailKey: emailKey(email), kind: null, after: null, limit: 100 });

describe('billing’s timeline of a person', () => {
  it('is membership, payments and credits with their amounts, and nothing of anybody else', async () => {
    // Entered on the balance by a job of its own, which may come between two of the questions below.
    await until('the credit to be entered', async () =>
      (await all(ada.userId, ada.email)).items.some(
        (item) => item.what === 'credit' && item.details.status === 'granted',
      ),
    );
    const { items, counts, customer } = await all(ada.userId, ada.email);
    expect(customer).toMatchObject({
      paid: 9_500 + 15_500,
      refunded: 0,
      membership: {
        status: 'active',
        plan: 'monthly',
        amount: 9_500,
        hasAccess: true,
        accessUntil: null,
        renewsAt: expect.stringMatching(/Z$/),
      },
    });
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      'checkout_opened',
      'credit',
      'invited',
      'invoice',
      'membership_began',
      'purchase',
    ]);
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'invoice',
        details: expect.objectContaining({
          amount: 9_500,
          refunded: 0,
          status: 'succeeded',
          interval: 'month',
        }) as unknown,
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'purchase',
        details: expect.objectContaining({ product: 'bootcamps', amount: 15_500, status: 'paid' }),
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ what: 'invited', details: { email: friend.email, status: 'completed' } }),
    );
    expect(counts).toEqual({ membership: 2, payments: 4 });
    expect(items).toEqual(items.toSorted(compareByTime));
    for (const limit of [1, 4])
      expect(
        await pageThroughTimeline(timelineOf, { userId: ada.userId, emailKey: emailKey(ada.email) }, limit),
      ).toEqual(items);
    expect(JSON.stringify(items)).not.toContain(friend.customerId);
    expect((await all(friend.userId, friend.email)).items.map(({ what }) => what)).toContain('was_invited');
  });

  it('has the payments of an address without an account, and the same ones once it has an account', async () => {
    const guest = purchaseOf();
    await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, guest)).checkoutUrl);
    await until(
      'the payment to be known',
      async () => (await all(null, guest.email.toUpperCase())).customer?.paid === 15_500,
    );
    expect(await all(null, guest.email)).toMatchObject({
      items: [{ what: 'purchase' }],
      counts: { payments: 1 },
      customer: { membership: null },
    });
    expect(await all(null, 'nobody@example.com')).toEqual({ items: [], counts: {}, customer: null });
  });
});

it('decides how every text column is anonymized in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(billingSchema, PERSONAL_DATA, 'customers');
  expect(all).toEqual([]);
  expect(planted).toContain('customers.email is neither replaced nor kept');
});
