import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  latePaymentRefunded,
  membershipCancelled,
  membershipEnded,
  membershipRenewed,
  paymentFailed,
} from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { DAY, details, allEventsProcessed, member, payments, useCard } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

const HOUR = 3_600;

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});

afterEach(() => system.faults('delivery', {}));

afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;

const now = async (): Promise<Date> =>
  new Date(
    ((await (await fetch(`${system.sandbox.url}/stripe/test_helpers/clock?after=-1`)).json()) as { iso: string }).iso,
  );

/** A member, so many seconds after the end of the period that was paid. */
const memberAfterPeriod = async (seconds: number, card = 'works'): Promise<Member> => {
  const who = await member(system, {}, card);
  const end = Date.parse((await details(system, who))?.current_period_end ?? '');
  await system.advance(Math.round((end - (await now()).getTime()) / 1_000) + seconds);
  return who;
};

/** A member whose renewal was refused. */
const pastDue = async (): Promise<Member> => {
  const who = await memberAfterPeriod(2 * HOUR, 'later-fails');
  await until('the failure to be known', async () => (await details(system, who))?.status === 'past_due');
  return who;
};

const deactivate = async ({ userId, email }: Member, deactivatedAt: Date): Promise<void> => {
  const account = {
    userId,
    version: 1,
    email,
    firstName: 'Ada',
    lastName: 'Okafor',
    division: 'development' as const,
    createdAt: deactivatedAt.toISOString(),
  };
  await system.deliverEvent(accountChanged, { ...account, deactivatedAt: deactivatedAt.toISOString() });
};

const subscriptionOf = async ({ customerId }: Member) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]!;
const renewalOf = async ({ customerId }: Member) =>
  (await system.stripe.invoices.list({ customer: customerId })).data[0]!;
const chargesOf = async ({ customerId }: Member) =>
  (await system.stripe.charges.list({ customer: customerId })).data.filter(({ paid }) => paid);
const ended = (who: Member) =>
  until('the membership to end', async () => (await details(system, who))?.ended_at != null);

describe('the renewal of an account that was deactivated', () => {
  it('is void where it had failed, and the membership has ended', async () => {
    const who = await pastDue();
    await deactivate(who, await now());
    await until('the end or the stop', async () => {
      const { status, cancel_at_period_end: stops } = await subscriptionOf(who);
      return status === 'canceled' || stops;
    });
    await useCard(system, who, 'works');
    await system.advance(20 * DAY);
    await allEventsProcessed(system);
    expect(await chargesOf(who)).toHaveLength(1);
    expect(await subscriptionOf(who)).toMatchObject({ status: 'canceled' });
    expect(await renewalOf(who)).toMatchObject({ status: 'void' });
    await ended(who);
    expect(await system.publishedEvents(paymentFailed, { userId: who.userId })).toHaveLength(1);
    for (const contract of [membershipRenewed, membershipEnded, latePaymentRefunded])
      expect(await system.publishedEvents(contract, { userId: who.userId })).toEqual([]);
  });

  it('is not charged where it was a draft', async () => {
    const who = await memberAfterPeriod(600);
    expect(await renewalOf(who)).toMatchObject({ status: 'draft' });
    await deactivate(who, await now());
    await until('the end or the stop', async () => {
      const { status, cancel_at_period_end: stops } = await subscriptionOf(who);
      return status === 'canceled' || stops;
    });
    await allEventsProcessed(system);
    await system.advance(2 * HOUR);
    await allEventsProcessed(system);
    expect(await chargesOf(who)).toHaveLength(1);
    expect(await renewalOf(who)).toMatchObject({ status: 'draft', auto_advance: false });
    await ended(who);
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toEqual([]);
  });

  it('is refunded where it was paid nevertheless, which is published once', async () => {
    const who = await pastDue();
    const deactivatedAt = await now();
    await allEventsProcessed(system);
    await system.faults('delivery', { drop: 1, retry: false });
    await system.advance(60);
    await fetch(`${(await renewalOf(who)).hosted_invoice_url}/pay`, { method: 'POST', redirect: 'manual' });
    expect(await renewalOf(who)).toMatchObject({ status: 'paid' });
    await system.faults('delivery', {});
    await deactivate(who, deactivatedAt);
    await until('the refund', async () => (await chargesOf(who)).some(({ refunded }) => refunded));
    await ended(who);
    expect((await chargesOf(who)).map(({ refunded }) => refunded)).toEqual([true, false]);
    await until('the refund to be known', async () => (await payments(system, who))[0]?.status === 'refunded');
    await allEventsProcessed(system);
    expect(await system.publishedEvents(latePaymentRefunded, { userId: who.userId })).toMatchObject([
      { email: who.email, amount: 9_500 },
    ]);
    for (const contract of [membershipRenewed, membershipEnded])
      expect(await system.publishedEvents(contract, { userId: who.userId })).toEqual([]);
  });

  it('that was paid before stays paid, without an email', async () => {
    const who = await memberAfterPeriod(600);
    await allEventsProcessed(system); // else a message about the draft reads what is paid later
    await system.faults('delivery', { drop: 1, retry: false });
    await system.advance(2 * HOUR);
    expect(await renewalOf(who)).toMatchObject({ status: 'paid' });
    await system.faults('delivery', {});
    await deactivate(who, new Date((await now()).getTime() + 1_000));
    await until('the renewal to be known', async () => (await payments(system, who)).length === 2);
    expect(await subscriptionOf(who)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect((await chargesOf(who)).map(({ refunded }) => refunded)).toEqual([false, false]);
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toEqual([]);
  });
});

describe('a cancellation after the paid period, before the renewal is charged', () => {
  it('ends the membership, and nothing more is charged', async () => {
    const who = await memberAfterPeriod(600);
    expect(await renewalOf(who)).toMatchObject({ status: 'draft' });
    expect(await system.rpc.call(billing.cancelSubscription, who)).toEqual({ accessUntil: null, wasPending: false });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', access_until: null });
    await system.advance(2 * HOUR);
    await allEventsProcessed(system);
    expect(await chargesOf(who)).toHaveLength(1);
    expect(await renewalOf(who)).toMatchObject({ status: 'draft', auto_advance: false });
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toMatchObject([
      { reason: 'cancelled', amountRefunded: 0 },
    ]);
    expect(await system.publishedEvents(membershipCancelled, { userId: who.userId })).toEqual([]);
  });
});
