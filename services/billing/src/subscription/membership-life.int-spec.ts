import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  claimsMade,
  firstPaymentFailed,
  latePaymentRefunded,
  membershipCancelled,
  membershipChanged,
  membershipEnded,
  membershipRenewed,
  membershipResumed,
  paymentFailed,
  paymentPending,
} from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged, accountDeleted, claimsGranted } from '@lectern/contracts/identity/events';
import { retryWhileUnavailable } from '@lectern/service-kit/testing/retry-while-unavailable';
import { until, untilNoneLeft } from '@lectern/test-kit/until';
import { syncDueCustomers, updateRemoteCustomers } from '../jobs.ts';
import {
  admin,
  type Checkout,
  codeOf,
  DAY,
  details,
  allEventsProcessed,
  endRenewals,
  member,
  open,
  pay,
  payments,
  billingIsIdle,
  somebody,
  useCard,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { endGrace } from './end-grace.job.ts';
let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});

afterEach(() => endRenewals(system));
afterAll(() => system.close());

/** Months are of several lengths: to so many seconds after an instant, by the provider's clock. */
const advanceTo = async (instant: string, secondsAfter: number): Promise<void> => {
  const clock = (await (await fetch(`${system.sandbox.url}/stripe/test_helpers/clock?after=-1`)).json()) as {
    iso: string;
  };
  await system.advance(Math.round((Date.parse(instant) - Date.parse(clock.iso)) / 1_000) + secondsAfter);
};

const lastEvent = async (userId: string) => (await system.publishedEvents(membershipChanged, { userId })).at(-1);

describe('a first payment', () => {
  it.each([
    [5_000, 4_500],
    [10_000, 0],
  ])('that credit of %s paid in part or whole is published with the charged amount: %s', async (credit, charged) => {
    const url = await open(system, somebody());
    const { id: sessionId, customer } = await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!);
    await system.stripe.customers.createBalanceTransaction(customer as string, { amount: -credit, currency: 'usd' });
    await pay(system, url);
    expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({
      status: 'complete',
      amount: charged,
    });
  });
});

describe('a cancelled membership', () => {
  it('keeps its access until the period ends, and can be taken up again until then', async () => {
    const who = await member(system);
    const before = await details(system, who);
    expect(await system.rpc.call(billing.cancelSubscription, who)).toEqual({
      accessUntil: before?.current_period_end,
      wasPending: false,
    });
    expect(before?.access_until).toBeNull();
    expect(await details(system, who)).toMatchObject({
      status: 'cancelled',
      cancel_at_period_end: true,
      access_until: before?.current_period_end,
      ended_at: null,
    });
    expect(await lastEvent(who.userId)).toMatchObject({ status: 'active', access: true, cancelAtPeriodEnd: true });
    expect(await system.rpc.call(billing.cancelSubscription, who)).toEqual({
      accessUntil: before?.current_period_end,
      wasPending: false,
    });

    for (let time = 0; time < 2; time += 1)
      expect(await system.rpc.call(billing.resumeSubscription, who)).toEqual({ renewsAt: before?.current_period_end });
    expect(await system.publishedEvents(membershipResumed, { userId: who.userId })).toMatchObject([
      { email: who.email, plan: 'monthly', price: 9_500, renewsAt: before?.current_period_end },
    ]);
    expect(await details(system, who)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      access_until: null,
    });

    await system.rpc.call(billing.cancelSubscription, who);
    const cancelled = {
      userId: who.userId,
      email: who.email,
      plan: 'monthly',
      accessUntil: before?.current_period_end,
    };
    expect(await system.publishedEvents(membershipCancelled, { userId: who.userId })).toMatchObject([
      cancelled,
      cancelled,
    ]);
    await system.advance(32 * DAY);
    await until('the end to be known', async () => (await lastEvent(who.userId))?.access === false);
    expect(await details(system, who)).toMatchObject({
      status: 'cancelled',
      access_until: null,
      ended_at: before?.current_period_end,
    });
    expect(await payments(system, who)).toHaveLength(1);
    expect(await codeOf(system.rpc.call(billing.resumeSubscription, who))).toBe('subscription_none');
    // And may join again.
    expect(await codeOf(open(system, who))).toBe('answered');
  });

  it('cannot be cancelled by a person who never had one', async () => {
    expect(await codeOf(system.rpc.call(billing.cancelSubscription, somebody()))).toBe('subscription_none');
  });

  it('on a date that staff set at the provider ends on it, also when the member cancels later, and can be taken up again until then', async () => {
    const who = await member(system);
    const before = await details(system, who);
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    const endsAt = subscription!.items.data[0]!.current_period_end - 20 * DAY;
    const accessUntil = new Date(endsAt * 1_000).toISOString();
    await system.stripe.subscriptions.update(subscription!.id, { cancel_at: endsAt });
    await until('the cancellation to be known', async () => (await details(system, who))?.status === 'cancelled');
    expect(await details(system, who)).toMatchObject({ cancel_at_period_end: true, access_until: accessUntil });
    expect(await system.rpc.call(billing.cancelSubscription, who)).toEqual({ accessUntil, wasPending: false });
    expect(await system.publishedEvents(membershipCancelled, { userId: who.userId })).toMatchObject([{ accessUntil }]);

    expect(await system.rpc.call(billing.resumeSubscription, who)).toEqual({ renewsAt: before?.current_period_end });
    const renewsNext = subscription!.items.data[0]!.current_period_end + 5 * DAY;
    await system.stripe.subscriptions.update(subscription!.id, { cancel_at: renewsNext });
    await billingIsIdle(system);
    // It renews before that.
    expect(await details(system, who)).toMatchObject({ status: 'active', access_until: null });
    await system.stripe.subscriptions.update(subscription!.id, { cancel_at: endsAt });
    await until('the cancellation to be known', async () => (await details(system, who))?.status === 'cancelled');
    await system.advance(32 * DAY);
    await until('the end to be known', async () => (await lastEvent(who.userId))?.access === false);
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', ended_at: accessUntil });
    expect(await system.publishedEvents(membershipEnded, { email: who.email })).toEqual([]);
  });

  it('that ended at the provider a moment ago is known to have ended', async () => {
    const who = await member(system);
    await system.faults('delivery', { drop: 1, retry: false });
    try {
      const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
      await system.stripe.subscriptions.cancel(subscription?.id ?? '');
      expect(await codeOf(system.rpc.call(billing.cancelSubscription, who))).toBe('subscription_none');
      expect((await lastEvent(who.userId))?.access).toBe(false);
    } finally {
      await system.faults('delivery', {});
    }
  });
});

describe('a membership whose debit arrived unreported', () => {
  const arrivedUnreported = async (before: (who: Checkout) => Promise<unknown> = async () => {}) => {
    const who = somebody();
    const url = await open(system, who);
    const sessionId = url.split('/').at(-1) ?? '';
    await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'bank-debit' }),
    });
    expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({ status: 'processing' });
    await allEventsProcessed(system);
    await system.faults('delivery', { drop: 1, retry: false });
    await before(who);
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: sessionId, arrived: true }),
    });
    // The provider counts in seconds.
    await system.advance(2);
    const { subscription, customer } = await system.stripe.checkout.sessions.retrieve(sessionId);
    return { ...who, subscriptionId: subscription as string, customerId: customer as string };
  };
  const charges = async (customer: string) => (await system.stripe.charges.list({ customer })).data;

  afterEach(() => system.faults('delivery', {}));

  it('begins, and ends with its period, when it is cancelled', async () => {
    const who = await arrivedUnreported();
    expect(await details(system, who)).toMatchObject({ status: 'pending' });
    const { accessUntil, wasPending } = await system.rpc.call(billing.cancelSubscription, who);
    expect({ accessUntil, wasPending }).toEqual({
      accessUntil: (await details(system, who))?.current_period_end,
      wasPending: false,
    });
    expect(await lastEvent(who.userId)).toMatchObject({ status: 'active', access: true, cancelAtPeriodEnd: true });
    expect(await payments(system, who)).toMatchObject([{ status: 'succeeded', amountRefunded: 0 }]);
  });

  it('is refunded when it was cancelled before, and its payer can join again', async () => {
    const who = await arrivedUnreported(async (payer) => {
      expect(await system.rpc.call(billing.cancelSubscription, payer)).toEqual({ accessUntil: null, wasPending: true });
    });
    expect(await codeOf(open(system, who))).toBe('answered');
    expect(await charges(who.customerId)).toMatchObject([{ refunded: true }]);
    expect(await payments(system, who)).toMatchObject([{ status: 'refunded' }]);
  });

  it('is refunded when the account is deleted', async () => {
    const who = await arrivedUnreported();
    const clock = await fetch(`${system.sandbox.url}/stripe/test_helpers/clock`);
    await system.deliverEvent(accountDeleted, {
      leavesPurchases: false,
      userId: who.userId,
      email: who.email,
      verifiedEmail: who.email,
      firstName: who.firstName!,
      deletedAt: ((await clock.json()) as { iso: string }).iso,
    });
    await until('the refund', async () => (await charges(who.customerId))[0]?.refunded);
  });

  it('is refunded when it was ended at the provider, which is published once', async () => {
    const who = await arrivedUnreported();
    await system.stripe.subscriptions.cancel(who.subscriptionId, { cancellation_details: { comment: 'By phone' } });
    expect(await system.rpc.call(billing.cancelSubscription, who)).toEqual({ accessUntil: null, wasPending: true });
    expect(await payments(system, who)).toMatchObject([{ status: 'refunded', amountRefunded: 9_500 }]);
    expect(await charges(who.customerId)).toMatchObject([{ refunded: true }]);
    expect(await system.stripe.subscriptions.retrieve(who.subscriptionId)).toMatchObject({
      cancellation_details: { comment: 'By phone' },
    });
    await system.faults('delivery', {});
    await system.stripe.customers.update(who.customerId, { metadata: { note: 'the next event' } });
    await allEventsProcessed(system);
    expect(await system.publishedEvents(latePaymentRefunded, { userId: who.userId })).toMatchObject([
      { email: who.email, amount: 9_500 },
    ]);
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toEqual([]);
  });
});

describe('a debit that the account’s holder began signed out', () => {
  const begun = async () => {
    const who = somebody();
    const { checkoutUrl } = await system.rpc.call(billing.openMembershipCheckout, { ...who, userId: null });
    const sessionId = checkoutUrl.split('/').at(-1)!;
    await fetch(`${checkoutUrl}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'bank-debit' }),
    });
    expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({ status: 'processing' });
    const { customer } = await system.stripe.checkout.sessions.retrieve(sessionId);
    const claim = { kind: 'customer' as const, subjectId: customer as string, userId: who.userId };
    await system.deliverEvent(claimsGranted, { claims: [claim] });
    await until('the claim', async () => (await details(system, who))?.status === 'pending');
    await allEventsProcessed(system);
    return { ...who, sessionId };
  };

  afterEach(() => system.faults('delivery', {}));

  it('keeps the account from buying a second membership, until it is cancelled', async () => {
    const who = await begun();
    expect(await codeOf(open(system, who))).toBe('payment_processing');
    expect(await codeOf(open(system, { ...who, plan: 'annual' }))).toBe('payment_processing');
    expect(await system.rpc.call(billing.cancelSubscription, who)).toMatchObject({ wasPending: true });
    expect(await codeOf(open(system, who))).toBe('answered');
  });

  it.each([
    ['keeps it no longer once the bank refused it, also unreported', false, 'answered'],
    ['is the membership once it arrived, also unreported', true, 'membership_exists'],
  ])('%s', async (_name, arrived, code) => {
    const who = await begun();
    await system.faults('delivery', { drop: 1, retry: false });
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: who.sessionId, arrived }),
    });
    expect(await codeOf(open(system, who))).toBe(code);
  });
});

describe('a membership whose debit failed unreported', () => {
  afterEach(() => system.faults('delivery', {}));

  it('is published once as one whose first payment failed, and not where that is history', async () => {
    const who = somebody();
    const url = await open(system, who);
    const session = url.split('/').at(-1) ?? '';
    await allEventsProcessed(system); // else a message about the customer finds the debit on its way
    await system.faults('delivery', { drop: 1, retry: false });
    await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'bank-debit' }),
    });
    await fetch(`${system.sandbox.url}/stripe/test_helpers/delayed_payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, arrived: false }),
    });
    await system.faults('delivery', {});
    const { customer } = await system.stripe.checkout.sessions.retrieve(session);
    const customerId = customer as string;
    const nextEvent = async (note: string): Promise<void> => {
      await system.stripe.customers.update(customerId, { metadata: { note } });
      await allEventsProcessed(system);
    };
    const published = async () => system.publishedEvents(firstPaymentFailed, { userId: who.userId });

    await nextEvent('the first that is reported');
    expect(await published()).toMatchObject([{ email: who.email, plan: 'monthly' }]);
    expect(await system.publishedEvents(paymentPending, { userId: who.userId })).toEqual([]);
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toEqual([]);
    await nextEvent('another');
    expect(await published()).toHaveLength(1);

    // As a provider's history is read for the first time.
    await system.database.query('DELETE FROM payments WHERE customer_id = $1', [customerId]);
    await system.database.query('DELETE FROM subscriptions WHERE customer_id = $1', [customerId]);
    await system.advance(8 * DAY);
    await nextEvent('of another week');
    expect(await details(system, who)).toBeNull();
    expect(await payments(system, who)).toMatchObject([{ status: 'failed' }]);
    expect(await published()).toHaveLength(1);
  });
});

describe('a renewal', () => {
  it('is charged each month, and published once with the charged amount, unlike the first payment and a renewal of long ago', async () => {
    const who = await member(system);
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toEqual([]);
    await system.advance(32 * DAY);
    await until('the renewal to be known', async () => (await payments(system, who)).length === 2);
    const published = async () => system.publishedEvents(membershipRenewed, { userId: who.userId });
    const { status, current_period_end: end } = (await details(system, who))!;
    expect(status).toBe('active');
    expect(await published()).toMatchObject([
      { email: who.email, plan: 'monthly', amount: 9_500, price: 9_500, currentPeriodEnd: end, renews: true },
    ]);
    // Paid as before, and some of it paid back.
    const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
    await system.stripe.refunds.create({ charge: charge!.id, amount: 1_000 });
    await until('the refund to be known', async () =>
      (await payments(system, who)).some(({ amountRefunded }) => amountRefunded === 1_000),
    );
    expect(await published()).toHaveLength(1);
    // As a provider's history is read for the first time.
    await allEventsProcessed(system); // else a message about the refund reads it while it is young
    await system.database.query('DELETE FROM payments WHERE customer_id = $1', [who.customerId]);
    await system.database.query(`DELETE FROM outbox WHERE name = $1 AND payload->>'userId' = $2`, [
      membershipRenewed.name,
      who.userId,
    ]);
    await system.advance(8 * DAY);
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    await system.rpc.call(billing.syncMember, {
      email: who.email,
      subscriptionId: subscription!.id,
      customerId: who.customerId,
      by: admin(),
    });
    expect(await payments(system, who)).toHaveLength(2);
    expect(await published()).toEqual([]);
  });

  it('is distinguished from the charge of a plan change at the provider', async () => {
    const who = await member(system);
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    const { stripePriceIdAnnual, stripePriceIdMonthly } = (await system.rpc.call(billing.listPrograms, {}))[0]!;
    const change = async (price: string) =>
      system.stripe.subscriptions.update(subscription!.id, {
        items: [{ id: subscription!.items.data[0]!.id, price }],
        proration_behavior: 'none',
      });
    const published = async () => system.publishedEvents(membershipRenewed, { userId: who.userId });
    await change(stripePriceIdAnnual!);
    await until('the year to be published', async () => (await published()).length === 1);
    expect(await published()).toMatchObject([
      { reason: 'changed', email: who.email, plan: 'annual', amount: 95_000, renews: true },
    ]);
    await change(stripePriceIdMonthly!);
    await until('the month to be published', async () => (await published()).length === 2);
    expect((await published())[1]).toMatchObject({ reason: 'changed', plan: 'monthly', amount: 9_500 });
    await system.advance(32 * DAY);
    await until('the renewal to be published', async () => (await published()).length === 3);
    expect((await published())[2]).toMatchObject({ reason: 'renewed', plan: 'monthly', amount: 9_500 });
  });

  it('that fails keeps access for seven days and publishes each try; a new card repairs it', async () => {
    const who = await member(system, {}, 'later-fails');
    await advanceTo((await details(system, who))?.current_period_end ?? '', 2 * 3_600);
    await until('the failure to be known', async () => (await details(system, who))?.status === 'past_due');
    expect(await lastEvent(who.userId)).toMatchObject({ status: 'past_due', access: true });
    expect((await payments(system, who))[0]).toMatchObject({ status: 'failed', amount: 9_500 });
    const [first] = await system.publishedEvents(paymentFailed, { userId: who.userId });
    const unpaidSince =
      (await system.stripe.subscriptions.list({ customer: who.customerId })).data[0]?.items.data[0]
        ?.current_period_start ?? 0;
    const graceEnd = new Date((unpaidSince + 7 * DAY) * 1_000).toISOString();
    expect(first).toMatchObject({ attempt: 1, amount: 9_500, email: who.email, accessUntil: graceEnd });
    expect(await details(system, who)).toMatchObject({ access_until: graceEnd });

    await system.faults('api', {});
    await fetch(`${system.sandbox.url}/stripe/test_helpers/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: who.customerId, card: 'works' }),
    });
    await system.advance(4 * DAY);
    await until('the recovery to be known', async () => (await details(system, who))?.status === 'active');
    expect(await lastEvent(who.userId)).toMatchObject({ status: 'active', access: true });
    expect((await payments(system, who))[0]).toMatchObject({ status: 'succeeded' });
    expect(await system.publishedEvents(paymentFailed, { userId: who.userId })).toHaveLength(1);
  });

  it('that fails is tried once with each new card, however often it is synced', async () => {
    const who = await member(system, {}, 'later-fails');
    await advanceTo((await details(system, who))?.current_period_end ?? '', 2 * 3_600);
    await until('the failure to be known', async () => (await details(system, who))?.status === 'past_due');
    await fetch(`${system.sandbox.url}/stripe/test_helpers/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: who.customerId, card: 'later-fails' }),
    });
    const refused = async () =>
      (await system.stripe.charges.list({ customer: who.customerId })).data.filter(({ status }) => status === 'failed');
    await until('the new card to be tried', async () => (await refused()).length === 2);
    await allEventsProcessed(system);
    const subscriptionId = (await system.stripe.subscriptions.list({ customer: who.customerId })).data[0]?.id ?? '';
    for (const _again of [1, 2])
      await system.rpc.call(billing.syncMember, {
        email: who.email,
        subscriptionId,
        customerId: who.customerId,
        by: admin(),
      });
    expect(await refused()).toHaveLength(2);
    expect(await details(system, who)).toMatchObject({ status: 'past_due' });
  });

  it('that goes on failing closes the member area when the grace period is over, and ends the membership at last, which is published once', async () => {
    const who = await member(system, {}, 'later-fails');
    await advanceTo((await details(system, who))?.current_period_end ?? '', 2 * 3_600);
    await until('the failure to be known', async () => (await details(system, who))?.status === 'past_due');
    const unpaidSince =
      (await system.stripe.subscriptions.list({ customer: who.customerId })).data[0]?.items.data[0]
        ?.current_period_start ?? 0;
    await advanceTo(new Date(unpaidSince * 1_000).toISOString(), 7 * DAY - 60);
    await until(
      'the second try to be published',
      async () => (await system.publishedEvents(paymentFailed, { userId: who.userId })).length === 2,
    );
    await system.wake(endGrace);
    expect((await lastEvent(who.userId))?.access).toBe(true);
    await system.advance(120);
    await system.wake(endGrace);
    await until('the member area to close', async () => (await lastEvent(who.userId))?.access === false);
    await system.advance(30 * DAY);
    await until('the membership to end', async () => (await lastEvent(who.userId))?.status === 'cancelled');
    const tries = await system.publishedEvents(paymentFailed, { userId: who.userId });
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    // Seen ended once more, which publishes nothing.
    const [ended] = (await system.stripe.subscriptions.list({ customer: who.customerId, status: 'all' })).data;
    const syncAgain = () =>
      system.rpc.call(billing.syncMember, {
        email: who.email,
        subscriptionId: ended!.id,
        customerId: who.customerId,
        by: admin(),
      });
    await syncAgain();
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toEqual([
      {
        subscriptionId: ended!.id,
        userId: who.userId,
        email: who.email,
        firstName: 'Ada',
        lastName: 'Okafor',
        reason: 'unpaid',
        amountRefunded: 0,
      },
    ]);
    expect((await system.stripe.invoices.list({ customer: who.customerId, limit: 1 })).data[0]?.status).toBe('void');

    // As a provider's history is read for the first time.
    await allEventsProcessed(system);
    expect(ended).toMatchObject({ cancellation_details: { reason: 'payment_failed' } });
    await system.database.query('DELETE FROM subscriptions WHERE customer_id = $1', [who.customerId]);
    await system.database.query(`DELETE FROM outbox WHERE name = $1 AND payload->>'userId' = $2`, [
      membershipEnded.name,
      who.userId,
    ]);
    await syncAgain();
    expect(await details(system, who)).toMatchObject({ status: 'cancelled' });
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toEqual([]);
  });

  it('publishes the end of a membership that the member cancels while a payment is due, once', async () => {
    const who = await member(system, {}, 'later-fails');
    await advanceTo((await details(system, who))?.current_period_end ?? '', 2 * 3_600);
    await until('the failure to be known', async () => (await details(system, who))?.status === 'past_due');
    await system.rpc.call(billing.cancelSubscription, who);
    await until('the membership to end', async () => (await lastEvent(who.userId))?.status === 'cancelled');
    await allEventsProcessed(system);
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toMatchObject([
      { email: who.email, reason: 'cancelled', amountRefunded: 0 },
    ]);
  });
});

describe('a customer that staff delete at the provider', () => {
  const isLost = async (id: string): Promise<boolean> =>
    (
      await system.database.query<{ lost: boolean }[]>(
        'SELECT lost_at IS NOT NULL AS lost FROM customers WHERE id = $1',
        [id],
      )
    )[0]?.lost === true;
  const customerOf = async (url: string) =>
    (await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!)).customer as string;

  it('is served no more, also where it had bought nothing', async () => {
    const id = await customerOf(await open(system, somebody()));
    await system.stripe.customers.del(id);
    await until('it to be known as lost', () => isLost(id));
  });

  it('is known as lost by its next change where its event was lost', async () => {
    const who = somebody();
    const id = await customerOf(await open(system, who));
    await system.faults('delivery', { drop: 1, retry: false });
    await system.stripe.customers.del(id);
    await system.faults('delivery', {});
    await system.deliverEvent(accountChanged, {
      userId: who.userId,
      version: 1,
      email: who.email,
      firstName: 'Adele',
      lastName: 'Okafor',
      division: 'development',
      createdAt: new Date().toISOString(),
    });
    await until('its sync to be due', async () => {
      const due = await system.database.query<unknown[]>(
        'SELECT 1 FROM customers WHERE id = $1 AND (sync_due_at IS NOT NULL OR lost_at IS NOT NULL)',
        [id],
      );
      return due.length === 1;
    });
    await system.wake(syncDueCustomers);
    await until('it to be known as lost', () => isLost(id));
  });
});

describe('a change of the plan that was not paid', () => {
  it('is not collected once the plan is changed back, and a new card pays the running period alone', async () => {
    const who = await member(system, {}, 'later-fails');
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    const { stripePriceIdAnnual, stripePriceIdMonthly } = (await system.rpc.call(billing.listPrograms, {}))[0]!;
    for (const [price, amount] of [
      [stripePriceIdAnnual!, 95_000],
      [stripePriceIdMonthly!, 9_500],
    ] as const) {
      await system.stripe.subscriptions.update(subscription!.id, {
        items: [{ id: subscription!.items.data[0]!.id, price }],
        proration_behavior: 'none',
      });
      await until('the plan to be known', async () => (await details(system, who))?.amount === amount);
    }
    const annual = async () =>
      (await system.stripe.invoices.list({ customer: who.customerId })).data.find((each) => each.amount_due === 95_000);
    await until('the annual invoice to be void', async () => (await annual())?.status === 'void');
    await useCard(system, who, 'works');
    await until('the recovery to be known', async () => (await details(system, who))?.status === 'active');
    await billingIsIdle(system);
    const paid = (await system.stripe.charges.list({ customer: who.customerId })).data.filter((charge) => charge.paid);
    expect(paid.map(({ amount }) => amount)).toEqual([9_500, 9_500]);
  });
});

describe('a membership that staff move to the price of another product', () => {
  const moved = async () => {
    const who = await member(system);
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    const product = await system.stripe.products.create({ name: 'Coaching' });
    const price = await system.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 5_000,
      recurring: { interval: 'month' },
    });
    await system.stripe.subscriptions.update(subscription!.id, {
      items: [{ id: subscription!.items.data[0]!.id, price: price.id }],
      proration_behavior: 'none',
    });
    await until('the price to be known', async () => (await details(system, who))?.amount === 5_000);
    return { who, id: subscription!.id };
  };

  it('stays one, which the member cancels, and ends when they end it', async () => {
    const { who, id } = await moved();
    expect(await lastEvent(who.userId)).toMatchObject({ status: 'active', access: true });
    await system.rpc.call(billing.cancelSubscription, who);
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', cancel_at_period_end: true });
    await system.stripe.subscriptions.cancel(id);
    await until('the end to be known', async () => (await lastEvent(who.userId))?.access === false);
    // Before the date that the email about the cancellation names.
    expect(await system.publishedEvents(membershipEnded, { email: who.email })).toMatchObject([
      { reason: 'cancelled' },
    ]);
    expect(await codeOf(open(system, who))).toBe('answered');
  });

  it('ends when its payment is refunded', async () => {
    const { who } = await moved();
    const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
    await system.stripe.refunds.create({ charge: charge!.id });
    await until('the end to be known', async () => (await lastEvent(who.userId))?.access === false);
    expect((await payments(system, who))[0]).toMatchObject({ status: 'refunded' });
  });
});

describe('a refund', () => {
  const chargeOf = async (customerId: string): Promise<string> =>
    (await system.stripe.charges.list({ customer: customerId })).data[0]?.id ?? '';

  it('of a part of the running period shows its amount and ends nothing, of all shows as refunded and ends the membership', async () => {
    const who = await member(system);
    await system.stripe.refunds.create({ charge: await chargeOf(who.customerId), amount: 2_000 });
    await until('the refund to be known', async () => (await payments(system, who))[0]?.amountRefunded === 2_000);
    expect((await payments(system, who))[0]).toMatchObject({ status: 'succeeded', amount: 9_500 });
    await billingIsIdle(system);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    await system.stripe.refunds.create({ charge: await chargeOf(who.customerId) });
    await until('the end to be known', async () => (await lastEvent(who.userId))?.access === false);
    expect(await payments(system, who)).toEqual([
      expect.objectContaining({ status: 'refunded', amount: 9_500, amountRefunded: 9_500 }),
    ]);
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId, status: 'all' })).data;
    expect(subscription).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    // And not at the end of the period that was refunded.
    expect(await details(system, who)).toMatchObject({
      status: 'cancelled',
      access_until: null,
      ended_at: new Date(subscription!.ended_at! * 1_000).toISOString(),
    });
  });

  it('of an earlier period leaves the running one alone', async () => {
    const who = await member(system);
    const first = await chargeOf(who.customerId);
    await system.advance(32 * DAY);
    await until('the renewal to be known', async () => (await payments(system, who)).length === 2);
    await system.stripe.refunds.create({ charge: first });
    await until('the refund to be known', async () =>
      (await payments(system, who)).some(({ status }) => status === 'refunded'),
    );
    await billingIsIdle(system);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });
});

describe('one person', () => {
  it('with a hundred concurrent requests, every page paid, has one live membership, paid once', async () => {
    const who = somebody();
    const urls = [
      ...new Set(await Promise.all(Array.from({ length: 100 }, () => retryWhileUnavailable(() => open(system, who))))),
    ];
    expect(urls).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${urls[0]}/pay`, { method: 'POST', redirect: 'manual' })),
    );
    await until('the membership to be known', async () => (await details(system, who))?.status === 'active');
    expect(await payments(system, who)).toHaveLength(1);
  });

  it('with a second live subscription at the provider keeps the first; the second ends and is paid back', async () => {
    const who = await member(system);
    const price = (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdMonthly ?? '';
    const session = await system.stripe.checkout.sessions.create({
      mode: 'subscription',
      // As one of our own checkouts: what staff add at the provider is meant to stay.
      subscription_data: { metadata: { lectern_checkout: 'another' } },
      customer: who.customerId,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:3000/',
    });
    await fetch(`${session.url}/pay`, { method: 'POST', redirect: 'manual' });
    await until('the second to be ended', async () =>
      (await system.stripe.subscriptions.list({ customer: who.customerId, status: 'all' })).data.some(
        ({ status }) => status === 'canceled',
      ),
    );
    await until('the refund to be known', async () =>
      (await payments(system, who)).some(({ status }) => status === 'refunded'),
    );
    const remote = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    expect(remote).toHaveLength(1);
    expect((await payments(system, who)).map(({ status }) => status).sort()).toEqual(['refunded', 'succeeded']);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });

  it('keeps what an account paid beside what staff made for its mailbox, until that is granted to the account', async () => {
    const who = await member(system);
    const price = (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual ?? '';
    const { id: customer } = await system.stripe.customers.create({
      email: who.email,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const made = await system.stripe.subscriptions.create({ customer, items: [{ price }] });
    const sync = { email: who.email, subscriptionId: made.id, customerId: customer, by: admin() };
    await system.rpc.call(billing.syncMember, sync);
    const isLive = async (customerId: string) =>
      (await system.stripe.subscriptions.list({ customer: customerId })).data.length === 1;
    // Each has the other synced only for something new, so that both come to rest.
    await untilNoneLeft('customers to be synced', async () => {
      const due = await system.database.query<unknown[]>('SELECT 1 FROM customers WHERE sync_due_at IS NOT NULL');
      return due.length;
    });
    expect([await isLive(who.customerId), await isLive(customer)]).toEqual([true, true]);
    expect(await details(system, who)).toMatchObject({ status: 'active', interval: 'month' });
    expect(await system.publishedEvents(membershipEnded, { email: who.email })).toEqual([]);
    await system.deliverEvent(claimsGranted, {
      claims: [{ kind: 'customer', subjectId: customer, userId: who.userId }],
    });
    await until('the other one to take its place', async () => (await details(system, who))?.interval === 'year');
    await until(
      'the end of the first one',
      async () => (await system.publishedEvents(membershipEnded, { userId: who.userId })).length === 1,
    );
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toMatchObject([
      { reason: 'replaced' },
    ]);
    expect([await isLive(who.customerId), await isLive(customer)]).toEqual([false, true]);
  });

  it('who paid before there was an account has the membership once it is granted to one', async () => {
    const { userId, ...rest } = somebody();
    const guest = { ...rest, userId: null, firstName: null, lastName: null };
    const { checkoutUrl } = await system.rpc.call(billing.openMembershipCheckout, guest);
    const customerId = await pay(system, checkoutUrl);
    expect(await details(system, { userId })).toBeNull();
    expect(await system.publishedEvents(claimsMade, {})).toContainEqual({
      claims: [{ kind: 'customer', subjectId: customerId, email: guest.email, madeAt: expect.stringMatching(/Z$/) }],
    });
    const account = {
      userId,
      version: 1,
      email: guest.email.toLowerCase(),
      firstName: 'Noa',
      lastName: 'Berg',
      division: 'development' as const,
      createdAt: new Date().toISOString(),
    };
    // An account with that address alone gets nothing.
    await system.deliverEvent(accountChanged, account);
    await until(
      'the account to be known',
      async () =>
        (await system.database.query<unknown[]>('SELECT 1 FROM accounts WHERE user_id = $1', [userId])).length === 1,
    );
    expect(await details(system, { userId })).toBeNull();
    await system.deliverEvent(claimsGranted, { claims: [{ kind: 'customer', subjectId: customerId, userId }] });
    await until('the membership to be granted', async () => (await details(system, { userId }))?.status === 'active');
    expect(await lastEvent(userId)).toMatchObject({ userId, firstName: 'Noa', access: true, version: 2 });
    // An older event that comes late changes nothing.
    await system.deliverEvent(accountChanged, { ...account, version: 0, firstName: 'Old' });
    await system.deliverEvent(accountChanged, { ...account, version: 2, firstName: 'New' });
    await until('the new name to be published', async () => (await lastEvent(userId))?.firstName === 'New');
    expect((await system.publishedEvents(membershipChanged, { userId })).map(({ firstName }) => firstName)).toEqual([
      'Noa',
      'New',
    ]);
  });

  it('events of an account at a checkout leave the connections to others', async () => {
    const paying = somebody();
    const change = (who: typeof paying, version: number): Promise<void> =>
      system.deliverEvent(accountChanged, {
        userId: who.userId,
        version,
        email: who.email,
        firstName: 'Ada',
        lastName: `Berg ${version}`,
        division: 'development',
        createdAt: new Date().toISOString(),
      });
    const versionOf = async ({ userId }: typeof paying): Promise<number | undefined> =>
      (
        await system.database.query<{ version: number }[]>('SELECT version FROM accounts WHERE user_id = $1', [userId])
      )[0]?.version;
    // As a checkout holds it while the provider is asked.
    const checkout = system.database.createQueryRunner();
    await checkout.startTransaction();
    await checkout.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${paying.userId}`]);
    // More than the service has connections.
    for (let version = 1; version <= 12; version++) await change(paying, version);
    for (let asked = 0; asked < 200; asked++) expect(await system.rpc.call(billing.listPrograms, {})).not.toEqual([]);
    expect(await versionOf(paying)).toBeUndefined();
    await checkout.commitTransaction();
    await checkout.release();
    await until('the events that waited to be handled', async () => (await versionOf(paying)) === 12);
  });

  it('who changes name and address has them at the provider too, and the old address is free for another person', async () => {
    const who = await member(system);
    const account = {
      userId: who.userId,
      email: `New+${who.userId}@example.com`,
      firstName: 'Ada',
      lastName: 'Berg',
      division: 'development' as const,
      createdAt: new Date().toISOString(),
    };
    await system.faults('api', { fail: 1 });
    try {
      await system.deliverEvent(accountChanged, { ...account, version: 1 });
      await until('the change to be known here', async () => (await lastEvent(who.userId))?.email === account.email);
      await system.wake(updateRemoteCustomers); // in vain
    } finally {
      await system.faults('api', {});
    }
    // The customer that the provider still has under the old address is not taken for the newcomer's.
    const newcomer = somebody({ email: who.email });
    expect(await codeOf(open(system, newcomer))).toBe('answered');
    const [row] = await system.database.query<{ id: string }[]>('SELECT id FROM customers WHERE user_id = $1', [
      newcomer.userId,
    ]);
    expect(row?.id).not.toBe(who.customerId);

    await until('the provider to be updated', async () => {
      await system.wake(updateRemoteCustomers);
      const remote = await system.stripe.customers.retrieve(who.customerId);
      return remote.deleted !== true && remote.email === account.email && remote.name === 'Ada Berg';
    });
    await until(
      'no customer to be left to update',
      async () =>
        (
          await system.database.query<{ id: string }[]>(
            'SELECT id FROM customers WHERE NOT is_provider_updated AND lost_at IS NULL',
          )
        ).length === 0,
    );
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });

  it('cannot join again under the same address in another letter case while a membership runs, signed in or not', async () => {
    const who = await member(system);
    expect(await codeOf(open(system, { ...who, plan: 'annual' }))).toBe('membership_exists');
    expect(
      await codeOf(
        system.rpc.call(billing.openMembershipCheckout, { ...who, userId: null, email: who.email.toUpperCase() }),
      ),
    ).toBe('membership_exists');
  });
});

describe('a checkout while the provider fails', () => {
  it.each([
    ['refuses for its own reasons', { fail: 1 }],
    ['asks for patience', { rateLimit: 1 }],
  ])(
    'reports that nothing was charged where the provider %s, and the next try ends in one page',
    async (_what, fault) => {
      const who = somebody();
      await system.faults('api', fault);
      expect(await codeOf(open(system, who))).toBe('payment_provider_unavailable');
      await system.faults('api', {});
      expect(await open(system, who)).toBe(await open(system, who));
    },
  );

  it('makes nothing twice where responses are lost', async () => {
    const who = somebody();
    await system.faults('api', { acceptThenCut: 0.5 });
    const urls: string[] = [];
    for (let tries = 0; urls.length === 0 && tries < 20; tries += 1)
      await open(system, who).then(
        (url) => urls.push(url),
        () => undefined,
      );
    await system.faults('api', {});
    const url = await open(system, who);
    expect(urls.every((known) => known === url)).toBe(true);
    expect((await system.stripe.customers.list({ email: who.email })).data).toHaveLength(1);
    await pay(system, url);
    expect(await payments(system, who)).toHaveLength(1);
  });
});
