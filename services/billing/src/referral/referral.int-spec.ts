import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { personErased, referralCreditsChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged, accountDeleted, claimsGranted } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import {
  admin,
  allEventsProcessed,
  codeOf,
  DAY,
  details,
  type Checkout,
  member,
  open,
  pay,
  payments,
  billingIsIdle,
  endRenewals,
  somebody,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { reconcileNow } from '@lectern/contracts/billing/operator-rpc';
import { settleCredits, syncDueCustomers } from '../jobs.ts';
let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await system.startReplica();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});

afterEach(() => endRenewals(system));
afterAll(() => system.close());

const summary = (who: { userId: string }) => system.rpc.call(billing.getReferralSummary, { userId: who.userId });
/** Entries on a customer's balance at the provider, in cents; negative is credit. */
const balance = async (customerId: string): Promise<number[]> =>
  (await system.stripe.customers.listBalanceTransactions(customerId, { limit: 100 })).data.map(({ amount }) => amount);
const total = async (customerId: string): Promise<number> =>
  (await balance(customerId)).reduce((sum, amount) => sum + amount, 0);
/** The customer of an account that has not paid, once it has a referral's credit. */
const creditedCustomerOf = async ({ userId }: Checkout): Promise<string> => {
  const [{ id }] = await system.database.query<[{ id: string }]>('SELECT id FROM customers WHERE user_id = $1', [
    userId,
  ]);
  await until('the referrer to be credited', async () => (await balance(id)).length === 1);
  return id;
};
const broughtBy = (who: Checkout, differences: Partial<Checkout> = {}): Checkout =>
  somebody({ referral: { referrerId: who.userId, code: 'FRIEND22' }, ...differences });

const join = async (who: Checkout) => ({ ...who, customerId: await pay(system, await open(system, who)) });
/** Pays a membership for an address without its account. Returns the customer. */
const payAsGuest = async (who: Checkout): Promise<string> => {
  const { checkoutUrl } = await system.rpc.call(billing.openMembershipCheckout, {
    ...who,
    userId: null,
    firstName: null,
    lastName: null,
    referral: null,
  });
  return pay(system, checkoutUrl);
};
const refundFirst = async (customerId: string): Promise<void> => {
  const charges = (await system.stripe.charges.list({ customer: customerId })).data;
  await system.stripe.refunds.create({ charge: charges.at(-1)?.id ?? '' });
};

describe('referring a friend', () => {
  it('is pending until the friend pays, then earns $50 for both, once, which a refund after the renewals leaves', async () => {
    const referrer = await member(system);
    const friend = broughtBy(referrer);
    const url = await open(system, friend);
    expect(await summary(referrer)).toEqual({ totalReferrals: 1, completedReferrals: 0, totalCredits: 0 });
    expect(await balance(referrer.customerId)).toEqual([]);

    const customerId = await pay(system, url);
    await until(
      'both to be credited',
      async () => (await balance(referrer.customerId)).length === 1 && (await balance(customerId)).length === 1,
    );
    expect(await summary(referrer)).toEqual({ totalReferrals: 1, completedReferrals: 1, totalCredits: 5_000 });
    expect(await summary(friend)).toEqual({ totalReferrals: 0, completedReferrals: 0, totalCredits: 5_000 });

    await Promise.all(
      Array.from({ length: 5 }, () =>
        system.rpc.call(billing.settleCheckout, { sessionId: url.split('/').at(-1) ?? '' }),
      ),
    );
    await Promise.all(Array.from({ length: 5 }, () => system.wake(settleCredits)));
    await billingIsIdle(system);
    expect(await balance(referrer.customerId)).toEqual([-5_000]);
    expect(await balance(customerId)).toEqual([-5_000]);
    expect(await system.publishedEvents(referralCreditsChanged, { userId: referrer.userId })).toEqual([
      { userId: referrer.userId, version: 1, totalCredits: 5_000 },
    ]);

    // The next invoice uses it.
    await system.advance(32 * DAY);
    await until(
      'the renewals to be known',
      async () => (await payments(system, referrer)).length === 2 && (await payments(system, friend)).length === 2,
    );
    expect((await payments(system, referrer))[0]).toMatchObject({ amount: 4_500, status: 'succeeded' });
    await refundFirst(customerId);
    await until('the refund to be known', async () =>
      (await payments(system, friend)).some(({ status }) => status === 'refunded'),
    );
    await until('the credits to be processed', async () => {
      const waiting = await system.database.query<unknown[]>(
        `SELECT 1 FROM referral_credits WHERE status IN ('due', 'return_due')`,
      );
      return waiting.length === 0;
    });
    // Used by the renewal, and nothing since.
    expect((await system.stripe.customers.retrieve(referrer.customerId)) as { balance?: number }).toMatchObject({
      balance: 0,
    });
    expect(await summary(referrer)).toMatchObject({ totalCredits: 5_000 });
  });

  it('is withdrawn from both when that payment is refunded in full, and not for a part', async () => {
    const referrer = await member(system);
    const friend = await join(broughtBy(referrer));
    await until(
      'both to be credited',
      async () => (await balance(referrer.customerId)).length === 1 && (await balance(friend.customerId)).length === 1,
    );
    const [charge] = (await system.stripe.charges.list({ customer: friend.customerId })).data;
    await system.stripe.refunds.create({ charge: charge!.id, amount: 9_499 });
    await until('the refund to be known', async () => (await payments(system, friend))[0]?.amountRefunded === 9_499);
    expect(await summary(referrer)).toMatchObject({ completedReferrals: 1, totalCredits: 5_000 });
    await refundFirst(friend.customerId);
    await until(
      'both credits to be withdrawn',
      async () => (await balance(referrer.customerId)).length === 2 && (await balance(friend.customerId)).length === 2,
    );
    expect((await balance(referrer.customerId)).sort()).toEqual([-5_000, 5_000]);
    await until('the analytics to follow', async () => (await summary(referrer)).totalCredits === 0);
    expect(await summary(referrer)).toEqual({ totalReferrals: 0, completedReferrals: 0, totalCredits: 0 });
    expect(
      (await system.publishedEvents(referralCreditsChanged, { userId: referrer.userId })).map(
        ({ totalCredits }) => totalCredits,
      ),
    ).toEqual([5_000, 0]);
  });

  it('follows the account to the customer that it pays with, and is withdrawn there', async () => {
    const referrer = await member(system);
    const friend = await join(broughtBy(referrer));
    const first = friend.customerId;
    await until(
      'both to be credited',
      async () => (await balance(first)).length === 1 && (await balance(referrer.customerId)).length === 1,
    );
    const [subscription] = (await system.stripe.subscriptions.list({ customer: first })).data;
    await system.stripe.subscriptions.cancel(subscription!.id);
    await until('the membership to end', async () => (await details(system, friend))?.status === 'cancelled');
    const second = await payAsGuest(friend);
    await system.deliverEvent(claimsGranted, {
      claims: [{ kind: 'customer', subjectId: second, userId: friend.userId }],
    });
    await until('the membership to be granted', async () => (await details(system, friend))?.status === 'active');
    await until('the credit to be moved', async () => (await balance(first)).length === 2);
    expect([await total(first), await balance(second)]).toEqual([0, [-5_000]]);
    await Promise.all(Array.from({ length: 5 }, () => system.wake(syncDueCustomers)));
    await billingIsIdle(system);
    expect([await total(first), await balance(second)]).toEqual([0, [-5_000]]);

    await refundFirst(first);
    await until('the credit to be withdrawn', async () => (await summary(friend)).totalCredits === 0);
    expect([await total(first), await total(second)]).toEqual([0, 0]);
  });

  it('is moved once to the membership that its account paid for signed out, also where that was interrupted, and used by its next renewal', async () => {
    const referrer = somebody();
    await open(system, referrer);
    await join(broughtBy(referrer));
    const unpaid = await creditedCustomerOf(referrer);
    const paying = await payAsGuest(referrer);
    // As a process leaves it that died in between.
    await system.stripe.customers.createBalanceTransaction(paying, {
      amount: -5_000,
      currency: 'usd',
      metadata: { lectern_moved_from: unpaid },
    });
    await system.deliverEvent(claimsGranted, {
      claims: [{ kind: 'customer', subjectId: paying, userId: referrer.userId }],
    });
    await until('the credit to leave the other customer', async () => (await total(unpaid)) === 0);
    await billingIsIdle(system);
    expect(await balance(paying)).toEqual([-5_000]);
    await system.advance(32 * DAY);
    await until('the renewal to be known', async () => (await payments(system, referrer)).length === 2);
    expect((await payments(system, referrer))[0]).toMatchObject({ amount: 4_500, status: 'succeeded' });
    expect([await total(unpaid), await total(paying)]).toEqual([0, 0]);
  });

  it('that is unspent when staff delete the customer is granted again on the next one, once, and withdrawn there', async () => {
    const referrer = await member(system);
    const friend = await join(broughtBy(referrer, { plan: 'annual' }));
    await join(broughtBy(referrer));
    const customers = [referrer.customerId, friend.customerId];
    await until(
      'all to be credited',
      async () => (await total(referrer.customerId)) === -10_000 && (await total(friend.customerId)) === -5_000,
    );
    // The renewal uses a part.
    await system.advance(32 * DAY);
    await until('the renewal to be known', async () => (await total(referrer.customerId)) === -500);
    for (const id of customers) await system.stripe.customers.del(id);
    const isOver = async (who: Checkout) => (await details(system, who))?.status === 'cancelled';
    await until('the memberships to end', async () => (await isOver(referrer)) && (await isOver(friend)));
    const next = { referrer: await join(referrer), friend: await join(friend) };
    await Promise.all(Array.from({ length: 5 }, () => system.wake(settleCredits)));
    await until('both to be credited again', async () =>
      (await Promise.all(Object.values(next).map(({ customerId }) => balance(customerId)))).every(
        ({ length }) => length === 1,
      ),
    );
    await system.database.query('UPDATE customers SET sync_due_at = now() WHERE id = ANY($1)', [customers]);
    await system.wake(syncDueCustomers);
    await Promise.all(Array.from({ length: 5 }, () => system.wake(settleCredits)));
    await billingIsIdle(system);
    expect([await balance(next.referrer.customerId), await balance(next.friend.customerId)]).toEqual([
      [-500],
      [-5_000],
    ]);
    expect(await summary(friend)).toMatchObject({ totalCredits: 5_000 });
    // Lost once more, what it had is granted once more, and no more than that.
    await system.stripe.customers.del(next.friend.customerId);
    await until('the membership to end', () => isOver(friend));
    const third = await join(friend);
    await system.wake(settleCredits);
    await until('the credit', async () => (await balance(third.customerId)).length === 1);
    expect(await balance(third.customerId)).toEqual([-5_000]);

    await refundFirst(friend.customerId);
    await until('the credit to be withdrawn', async () => (await total(third.customerId)) === 0);
  });

  it('that is on another customer than the account pays with is found and moved by the reconciliation', async () => {
    const who = await member(system);
    const idle = (await system.stripe.customers.create({ email: who.email, metadata: { lectern_account: who.userId } }))
      .id;
    await system.stripe.customers.createBalanceTransaction(idle, { amount: -1_234, currency: 'usd' });
    // Otherwise the event of that change moves it before the reconciliation does.
    await allEventsProcessed(system);
    await system.database.query(
      `INSERT INTO customers (id, user_id, email, email_key, created_at) SELECT $1, user_id, email, email_key, created_at - interval '1 day' FROM customers WHERE id = $2`,
      [idle, who.customerId],
    );
    await system.rpc.call(reconcileNow, {});
    await until(
      'the credit to be moved',
      async () => (await total(who.customerId)) === -1_234 && (await total(idle)) === 0,
    );
    await until('it to be noted', async () => {
      const noted = await system.database.query<unknown[]>(
        'SELECT 1 FROM reconciliation_differences WHERE subject = $1',
        [`credit of ${idle}`],
      );
      return noted.length === 1;
    });
  });

  it.each([
    ['is refused', false],
    ['arrives after the membership was cancelled', true],
  ])('is withdrawn from a bank debit that used it when that %s, and later earnings stay', async (_name, arrives) => {
    const referrer = somebody();
    await open(system, referrer);
    const friend = await join(broughtBy(referrer));
    const customerId = await creditedCustomerOf(referrer);
    const url = await open(system, referrer);
    const session = url.split('/').at(-1) ?? '';
    await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'bank-debit' }),
    });
    expect(await system.rpc.call(billing.settleCheckout, { sessionId: session })).toMatchObject({
      status: 'processing',
    });
    expect(await total(customerId)).toBe(0);
    await refundFirst(friend.customerId);
    await until('the refund to be known', async () => (await summary(referrer)).completedReferrals === 0);
    await until('the credit to be processed', async () => {
      const [row] = await system.database.query<{ status: string }[]>(
        'SELECT status FROM referral_credits WHERE user_id = $1',
        [referrer.userId],
      );
      return row?.status === 'returned';
    });
    await join(broughtBy(referrer));
    await until('another credit', async () => (await total(customerId)) === -5_000);

    if (arrives) await system.rpc.call(billing.cancelSubscription, referrer);
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      body: JSON.stringify({ session, arrived: arrives }),
    });
    await until('the credit to come back', async () => (await balance(customerId)).length >= 4);
    await until('it to be withdrawn', async () => (await summary(referrer)).totalCredits === 5_000);
    await Promise.all([system.wake(settleCredits), system.wake(settleCredits)]);
    await billingIsIdle(system);
    expect(await balance(customerId)).toEqual([5_000, -5_000, -5_000, 5_000, -5_000]);
  });

  it('waits for the first payment above zero', async () => {
    const referrer = await member(system);
    const { code } = await system.rpc.call(billing.createPromoCode, {
      code: 'FREEMONTH',
      name: 'A free month',
      description: null,
      discountType: 'percentage',
      discountValue: 100,
      minimumAmount: null,
      maxUses: null,
      validUntil: null,
      applicableProducts: ['debate_club'],
      by: admin(),
    });
    const friend = await join(broughtBy(referrer, { promoCode: code }));
    await billingIsIdle(system);
    expect(await summary(referrer)).toEqual({ totalReferrals: 1, completedReferrals: 0, totalCredits: 0 });
    await system.advance(32 * DAY);
    await until('the first real payment to count', async () => (await summary(referrer)).completedReferrals === 1);
    await until('the friend to be credited', async () => (await balance(friend.customerId)).includes(-5_000));
  });

  it('is refused to oneself, and the latest code before the payment counts', async () => {
    const [first, second] = await Promise.all([member(system), member(system)]);
    const self = somebody();
    expect(await codeOf(open(system, { ...self, referral: { referrerId: self.userId, code: 'MYOWN222' } }))).toBe(
      'referral_invalid',
    );
    const friend = broughtBy(first);
    await open(system, friend);
    const url = await open(system, { ...friend, referral: { referrerId: second.userId, code: 'FRIEND33' } });
    await pay(system, url);
    await until('the second to be credited', async () => (await summary(second)).completedReferrals === 1);
    expect(await summary(first)).toEqual({ totalReferrals: 0, completedReferrals: 0, totalCredits: 0 });
  });

  it('is refused for a code of a person one referred', async () => {
    const first = somebody();
    await open(system, first);
    const second = await join(broughtBy(first));
    expect(await codeOf(open(system, { ...first, referral: { referrerId: second.userId, code: 'BACK2222' } }))).toBe(
      'referral_invalid',
    );
  });

  it('is nothing for a person who has paid before', async () => {
    const [referrer, old] = await Promise.all([member(system), member(system)]);
    await system.rpc.call(billing.cancelSubscription, old);
    await system.advance(32 * DAY);
    await until(
      'the old membership to end',
      async () => (await system.rpc.call(billing.getSubscription, old))?.status === 'cancelled',
    );
    await until('a new checkout to open', async () =>
      codeOf(open(system, { ...old, referral: { referrerId: referrer.userId, code: 'FRIEND22' } })).then(
        (code) => code === 'answered',
      ),
    );
    expect(await summary(referrer)).toEqual({ totalReferrals: 0, completedReferrals: 0, totalCredits: 0 });
  });

  it('is earned once by a mailbox, also after its account was deleted', async () => {
    const referrer = await member(system);
    const friend = await join(broughtBy(referrer));
    await until('the credit to be owed', async () => (await summary(referrer)).totalCredits === 5_000);
    // The provider's clock was moved above.
    const [charge] = (await system.stripe.charges.list({ customer: friend.customerId })).data;
    const deletedAt = new Date((charge!.created + 60) * 1_000).toISOString();
    await system.deliverEvent(accountDeleted, {
      userId: friend.userId,
      email: friend.email,
      verifiedEmail: friend.email,
      firstName: 'Ada',
      deletedAt,
    });
    await until(
      'the account to be erased',
      async () => (await system.publishedEvents(personErased, { userId: friend.userId })).length === 1,
    );
    await join(broughtBy(referrer, { email: friend.email }));
    await billingIsIdle(system);
    expect(await summary(referrer)).toEqual({ totalReferrals: 1, completedReferrals: 1, totalCredits: 5_000 });
  });

  describe('with an account that the holder of its mailbox takes over from a stranger', () => {
    const NOTHING = { totalReferrals: 0, completedReferrals: 0, totalCredits: 0 };
    const takenOver = ({ userId, email }: Checkout, at: Date) => ({
      userId,
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      division: 'development' as const,
      version: 2,
      createdAt: '2026-01-01T00:00:00.000Z',
      emailVerifiedAt: at.toISOString(),
      sessionVersion: 1,
      isTakenOver: true,
    });
    const isReceived = ({ userId }: Checkout) =>
      until(
        'the account to be known',
        async () =>
          (
            await system.database.query<unknown[]>('SELECT 1 FROM accounts WHERE user_id = $1 AND version >= 2', [
              userId,
            ])
          ).length === 1,
      );
    const withCode = (who: Checkout, referrer: Checkout, sessionVersion: number): Checkout => ({
      ...who,
      referral: { referrerId: referrer.userId, code: 'FRIEND22', sessionVersion },
    });
    /** Moments of the provider's clock, which was moved above. */
    const minutesAfterPaying = async (customerId: string, minutes: number): Promise<Date> =>
      new Date(((await system.stripe.charges.list({ customer: customerId })).data[0]!.created + minutes * 60) * 1_000);

    it('is dropped, with a code that comes late as well, and the next code counts', async () => {
      const [stranger, friend] = [somebody(), somebody()];
      const holder = somebody();
      await open(system, withCode(holder, stranger, 0));
      expect(await summary(stranger)).toMatchObject({ totalReferrals: 1 });
      await system.deliverEvent(accountChanged, takenOver(holder, new Date()));
      await isReceived(holder);
      expect(await summary(stranger)).toEqual(NOTHING);
      await open(system, withCode(holder, stranger, 0));
      expect(await summary(stranger)).toEqual(NOTHING);
      const url = await open(system, withCode(holder, friend, 1));
      await system.deliverEvent(accountChanged, takenOver(holder, new Date()));
      await pay(system, url);
      await until('the friend to be credited', async () => (await summary(friend)).totalCredits === 5_000);
      expect(await summary(stranger)).toEqual(NOTHING);
    });

    it('is reversed where the payment was processed first', async () => {
      const stranger = await member(system);
      const holder = await join(withCode(somebody(), stranger, 0));
      await until(
        'both to be credited',
        async () =>
          (await balance(stranger.customerId)).length === 1 && (await balance(holder.customerId)).length === 1,
      );
      await system.deliverEvent(accountChanged, takenOver(holder, await minutesAfterPaying(holder.customerId, -1)));
      await until(
        'both credits to be withdrawn',
        async () =>
          (await balance(stranger.customerId)).length === 2 && (await balance(holder.customerId)).length === 2,
      );
      await until('the summary to follow', async () => (await summary(stranger)).totalCredits === 0);
      expect(await summary(stranger)).toEqual(NOTHING);
    });

    it('stays where its person had paid before', async () => {
      const friend = await member(system);
      const person = await join(withCode(somebody(), friend, 0));
      await until('the friend to be credited', async () => (await balance(friend.customerId)).length === 1);
      await system.deliverEvent(accountChanged, takenOver(person, await minutesAfterPaying(person.customerId, 60)));
      await isReceived(person);
      await billingIsIdle(system);
      expect(await summary(friend)).toEqual({ totalReferrals: 1, completedReferrals: 1, totalCredits: 5_000 });
    });
  });

  it('reaches a referrer who has no account at the provider yet as soon as there is one', async () => {
    const referrer = somebody();
    await join(broughtBy(referrer));
    await until('the credit to be owed', async () => (await summary(referrer)).totalCredits === 5_000);
    const customerId = (await join(referrer)).customerId;
    await system.wake(settleCredits);
    await until('the credit to be granted', async () => (await balance(customerId)).includes(-5_000));
  });

  it.each([
    ['without a customer', ''],
    [
      'whose customer the provider does not know',
      `INSERT INTO customers (id, user_id, email, email_key) SELECT 'cus_gone_' || referrer_id, referrer_id, '', 'gone:' || referrer_id FROM referrals WHERE referral_code = 'CROWD222'`,
    ],
  ])('is not held up by a hundred referrers %s', async (_who, withCustomers) => {
    await system.database.query(
      `WITH crowd AS (INSERT INTO referrals (referrer_id, referee_id, referee_email, referral_code, status)
         SELECT gen_random_uuid(), gen_random_uuid(), '', 'CROWD222', 'completed' FROM generate_series(1, 100) RETURNING id, referrer_id)
       INSERT INTO referral_credits (referral_id, side, user_id, amount, status, created_at) SELECT id, 'referrer', referrer_id, 5000, 'due', '2020-01-01' FROM crowd`,
    );
    try {
      if (withCustomers !== '') {
        await system.database.query(withCustomers);
        await system.wake(settleCredits);
        await until('all of them to fail', async () => {
          const untried = await system.database.query<unknown[]>(
            `SELECT 1 FROM referral_credits WHERE created_at = '2020-01-01' AND tried_at IS NULL`,
          );
          return untried.length === 0;
        });
      }
      const referrer = await member(system);
      await join(broughtBy(referrer));
      await system.wake(settleCredits);
      await until('the credit to be granted', async () => (await balance(referrer.customerId)).includes(-5_000));
    } finally {
      await system.database.query(
        `DELETE FROM referral_credits USING referrals WHERE referrals.id = referral_id AND referral_code = 'CROWD222'`,
      );
      await system.database.query(`DELETE FROM referrals WHERE referral_code = 'CROWD222'`);
      await system.database.query(`DELETE FROM customers WHERE id LIKE 'cus_gone_%'`);
    }
  });
});
