import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cardExpiring, renewalDue } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { allEventsProcessed, billingIsIdle, DAY, details, endRenewals, member, useCard } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { MembershipNoticeRepository } from './membership-notice.repository.ts';
import { sendMembershipNotices } from './send-membership-notices.job.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  // Two replicas compete for every notice.
  await system.startReplica();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});

afterEach(async () => {
  await system.faults('api', {});
  endRenewals(system);
});
afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;

const now = (): number => system.sandbox.clock.nowMs();
const advanceTo = (instant: number): Promise<void> =>
  system.advance(Math.max(0, Math.round((instant - now()) / 1_000)));
const periodEndOf = async (who: Member): Promise<number> =>
  Date.parse((await details(system, who))?.current_period_end ?? '');
const daysBeforeRenewal = async (who: Member, days: number): Promise<void> =>
  advanceTo((await periodEndOf(who)) - days * DAY * 1_000);
const subscriptionOf = async ({ customerId }: Member) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]!;

/** Lets the job run several times, on any replica. */
const runJob = async (): Promise<void> => {
  await allEventsProcessed(system);
  for (let time = 0; time < 3; time += 1) {
    await system.wake(sendMembershipNotices);
    await billingIsIdle(system);
  }
};
const renewals = ({ userId }: Member) => system.publishedEvents(renewalDue, { userId });
const cards = ({ userId }: Member) => system.publishedEvents(cardExpiring, { userId });
/** The member's subscription, where the job would read it. */
const candidates = async ({ customerId }: Member): Promise<string[]> =>
  (await new MembershipNoticeRepository(system.database).candidatesAfter('', new Date(now()), 1_000))
    .filter((subscription) => subscription.customerId === customerId)
    .map(({ id }) => id);
const firstRenewal = (who: Member) =>
  until('the notice of the charge', async () => {
    await system.wake(sendMembershipNotices);
    return (await renewals(who)).at(0) ?? false;
  });
const firstCards = (who: Member, count = 1) =>
  until('the notice of the card', async () => {
    await system.wake(sendMembershipNotices);
    const sent = await cards(who);
    return sent.length >= count && sent;
  });

/** Lets the card of a member expire with the month of so many days from now. Returns the end of that month. */
const letCardExpire = async (who: Member, days: number): Promise<number> => {
  const last = new Date(now() + days * DAY * 1_000);
  const { default_payment_method: card } = await subscriptionOf(who);
  await system.stripe.paymentMethods.update(card as string, {
    card: { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() },
  });
  await allEventsProcessed(system);
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1);
};

describe('the notice of an annual charge', () => {
  it('is published once, two weeks before, with the amount of the provider’s preview', async () => {
    const who = await member(system, { plan: 'annual' });
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -5_000, currency: 'usd' });
    await daysBeforeRenewal(who, 14.1);
    await runJob();
    expect(await renewals(who)).toEqual([]);
    await daysBeforeRenewal(who, 13.9);
    const end = await periodEndOf(who);
    expect(await firstRenewal(who)).toMatchObject({
      email: who.email,
      plan: 'annual',
      price: 95_000,
      amount: 90_000,
      renewsAt: new Date(end).toISOString(),
      card: { last4: '4242' },
    });
    await daysBeforeRenewal(who, 2);
    await runJob();
    expect(await renewals(who)).toHaveLength(1);
    expect(await candidates(who)).toEqual([]);
  });

  it('is published late where the clock jumped over its time, and again a year later', async () => {
    const who = await member(system, { plan: 'annual' });
    await daysBeforeRenewal(who, 1);
    const { renewsAt } = await firstRenewal(who);
    await advanceTo(Date.parse(renewsAt) + 2 * 3_600_000);
    await until('the renewal', async () => (await periodEndOf(who)) > Date.parse(renewsAt));
    await daysBeforeRenewal(who, 10);
    await until('the next notice', async () => {
      await system.wake(sendMembershipNotices);
      return (await renewals(who)).length === 2;
    });
  });

  it('waits while the provider is down', async () => {
    const who = await member(system, { plan: 'annual' });
    await daysBeforeRenewal(who, 10);
    await allEventsProcessed(system);
    await system.faults('api', { fail: 1, route: 'POST /v1/invoices/create_preview' });
    await runJob();
    expect(await renewals(who)).toEqual([]);
    await system.faults('api', {});
    expect(await firstRenewal(who)).toMatchObject({ amount: 95_000 });
  });

  it('is not published for a monthly, a cancelled or an erased membership; for one that renews again it is', async () => {
    const [monthly, cancelled, erased] = [
      await member(system),
      await member(system, { plan: 'annual' }),
      await member(system, { plan: 'annual' }),
    ];
    await system.rpc.call(billing.cancelSubscription, cancelled);
    await system.deliverEvent(accountDeleted, {
      userId: erased.userId,
      email: erased.email,
      verifiedEmail: null,
      firstName: 'Ada',
      deletedAt: new Date(now()).toISOString(),
    });
    await daysBeforeRenewal(cancelled, 10);
    await runJob();
    for (const who of [monthly, cancelled, erased]) expect(await renewals(who)).toEqual([]);
    await system.rpc.call(billing.resumeSubscription, cancelled);
    expect(await firstRenewal(cancelled)).toMatchObject({ amount: 95_000 });
  });
});

describe('the notice of a card that expires', () => {
  it('is published a month and a week before the end of its last month', async () => {
    const who = await member(system);
    const end = await letCardExpire(who, 70);
    expect(await details(system, who)).toMatchObject({
      card: { last4: '4242', expires_at: new Date(end).toISOString() },
    });
    await advanceTo(end - 30.1 * DAY * 1_000);
    await runJob();
    expect(await cards(who)).toEqual([]);
    await advanceTo(end - 29.9 * DAY * 1_000);
    expect(await firstCards(who)).toMatchObject([{ notice: 'card_month', card: { last4: '4242' }, email: who.email }]);
    await advanceTo(end - 7.1 * DAY * 1_000);
    await runJob();
    expect(await cards(who)).toHaveLength(1);
    expect(await candidates(who)).toEqual([]);
    await advanceTo(end - 6.9 * DAY * 1_000);
    expect(await firstCards(who, 2)).toMatchObject([{ notice: 'card_month' }, { notice: 'card_week' }]);
    expect(await candidates(who)).toEqual([]);
    await advanceTo(end + DAY * 1_000);
    await runJob();
    expect(await cards(who)).toHaveLength(2);
  });

  it('is not published once the card was replaced, although that was not reported, nor after a cancellation', async () => {
    // No renewal reports the new card.
    const replaced = await member(system, { plan: 'annual' });
    const cancelled = await member(system);
    const end = await letCardExpire(replaced, 70);
    await letCardExpire(cancelled, 70);
    await system.faults('delivery', { drop: 1, retry: false });
    await useCard(system, replaced, 'works');
    await system.rpc.call(billing.cancelSubscription, cancelled);
    await system.faults('delivery', {});
    await advanceTo(end - 20 * DAY * 1_000);
    await runJob();
    expect(await cards(replaced)).toEqual([]);
    expect(await cards(cancelled)).toEqual([]);
  });

  it('is published for the customer’s card, where the subscription has none of its own', async () => {
    const who = await member(system);
    const subscription = await subscriptionOf(who);
    const end = await letCardExpire(who, 25);
    await system.stripe.customers.update(who.customerId, {
      invoice_settings: { default_payment_method: subscription.default_payment_method as string },
    });
    system.sandbox.stripe.account.store.put('subscriptions', {
      ...system.sandbox.stripe.account.store.get('subscriptions', subscription.id)!,
      default_payment_method: null,
    });
    await advanceTo(end - 3 * DAY * 1_000);
    expect(await firstCards(who)).toMatchObject([{ notice: 'card_week' }]);
  });
});
