import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged, membershipRenewed } from '@lectern/contracts/billing/events';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountChanged } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
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

const MINUTE = 60;
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
type Plan = PlanSwitchQuote['plan'];

const preview = ({ userId }: { userId: string }, plan: Plan) =>
  system.rpc.call(billing.previewPlanSwitch, { userId, plan });
const accept = (
  { userId }: { userId: string },
  { plan, amountDue, creditLeft, quotedAt }: Pick<PlanSwitchQuote, 'plan' | 'amountDue' | 'creditLeft' | 'quotedAt'>,
) => system.rpc.call(billing.switchPlan, { userId, plan, amountDue, creditLeft, quotedAt });
const subscriptionOf = async ({ customerId }: Member) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]!;
const chargedTo = async ({ customerId }: Member): Promise<number[]> =>
  (await system.stripe.charges.list({ customer: customerId })).data
    .filter(({ paid }) => paid)
    .map(({ amount }) => amount);
const balanceOf = async ({ customerId }: Member): Promise<number> => {
  const customer = await system.stripe.customers.retrieve(customerId);
  return customer.deleted === true ? 0 : customer.balance;
};
const changes = ({ userId }: Member) => system.publishedEvents(membershipRenewed, { userId });
const advanceToEnd = async (who: Member, secondsAfter: number): Promise<void> => {
  const end = Date.parse((await details(system, who))?.current_period_end ?? '');
  await system.advance(Math.round((end - system.sandbox.clock.nowMs()) / 1_000) + secondsAfter);
};
/** The message of a refusal. */
const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
/** Neither the plan nor the money has changed. */
const expectUnchanged = async (who: Member, interval: 'month' | 'year', charged: number[]): Promise<void> => {
  await allEventsProcessed(system);
  expect(await details(system, who)).toMatchObject({ interval });
  expect(await chargedTo(who)).toEqual(charged);
  expect(await changes(who)).toEqual([]);
};

describe('a switch to the annual plan', () => {
  it('charges what was quoted, less the rest of the month, and is published', async () => {
    const who = await member(system);
    await system.advance(10 * DAY);
    const quote = await preview(who, 'annual');
    expect(quote).toMatchObject({ plan: 'annual', price: 95_000, balance: 0, creditLeft: 0, nextCharge: 95_000 });
    expect(quote.credit).toBeGreaterThan(6_000);
    expect(quote.credit).toBeLessThan(6_700);
    expect(quote.amountDue).toBe(95_000 - quote.credit);
    await expectUnchanged(who, 'month', [9_500]);
    await system.advance(20 * MINUTE);
    const { nextChargeAt } = await accept(who, quote);
    expect(Date.parse(nextChargeAt) - Date.parse(quote.nextChargeAt)).toBeLessThan(HOUR * 1_000);
    expect(await details(system, who)).toMatchObject({
      status: 'active',
      interval: 'year',
      amount: 95_000,
      current_period_end: nextChargeAt,
    });
    expect(await chargedTo(who)).toEqual([quote.amountDue, 9_500]);
    expect((await system.publishedEvents(membershipChanged, { userId: who.userId })).at(-1)).toMatchObject({
      plan: 'annual',
      access: true,
      currentPeriodEnd: nextChargeAt,
    });
    await allEventsProcessed(system);
    expect(await changes(who)).toMatchObject([
      { reason: 'changed', plan: 'annual', amount: quote.amountDue, price: 95_000, creditLeft: 0, renews: true },
    ]);
    expect((await payments(system, who))[0]).toMatchObject({ interval: 'year', amount: quote.amountDue });
  });

  it('uses the credit of the member', async () => {
    const who = await member(system);
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -2_000, currency: 'usd' });
    const quote = await preview(who, 'annual');
    expect(quote).toMatchObject({ balance: 2_000, amountDue: 95_000 - quote.credit - 2_000, creditLeft: 0 });
    await accept(who, quote);
    expect((await chargedTo(who))[0]).toBe(quote.amountDue);
    expect(await balanceOf(who)).toBe(0);
  });

  it('is charged once for two tabs and repeated requests', async () => {
    const who = await member(system);
    const [first, second] = [await preview(who, 'annual'), await preview(who, 'annual')];
    const answers = await Promise.all([accept(who, first), accept(who, second), accept(who, first)]);
    expect(new Set(answers.map(({ nextChargeAt }) => nextChargeAt)).size).toBe(1);
    await accept(who, first);
    expect(await chargedTo(who)).toHaveLength(2);
    await allEventsProcessed(system);
    expect(await changes(who)).toHaveLength(1);
  });

  it('beside a cancellation at the same moment ends as one of both: annual and cancelled, or refused and cancelled', async () => {
    const who = await member(system);
    const quote = await preview(who, 'annual');
    const [switched] = await Promise.all([
      codeOf(accept(who, quote)),
      system.rpc.call(billing.cancelSubscription, who),
    ]);
    expect(['answered', 'switch_refused']).toContain(switched);
    expect(await details(system, who)).toMatchObject({
      status: 'cancelled',
      interval: switched === 'answered' ? 'year' : 'month',
    });
  });
});

describe('a switch to the monthly plan', () => {
  it('charges nothing, and the rest of the year pays the next months', async () => {
    const who = await member(system, { plan: 'annual' });
    await system.advance(100 * DAY);
    const quote = await preview(who, 'monthly');
    expect(quote).toMatchObject({ price: 9_500, amountDue: 0, creditLeft: quote.credit - 9_500, nextCharge: 0 });
    const { nextChargeAt } = await accept(who, quote);
    expect(Math.abs(Date.parse(nextChargeAt) - Date.parse(quote.nextChargeAt))).toBeLessThan(HOUR * 1_000);
    expect((await payments(system, who))[0]).toMatchObject({ interval: 'month', amount: 0 });
    expect(await details(system, who)).toMatchObject({ status: 'active', interval: 'month', amount: 9_500 });
    expect(await chargedTo(who)).toEqual([95_000]);
    expect(await balanceOf(who)).toBe(-quote.creditLeft);
    await allEventsProcessed(system);
    expect(await changes(who)).toMatchObject([
      { reason: 'changed', plan: 'monthly', amount: 0, price: 9_500, creditLeft: quote.creditLeft },
    ]);
    await advanceToEnd(who, 2 * HOUR);
    await until('the renewal', async () => (await changes(who)).length === 2);
    expect((await changes(who))[1]).toMatchObject({
      reason: 'renewed',
      amount: 0,
      creditLeft: quote.creditLeft - 9_500,
    });
    expect(await chargedTo(who)).toEqual([95_000]);
  });

  it('and back is another switch, which an old quote does not buy', async () => {
    const who = await member(system);
    const old = await preview(who, 'annual');
    await accept(who, old);
    await system.advance(MINUTE);
    await accept(who, await preview(who, 'monthly'));
    expect(await codeOf(accept(who, old))).toBe('switch_changed');
    await system.advance(MINUTE);
    await accept(who, await preview(who, 'annual'));
    expect(await details(system, who)).toMatchObject({ interval: 'year' });
    // The credit that was left pays for the second year; a few cents are carried over.
    expect(await chargedTo(who)).toEqual([old.amountDue, 9_500]);
    expect(Math.abs(await balanceOf(who))).toBeLessThan(50);
  });
});

describe('a quote', () => {
  it('that differs from what the provider would charge now is refused with the new amount', async () => {
    const who = await member(system);
    const quote = await preview(who, 'annual');
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -2_000, currency: 'usd' });
    expect(await codeOf(accept(who, quote))).toBe('switch_changed');
    expect(await refusalOf(accept(who, quote))).toContain(`charges $${((quote.amountDue - 2_000) / 100).toFixed(2)}`);
    await expectUnchanged(who, 'month', [9_500]);
    await accept(who, await preview(who, 'annual'));
    expect(await chargedTo(who)).toEqual([quote.amountDue - 2_000, 9_500]);
  });

  it('whose credit alone differs is refused', async () => {
    const who = await member(system, { plan: 'annual' });
    const quote = await preview(who, 'monthly');
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: 1_000, currency: 'usd' });
    expect(await codeOf(accept(who, quote))).toBe('switch_changed');
    await expectUnchanged(who, 'year', [95_000]);
  });

  it.each([
    ['is older than half an hour', 31 * MINUTE, 0],
    ['was not made yet', 0, 5 * MINUTE],
  ])('that %s is refused', async (_, later, shift) => {
    const who = await member(system);
    await system.advance(HOUR);
    const quote = await preview(who, 'annual');
    await system.advance(later);
    const quotedAt = new Date(Date.parse(quote.quotedAt) + shift * 1_000).toISOString();
    expect(await codeOf(accept(who, { ...quote, quotedAt }))).toBe('switch_changed');
    await expectUnchanged(who, 'month', [9_500]);
  });
});

describe('a switch that cannot be made', () => {
  it('because the card is declined changes nothing; another card pays', async () => {
    const who = await member(system, {}, 'later-fails');
    const quote = await preview(who, 'annual');
    expect(await codeOf(accept(who, quote))).toBe('card_declined');
    await expectUnchanged(who, 'month', [9_500]);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    await useCard(system, who, 'works');
    await system.advance(MINUTE);
    await accept(who, await preview(who, 'annual'));
    expect(await details(system, who)).toMatchObject({ status: 'active', interval: 'year' });
    expect(await chargedTo(who)).toHaveLength(2);
  });

  it('because the provider is down charges nothing, and works later', async () => {
    const who = await member(system);
    await system.faults('api', { fail: 1, route: 'POST /v1/invoices/create_preview' });
    expect(await codeOf(preview(who, 'annual'))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    const quote = await preview(who, 'annual');
    await system.faults('api', { fail: 1 });
    expect(await codeOf(accept(who, quote))).toBe('payment_provider_unavailable');
    await system.faults('api', { fail: 1, route: 'POST /v1/subscriptions/:id' });
    expect(await refusalOf(accept(who, quote))).toContain('we do not know yet whether your plan was switched');
    await system.faults('api', {});
    await expectUnchanged(who, 'month', [9_500]);
    await accept(who, quote);
    expect(await chargedTo(who)).toHaveLength(2);
  });

  it('as the answer of the provider was lost is not made twice', async () => {
    const who = await member(system);
    const quote = await preview(who, 'annual');
    await system.faults('api', { acceptThenCut: 1, route: 'POST /v1/subscriptions/:id' });
    await accept(who, quote);
    await system.faults('api', {});
    await accept(who, quote);
    await allEventsProcessed(system);
    expect(await details(system, who)).toMatchObject({ interval: 'year' });
    expect(await chargedTo(who)).toHaveLength(2);
    expect(await changes(who)).toHaveLength(1);
  });

  it('because it renews in the same minute is refused, and the quote from before does not hold after it', async () => {
    const who = await member(system);
    await advanceToEnd(who, -MINUTE);
    const quote = await preview(who, 'annual');
    await system.advance(2 * MINUTE);
    expect(await refusalOf(accept(who, quote))).toContain('renews right now');
    expect(await refusalOf(preview(who, 'annual'))).toContain('renews right now');
    await system.advance(2 * HOUR);
    await until('the renewal', async () => (await changes(who)).length === 1);
    expect(await codeOf(accept(who, quote))).toBe('switch_changed');
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    await accept(who, await preview(who, 'annual'));
    expect(await details(system, who)).toMatchObject({ interval: 'year' });
  });

  it.each<[string, string, string, (who: Member) => Promise<unknown>]>([
    [
      'had a part of its payment refunded',
      'switch_refused',
      'was refunded or is disputed',
      async (who) => {
        const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
        await system.stripe.refunds.create({ charge: charge!.id, amount: 100 });
        await until('the refund to be known', async () => (await payments(system, who))[0]?.amountRefunded === 100);
      },
    ],
    [
      'has a disputed payment',
      'switch_refused',
      'was refunded or is disputed',
      async (who) => {
        const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
        await fetch(`${system.sandbox.url}/stripe/test_helpers/dispute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ charge: charge!.id }),
        });
        await allEventsProcessed(system);
      },
    ],
    ['is cancelled', 'switch_refused', 'Resume it first', (who) => system.rpc.call(billing.cancelSubscription, who)],
    [
      'has a running discount',
      'switch_refused',
      'has a discount',
      async (who) => {
        const coupon = await system.stripe.coupons.create({
          percent_off: 20,
          duration: 'repeating',
          duration_in_months: 3,
        });
        const { account } = system.sandbox.stripe;
        const subscription = account.find('subscriptions', (await subscriptionOf(who)).id);
        const { id, ...discount } = {
          ...{ id: `di_${who.userId}`, object: 'discount' as const, checkout_session: null, customer: who.customerId },
          ...{ customer_account: null, end: account.now() + 90 * DAY, invoice: null, invoice_item: null },
          ...{ promotion_code: null, source: { coupon: coupon.id, type: 'coupon' as const }, start: account.now() },
          ...{ subscription: subscription.id, subscription_item: null },
        };
        account.add('discounts', { id, ...discount });
        account.store.put('subscriptions', { ...subscription, discounts: [id] });
      },
    ],
    [
      'belongs to a deactivated account',
      'account_deactivated',
      'deactivated',
      async ({ userId, email }) => {
        const now = new Date(system.sandbox.clock.nowMs()).toISOString();
        const names = { firstName: 'Ada', lastName: 'Okafor', division: 'development' as const };
        await system.deliverEvent(accountChanged, {
          ...{ userId, version: 1, email, createdAt: now, deactivatedAt: now },
          ...names,
        });
      },
    ],
    [
      'ended at the provider a moment ago',
      'subscription_none',
      'No active subscription',
      async (who) => {
        await system.faults('delivery', { drop: 1, retry: false });
        await system.stripe.subscriptions.cancel((await subscriptionOf(who)).id);
        await system.faults('delivery', {});
      },
    ],
  ])('because the membership %s', async (_, code, words, prepare) => {
    const who = await member(system);
    const quote = await preview(who, 'annual');
    await prepare(who);
    await until('the refusal', async () => (await codeOf(preview(who, 'annual'))) === code);
    expect(await codeOf(accept(who, quote))).toBe(code);
    expect(await refusalOf(accept(who, quote))).toContain(words);
    expect(await chargedTo(who)).toEqual([9_500]);
    expect(await changes(who)).toEqual([]);
  });

  it('because the membership is past due, is of that plan already, or is none', async () => {
    const pastDue = await member(system, {}, 'later-fails');
    await advanceToEnd(pastDue, 2 * HOUR);
    await until('the failure', async () => (await details(system, pastDue))?.status === 'past_due');
    expect(await codeOf(preview(pastDue, 'annual'))).toBe('payment_due');
    const who = await member(system);
    expect(await refusalOf(preview(who, 'monthly'))).toContain('monthly already');
    expect(await codeOf(preview(somebody(), 'annual'))).toBe('subscription_none');
  });

  it('not because of a promo code that reduced the first payment alone', async () => {
    const code = `SPRING${String(system.sandbox.clock.nowMs())}`;
    await system.rpc.call(billing.createPromoCode, {
      ...{ code, name: 'Spring', description: null, discountType: 'percentage', discountValue: 20 },
      ...{ minimumAmount: null, maxUses: null, validUntil: null, applicableProducts: ['debate_club'], by: admin() },
    });
    const who = await member(system, { promoCode: code });
    const quote = await preview(who, 'annual');
    expect(quote.credit).toBeLessThanOrEqual(7_600);
    await accept(who, quote);
    expect(await chargedTo(who)).toEqual([95_000 - quote.credit, 7_600]);
  });
});
