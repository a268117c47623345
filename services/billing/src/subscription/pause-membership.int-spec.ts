import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  cardExpiring,
  membershipCancelled,
  membershipChanged,
  membershipEnded,
  membershipPaused,
  membershipPauseEnded,
  membershipRenewed,
} from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged, accountDeleted } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { sendMembershipNotices } from '../membership-notice/send-membership-notices.job.ts';
import {
  admin,
  allEventsProcessed,
  codeOf,
  DAY,
  details,
  endRenewals,
  member,
  payments,
  somebody,
  useCard,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { monthsAfter } from './pause.ts';

const HOUR = 3_600;

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  // Two replicas answer the requests of two tabs.
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
type Who = Pick<Member, 'userId'>;

const offer = ({ userId }: Who) => system.rpc.call(billing.previewPause, { userId });
const pause = ({ userId }: Who, months: 1 | 2 | 3 = 2) => system.rpc.call(billing.pauseMembership, { userId, months });
const quoteEnd = ({ userId }: Who) => system.rpc.call(billing.previewPauseEnd, { userId });
const endPause = ({ userId }: Who, amountDue: number) => system.rpc.call(billing.endPause, { userId, amountDue });
const cancel = ({ userId }: Who) => system.rpc.call(billing.cancelSubscription, { userId });
const subscriptionOf = async ({ customerId }: Member) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]!;
const chargedTo = async ({ customerId }: Member): Promise<number[]> =>
  (await system.stripe.charges.list({ customer: customerId })).data
    .filter(({ paid }) => paid)
    .map(({ amount }) => amount);
const now = (): number => system.sandbox.clock.nowMs();
const advanceTo = (instant: string, secondsAfter: number): Promise<void> =>
  system.advance(Math.round((Date.parse(instant) - now()) / 1_000) + secondsAfter);
const lastOf = async ({ userId }: Who) => (await system.publishedEvents(membershipChanged, { userId })).at(-1);
const known = (who: Member, status: string) =>
  until(`the membership to be ${status}`, async () => (await details(system, who))?.status === status);
const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
/** A member in the first unpaid month of a pause. */
const paused = async (months: 1 | 2 | 3 = 2, card = 'works'): Promise<Member & { until: string }> => {
  const who = await member(system, {}, card);
  const { from, until: ends } = await pause(who, months);
  await advanceTo(from, HOUR);
  await known(who, 'paused');
  return { ...who, until: ends };
};

describe('a pause', () => {
  it('begins at the end of the paid period, is neither paid nor open, and ends by itself with a charge', async () => {
    const who = await member(system);
    const end = (await details(system, who))!.current_period_end;
    const { from, choices, price } = await offer(who);
    expect({ from, price, months: choices.map(({ months }) => months) }).toEqual({
      ...{ from: end, price: 9_500, months: [1, 2, 3] },
    });
    const ends = choices[1]!.until;
    expect(await pause(who)).toEqual({ from, until: ends });
    expect(await details(system, who)).toMatchObject({
      ...{ status: 'active', current_period_end: end, pause: { from, until: ends, has_begun: false } },
    });
    expect(await system.publishedEvents(membershipPaused, { userId: who.userId })).toMatchObject([
      { email: who.email, price: 9_500, pausedFrom: from, pausedUntil: ends },
    ]);
    await advanceTo(from, -HOUR);
    expect(await lastOf(who)).toMatchObject({ status: 'active', access: true });

    await advanceTo(from, HOUR);
    await known(who, 'paused');
    expect(await lastOf(who)).toMatchObject({ status: 'paused', access: false });
    expect(await details(system, who)).toMatchObject({ pause: { from, until: ends, has_begun: true } });
    await advanceTo(choices[0]!.until, HOUR);
    await allEventsProcessed(system);
    expect(await details(system, who)).toMatchObject({
      status: 'paused',
      pause: { from, until: ends, has_begun: true },
    });
    // The provider collects again, and the month is still unpaid.
    await advanceTo(ends, -2 * HOUR);
    await allEventsProcessed(system);
    expect((await subscriptionOf(who)).pause_collection).toBeNull();
    expect(await details(system, who)).toMatchObject({
      status: 'paused',
      pause: { from, until: ends, has_begun: true },
    });
    expect(await payments(system, who)).toHaveLength(1);
    expect(await system.publishedEvents(membershipPauseEnded, { userId: who.userId })).toEqual([]);

    await advanceTo(ends, 60);
    await known(who, 'active');
    expect(await lastOf(who)).toMatchObject({ status: 'active', access: true });
    expect(await details(system, who)).toMatchObject({ pause: null });
    expect(await system.publishedEvents(membershipPauseEnded, { userId: who.userId })).toMatchObject([
      { hadBegun: true, charged: null, renewsAt: choices[2]!.until },
    ]);
    await advanceTo(ends, 2 * HOUR);
    await until('the charge', async () => (await payments(system, who)).length === 2);
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toMatchObject([
      { reason: 'renewed', amount: 9_500 },
    ]);
    expect(await system.publishedEvents(membershipPaused, { userId: who.userId })).toHaveLength(1);
  });

  it('uses no credit, which reduces the charge at its end', async () => {
    const who = await paused(1);
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -5_000, currency: 'usd' });
    await advanceTo(who.until, 2 * HOUR);
    await until('the charge', async () => (await payments(system, who)).length === 2);
    expect(await chargedTo(who)).toEqual([4_500, 9_500]);
  });

  it('is set once, in two tabs and after a lost answer; another length is refused', async () => {
    const who = await member(system);
    await system.faults('api', { acceptThenCut: 1, route: 'POST /v1/subscriptions/:id' });
    await codeOf(pause(who));
    await system.faults('api', {});
    const answers = await Promise.all([pause(who), pause(who), pause(who)]);
    expect(new Set(answers.map((answer) => answer.until)).size).toBe(1);
    await allEventsProcessed(system);
    expect(await system.publishedEvents(membershipPaused, { userId: who.userId })).toHaveLength(1);
    expect(await refusalOf(pause(who, 3))).toContain('paused already');
    expect(await codeOf(offer(who))).toBe('pause_refused');
  });

  it('changes nothing while the provider is down', async () => {
    const who = await member(system);
    await system.faults('api', { fail: 1 });
    for (const call of [offer, pause, quoteEnd]) expect(await codeOf(call(who))).toBe('payment_provider_unavailable');
    expect(await codeOf(endPause(who, 0))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    await allEventsProcessed(system);
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    expect(await system.publishedEvents(membershipPaused, { userId: who.userId })).toEqual([]);
  });

  it('is refused with the reason', async () => {
    expect(await codeOf(pause(somebody()))).toBe('subscription_none');
    const annual = await member(system, { plan: 'annual' });
    expect(await refusalOf(pause(annual))).toContain('annual membership cannot be paused');
    const cancelled = await member(system);
    await cancel(cancelled);
    expect(await refusalOf(pause(cancelled))).toContain('cancelled. Resume it first');
    const renewing = await member(system);
    await advanceTo((await details(system, renewing))!.current_period_end, 60);
    expect(await refusalOf(pause(renewing))).toContain('renews right now');
    const failing = await member(system, {}, 'later-fails');
    await advanceTo((await details(system, failing))!.current_period_end, 2 * HOUR);
    await known(failing, 'past_due');
    expect(await codeOf(pause(failing))).toBe('payment_due');
    const gift = await member(system);
    await system.stripe.subscriptions.update((await subscriptionOf(gift)).id, {
      pause_collection: { behavior: 'void' },
    });
    expect(await refusalOf(pause(gift))).toContain('Write to us');
    const who = await member(system);
    expect(await codeOf(quoteEnd(who))).toBe('pause_refused');
  });

  it('that staff set at the provider without ours is a gift, and leaves the member area open', async () => {
    const who = await member(system);
    await system.stripe.subscriptions.update((await subscriptionOf(who)).id, {
      pause_collection: { behavior: 'void' },
    });
    await advanceTo((await details(system, who))!.current_period_end, HOUR);
    await allEventsProcessed(system);
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    expect(await lastOf(who)).toMatchObject({ access: true });
  });

  it('that staff end at the provider ends with the running month', async () => {
    const who = await paused(3);
    await system.stripe.subscriptions.update((await subscriptionOf(who)).id, { pause_collection: '' });
    const renews = (await details(system, who))!.current_period_end;
    await until(
      'the shorter pause',
      async () => (await details(system, who))?.pause?.until === renews && renews < who.until,
    );
    await advanceTo(renews, 2 * HOUR);
    await known(who, 'active');
    await until('the charge', async () => (await payments(system, who)).length === 2);
  });

  it('refuses a switch of plan, and keeps one membership', async () => {
    const preview = (who: Member) =>
      refusalOf(system.rpc.call(billing.previewPlanSwitch, { userId: who.userId, plan: 'annual' }));
    const planned = await member(system);
    await pause(planned);
    expect(await preview(planned)).toContain('End the pause first');
    const who = await paused(1);
    expect(await preview(who)).toContain('End the pause first');
    await advanceTo(who.until, -2 * HOUR);
    expect(await preview(who)).toContain('End the pause first');
    expect(await refusalOf(system.rpc.call(billing.openMembershipCheckout, who))).toContain('is paused');
  });

  it('is followed by a failed renewal as any period is', async () => {
    const who = await paused(1, 'later-fails');
    await advanceTo(who.until, 2 * HOUR);
    await known(who, 'past_due');
    expect(await lastOf(who)).toMatchObject({ status: 'past_due', access: true });
  });

  it('announces a card that expires before the next charge, with the date of that', async () => {
    const who = await paused(3);
    const { default_payment_method: card } = await subscriptionOf(who);
    const month = new Date(now() + 15 * DAY * 1_000);
    await system.stripe.paymentMethods.update(card as string, {
      card: { exp_month: month.getUTCMonth() + 1, exp_year: month.getUTCFullYear() },
    });
    await advanceTo(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)).toISOString(), -3 * DAY);
    const [notice] = await until('the notice', async () => {
      await system.wake(sendMembershipNotices);
      const sent = await system.publishedEvents(cardExpiring, { userId: who.userId });
      return sent.length > 0 && sent;
    });
    expect(notice).toMatchObject({ renewsAt: who.until });
  });

  it('has its dates in the timeline and in the export of the person', async () => {
    const who = await paused(2);
    const { items } = await system.rpc.call(billing.readTimeline, {
      ...{ userId: who.userId, emailKey: who.email.toLowerCase(), kind: null, after: null, limit: 50 },
    });
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'renewal_changed',
        details: expect.objectContaining({ change: 'paused', pausedUntil: who.until }),
      }),
    );
  });
});

describe('the end of a pause', () => {
  it('that has not begun drops it without a charge', async () => {
    const who = await member(system);
    const end = (await details(system, who))!.current_period_end;
    await pause(who);
    expect(await quoteEnd(who)).toEqual({
      hasBegun: false,
      price: 9_500,
      amountDue: 0,
      nextAmount: 9_500,
      nextChargeAt: end,
    });
    for (let time = 0; time < 2; time += 1) expect(await endPause(who, 0)).toEqual({ nextChargeAt: end });
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    expect(await system.publishedEvents(membershipPauseEnded, { userId: who.userId })).toMatchObject([
      { hadBegun: false, charged: null, renewsAt: end },
    ]);
    await advanceTo(end, 2 * HOUR);
    await until('the renewal', async () => (await payments(system, who)).length === 2);
    expect(await lastOf(who)).toMatchObject({ access: true });
  });

  it('that has begun charges a new month now, once, in however many tabs', async () => {
    const who = await paused(3);
    await system.advance(10 * DAY);
    const quote = await quoteEnd(who);
    expect(quote).toMatchObject({ hasBegun: true, price: 9_500, amountDue: 9_500 });
    await Promise.all([endPause(who, 9_500), endPause(who, 9_500), endPause(who, 9_500)]);
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    const after = (await details(system, who))!.current_period_end;
    expect(Math.abs(Date.parse(after) - Date.parse(quote.nextChargeAt))).toBeLessThan(60_000);
    expect(await lastOf(who)).toMatchObject({ access: true });
    expect(await system.publishedEvents(membershipPauseEnded, { userId: who.userId })).toMatchObject([
      { hadBegun: true, charged: 9_500, renewsAt: after },
    ]);
    // The receipt of a change of plan would be a second email.
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toEqual([]);
    await advanceTo(after, 2 * HOUR);
    await until('the renewal', async () => (await payments(system, who)).length === 3);
  });

  it('uses credit, and charges nothing else than was shown', async () => {
    const who = await paused();
    const { amountDue } = await quoteEnd(who);
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -5_000, currency: 'usd' });
    expect(await refusalOf(endPause(who, amountDue))).toContain('$45.00 would be charged now');
    expect(await chargedTo(who)).toEqual([9_500]);
    expect(await details(system, who)).toMatchObject({ status: 'paused' });
    await endPause(who, (await quoteEnd(who)).amountDue);
    expect(await chargedTo(who)).toEqual([4_500, 9_500]);
  });

  it('that the card does not pay changes nothing; a better card ends it', async () => {
    const who = await paused(2, 'later-fails');
    expect(await codeOf(endPause(who, 9_500))).toBe('card_declined');
    await allEventsProcessed(system);
    expect(await details(system, who)).toMatchObject({ status: 'paused', pause: { until: who.until } });
    expect(await chargedTo(who)).toEqual([9_500]);
    await useCard(system, who, 'works');
    await endPause(who, 9_500);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });

  it('whose answer is lost is known at the next request, and charged once', async () => {
    const who = await paused();
    await system.faults('api', { acceptThenCut: 1, route: 'POST /v1/subscriptions/:id' });
    await codeOf(endPause(who, 9_500));
    await system.faults('api', {});
    await endPause(who, 9_500);
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });
});

describe('a cancellation', () => {
  it('before a pause begins drops it; withdrawn, the membership renews as ever', async () => {
    const who = await member(system);
    const end = (await details(system, who))!.current_period_end;
    await pause(who);
    expect(await cancel(who)).toEqual({ accessUntil: end, wasPending: false });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', access_until: end, pause: null });
    expect(await system.publishedEvents(membershipCancelled, { userId: who.userId })).toHaveLength(1);
    expect(await system.publishedEvents(membershipPauseEnded, { userId: who.userId })).toEqual([]);
    await system.rpc.call(billing.resumeSubscription, who);
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    await advanceTo(end, 2 * HOUR);
    await until('the renewal', async () => (await payments(system, who)).length === 2);
  });

  it('during a pause ends the membership immediately', async () => {
    const who = await paused(1);
    expect(await cancel(who)).toEqual({ accessUntil: null, wasPending: false });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', access_until: null, pause: null });
    expect(await system.publishedEvents(membershipEnded, { userId: who.userId })).toMatchObject([
      { reason: 'cancelled', amountRefunded: 0 },
    ]);
    await advanceTo(who.until, 2 * HOUR);
    expect(await chargedTo(who)).toEqual([9_500]);
  });

  it('at the moment of the pause’s end is one of the two', async () => {
    const who = await paused();
    await Promise.all([codeOf(endPause(who, 9_500)), codeOf(cancel(who))]);
    await allEventsProcessed(system);
    const { status } = (await details(system, who))!;
    expect(status).toBe('cancelled');
    expect((await chargedTo(who)).length).toBeLessThanOrEqual(2);
  });
});

describe('an account with a pause', () => {
  it('that is deleted ends the membership, and is charged no more', async () => {
    const who = await paused(1);
    await system.deliverEvent(accountDeleted, {
      ...{ userId: who.userId, email: who.email, verifiedEmail: null, firstName: 'Ada' },
      deletedAt: new Date(now()).toISOString(),
    });
    await until('the end at the provider', async () => (await subscriptionOf(who)).status === 'canceled');
    await advanceTo(who.until, 2 * HOUR);
    expect(await chargedTo(who)).toEqual([9_500]);
  });

  it('that is deactivated is not charged at the end of the pause', async () => {
    const who = await paused(1);
    await system.deliverEvent(accountChanged, {
      ...{ userId: who.userId, email: who.email, firstName: 'Ada', lastName: 'Okafor', version: 1 },
      ...{ division: 'development', createdAt: new Date(now()).toISOString() },
      deactivatedAt: new Date(now()).toISOString(),
    });
    await until('the stop of the renewal', async () => (await subscriptionOf(who)).cancel_at_period_end);
    expect(await codeOf(endPause(who, 9_500))).toBe('account_deactivated');
    await advanceTo(who.until, 2 * HOUR);
    await known(who, 'cancelled');
    expect(await chargedTo(who)).toEqual([9_500]);
  });

  it('is reconciled after lost messages', async () => {
    const who = await member(system);
    await system.faults('delivery', { drop: 1, retry: false });
    const { from } = await pause(who, 1);
    await advanceTo(from, HOUR);
    await system.faults('delivery', {});
    await system.rpc.call(billing.syncMemberships, { by: admin() });
    expect(await details(system, who)).toMatchObject({ status: 'paused' });
    expect(await lastOf(who)).toMatchObject({ access: false });
  });
});

it.each([
  ['2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z', 1, '2027-03-31T10:00:00.000Z'],
  ['2027-01-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2026-11-15T10:00:00.000Z', '2026-12-15T10:00:00.000Z', 3, '2027-03-15T10:00:00.000Z'],
])('a cycle of %s that ends %s goes on %s months later on %s', (anchor, end, months, after) => {
  expect(monthsAfter(new Date(anchor), new Date(end), months).toISOString()).toBe(after);
});
