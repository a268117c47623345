import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CancellationOffer } from '@lectern/contracts/billing/cancellation-offer';
import * as offers from '@lectern/contracts/billing/cancellation-offer-rpc';
import { adminActed, discountBegan } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { admin, allEventsProcessed, codeOf, DAY, details, endRenewals, member, somebody } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

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
beforeEach(() => system.database.query('DELETE FROM offer_settings'));
afterEach(async () => {
  await system.faults('api', {});
  endRenewals(system);
});
afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;
type Who = Pick<Member, 'userId'>;

const set = (offer: 'none' | 'pause' | 'discount', percent: number | null = null, version = 1, by = admin()) =>
  system.rpc.call(offers.saveOfferSetting, { offer, percent, version, by });
const ask = async ({ userId }: Who, given: { reason?: 'too_expensive'; comment?: string } = {}) =>
  (await system.rpc.call(offers.makeCancellationOffer, { userId, ...given })).offer;
const accept = ({ userId }: Who, { id }: Pick<CancellationOffer, 'id'>, months?: 1 | 2 | 3) =>
  system.rpc.call(offers.acceptCancellationOffer, { userId, id, ...(months !== undefined && { months }) });
const offered = async (who: Who): Promise<CancellationOffer> => {
  const offer = await ask(who);
  if (offer === null) throw new Error('No offer was made');
  return offer;
};
const storedOf = ({ customerId }: Member) =>
  system.database.query<{ reason: string | null; comment: string | null; accepted: boolean }[]>(
    'SELECT reason, comment, accepted_at IS NOT NULL AS accepted FROM cancellation_offers WHERE customer_id = $1',
    [customerId],
  );
const chargedTo = async ({ customerId }: Member): Promise<number[]> =>
  (await system.stripe.charges.list({ customer: customerId })).data.map(({ amount }) => amount).reverse();
const subscriptionOf = async ({ customerId }: Member) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all', expand: ['data.discounts'] }))
    .data[0]!;

describe('the setting of the offer', () => {
  it('is none until staff set one, is kept in versions, and saved once', async () => {
    const read = async () => (await system.rpc.call(offers.readOfferSetting, { by: admin() })).versions;
    expect(await read()).toEqual([{ version: 1, offer: 'none', percent: null, savedAt: null, savedBy: null }]);
    expect(await ask(await member(system))).toBeNull();
    const by = admin();
    await Promise.all([set('discount', 30, 1, by), set('discount', 30, 1, by)]);
    expect(await codeOf(set('pause'))).toBe('version_conflict');
    await set('pause', null, 2, by);
    expect((await read()).map(({ version, offer, percent }) => [version, offer, percent])).toEqual([
      [3, 'pause', null],
      [2, 'discount', 30],
      [1, 'none', null],
    ]);
    const recorded = await system.publishedEvents(adminActed, { action: 'set_cancellation_offer' });
    expect(recorded.filter((event) => event.by.adminId === by.adminId)).toMatchObject([
      { action: 'set_cancellation_offer', details: { version: 2, offer: 'discount', percent: 30 } },
      { action: 'set_cancellation_offer', details: { version: 3, offer: 'pause', percent: null } },
    ]);
  });

  it('is for staff with the permission', async () => {
    const by = { ...admin(), role: 'director' as const };
    expect(await codeOf(system.rpc.call(offers.readOfferSetting, { by }))).toBe('permission_missing');
    const change = { offer: 'none' as const, percent: null, version: 1, by };
    expect(await codeOf(system.rpc.call(offers.saveOfferSetting, change))).toBe('permission_missing');
  });
});

describe('the offer at a cancellation', () => {
  it('is made once in 12 months, also in two tabs, and the cancellation stays possible', async () => {
    await set('discount', 30);
    const who = await member(system);
    const given = { reason: 'too_expensive', comment: 'I study.' } as const;
    const made = (await Promise.all([1, 2, 3].map(() => ask(who, given)))).filter((offer) => offer !== null);
    expect(made).toMatchObject([{ kind: 'discount', percent: 30, price: 9_500, discountedPrice: 6_650 }]);
    expect(await storedOf(who)).toEqual([{ ...given, accepted: false }]);
    await system.rpc.call(billing.cancelSubscription, { userId: who.userId, ...given });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', discount: null });
    await system.rpc.call(billing.resumeSubscription, { userId: who.userId });
    expect(await ask(who)).toBeNull();
    await system.database.query(
      `UPDATE cancellation_offers SET offered_at = offered_at - interval '367 days' WHERE customer_id = $1`,
      [who.customerId],
    );
    expect(await ask(who)).not.toBeNull();
    const { items } = await system.rpc.call(billing.readTimeline, {
      ...{ userId: who.userId, emailKey: who.email.toLowerCase(), kind: null, after: null, limit: 50 },
    });
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'cancellation_offered',
        details: { offer: 'discount', percent: 30, accepted: false, ...given },
      }),
    );
  });

  it('is no offer for an annual, cancelled, paused or discounted membership, or none', async () => {
    await set('discount', 30);
    expect(await ask(somebody())).toBeNull();
    expect(await ask(await member(system, { plan: 'annual' }))).toBeNull();
    const cancelled = await member(system);
    await system.rpc.call(billing.cancelSubscription, cancelled);
    const paused = await member(system);
    await system.rpc.call(billing.pauseMembership, { userId: paused.userId, months: 1 });
    const discounted = await member(system);
    const coupon = await system.stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'forever' });
    await system.stripe.subscriptions.update((await subscriptionOf(discounted)).id, {
      discounts: [{ coupon: coupon.id }],
    });
    for (const who of [cancelled, paused, discounted]) {
      expect(await ask(who)).toBeNull();
      expect(await storedOf(who)).toEqual([]);
    }
  });

  it('of a discount takes it off three charges, and a switch of plan is refused meanwhile', async () => {
    await set('discount', 30);
    const who = await member(system);
    await system.advance(3_600);
    const offer = await offered(who);
    await system.faults('api', { acceptThenCut: 1, route: 'POST /v1/subscriptions/:id' });
    await codeOf(accept(who, offer));
    await system.faults('api', {});
    const answers = await Promise.all([accept(who, offer), accept(who, offer)]);
    expect(answers).toEqual([1, 2].map(() => ({ kind: 'discount', percent: 30 })));
    expect(await storedOf(who)).toMatchObject([{ accepted: true }]);
    const { discounts } = await subscriptionOf(who);
    expect(discounts).toHaveLength(1);
    const { discount } = (await details(system, who))!;
    expect(discount).toMatchObject({ percent: 30 });
    const began = () => system.publishedEvents(discountBegan, { userId: who.userId });
    const known = { plan: 'monthly', price: 9_500, percent: 30, discountedPrice: 6_650, until: discount!.until };
    expect(await began()).toMatchObject([known]);
    const promised = offer.kind === 'discount' ? Date.parse(offer.until) : Number.NaN;
    expect(Math.abs(Date.parse(discount!.until) - promised)).toBeLessThan(60_000);
    expect(await codeOf(system.rpc.call(billing.previewPlanSwitch, { userId: who.userId, plan: 'annual' }))).toBe(
      'switch_refused',
    );
    await system.advance(31 * DAY);
    await system.advance(31 * DAY);
    await system.advance(31 * DAY);
    await until('the end of the discount', async () => (await details(system, who))?.discount === null);
    await system.advance(31 * DAY);
    await allEventsProcessed(system);
    expect(await chargedTo(who)).toEqual([9_500, 6_650, 6_650, 6_650, 9_500]);
    // A repetition, long after.
    expect(await accept(who, offer)).toEqual({ kind: 'discount', percent: 30 });
    expect((await subscriptionOf(who)).discounts).toEqual([]);
    expect(await began()).toHaveLength(1);
  });

  it('of a pause pauses as the member chooses', async () => {
    await set('pause');
    const who = await member(system);
    const offer = await offered(who);
    if (offer.kind !== 'pause') throw new Error('It is no pause');
    expect(await codeOf(accept(who, offer))).toBe('invalid_request');
    const { from, until: ends } = { from: offer.pause.from, until: offer.pause.choices[1]!.until };
    for (const _ of [1, 2]) expect(await accept(who, offer, 2)).toEqual({ kind: 'pause', from, until: ends });
    expect(await details(system, who)).toMatchObject({ pause: { from, until: ends, has_begun: false } });
    expect(await storedOf(who)).toMatchObject([{ accepted: true }]);
  });

  it('is not accepted by another member, after a day, or once the membership is cancelled', async () => {
    await set('discount', 30);
    const [who, other] = [await member(system), await member(system)];
    const [first, second] = [await offered(who), await offered(other)];
    expect(await codeOf(accept(other, first))).toBe('not_found');
    await system.rpc.call(billing.cancelSubscription, who);
    expect(await codeOf(accept(who, first))).toBe('offer_over');
    await system.advance(DAY + 60);
    expect(await codeOf(accept(other, second))).toBe('offer_over');
    expect(await storedOf(other)).toMatchObject([{ accepted: false }]);
  });

  it('changes nothing while the provider is down', async () => {
    await set('discount', 30);
    const who = await member(system);
    await system.faults('api', { fail: 1 });
    expect(await codeOf(ask(who))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    const offer = await offered(who);
    await system.faults('api', { fail: 1 });
    expect(await codeOf(accept(who, offer))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    expect(await storedOf(who)).toMatchObject([{ accepted: false }]);
    expect(await details(system, who)).toMatchObject({ status: 'active', discount: null });
  });

  it('loses the words of its reason when the person is erased', async () => {
    await set('discount', 30);
    const who = await member(system);
    await ask(who, { comment: 'Ada moves.' });
    await system.deliverEvent(accountDeleted, {
      ...{ userId: who.userId, email: who.email, verifiedEmail: null, firstName: 'Ada' },
      deletedAt: new Date().toISOString(),
    });
    await until('the words to be erased', async () => (await storedOf(who))[0]?.comment === null);
  });
});
