import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as billing from '@lectern/contracts/billing/rpc';
import { undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import { member, open, pay, payments, purchaseOf, somebody } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { PERSONAL_DATA } from './personal-data.ts';
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

const exported = (userId: string, verifiedEmail: string | null = null) =>
  system.rpc.call(billing.exportPerson, { userId, verifiedEmail });

describe('billing’s data of a person', () => {
  it('is handed out, with nothing of anybody else', async () => {
    const ada = await member(system, { firstName: 'Ada' });
    const friend = await member(system, {
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
    const ada = await member(system);
    expect((await exported(userId, ada.email))['customer']).toEqual([]);
    expect(await open(system, somebody())).toMatch(/^http/);
  });

  it('leaves out no table and no column without a decision', async () => {
    expect(await undescribedColumns(system.database, PERSONAL_DATA)).toEqual([]);
  });
});
