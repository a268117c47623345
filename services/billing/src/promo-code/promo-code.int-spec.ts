import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { retryWhileUnavailable } from '@lectern/service-kit/testing/retry-while-unavailable';
import { settleDueCheckouts } from '../jobs.ts';
import { until } from '@lectern/test-kit/until';
import { admin, codeOf, DAY, open, pay, payments, press, purchaseOf, somebody } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await system.startReplica();
  await until('the prices to be created', async () =>
    (await system.rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );
});

afterAll(() => system.close());

const create = (differences: Partial<RpcInput<typeof billing.createPromoCode>> = {}) =>
  system.rpc.call(billing.createPromoCode, {
    code: `T${randomUUID().slice(0, 12)}`,
    name: 'A test',
    description: null,
    discountType: 'percentage',
    discountValue: 20,
    minimumAmount: null,
    maxUses: null,
    validUntil: null,
    applicableProducts: ['debate_club', 'tournaments', 'bootcamps'],
    by: admin(),
    ...differences,
  });

const counts = async (id: string): Promise<{ current: number; held: number }> => {
  const [row] = await system.database.query<{ current: number; held: number }[]>(
    'SELECT current_uses AS current, held_uses AS held FROM promo_codes WHERE id = $1',
    [id],
  );
  if (row === undefined) throw new Error('The code is gone');
  return row;
};

const monthlyPriceId = async (): Promise<string> =>
  (await system.rpc.call(billing.listPrograms, {})).find(({ type }) => type === 'debate_club')?.stripePriceIdMonthly ??
  '';

describe('a promo code', () => {
  it('takes its percentage off the first payment, and off no later one, and is counted once, however often that is settled', async () => {
    const { id, code } = await create();
    const who = somebody({ promoCode: code.toLowerCase() });
    const url = await open(system, who);
    expect(await counts(id)).toEqual({ current: 0, held: 1 });
    await pay(system, url);
    const sessionId = url.split('/').at(-1) ?? '';
    await Promise.all(Array.from({ length: 10 }, () => system.rpc.call(billing.settleCheckout, { sessionId })));
    expect(await payments(system, who)).toEqual([expect.objectContaining({ amount: 7_600, status: 'succeeded' })]);
    expect(await counts(id)).toEqual({ current: 1, held: 0 });
    expect(await system.publishedEvents(membershipChanged, { userId: who.userId })).toMatchObject([
      { amount: 9_500, firstCharged: 7_600 },
    ]);
    await system.advance(32 * DAY);
    await until('the renewal to be known', async () => (await payments(system, who)).length === 2);
    expect((await payments(system, who)).map(({ amount }) => amount)).toEqual([9_500, 7_600]);
  });

  it('of a fixed amount above the price makes it free, which is a use too', async () => {
    const { id, code } = await create({ discountType: 'fixed_amount', discountValue: 20_000 });
    const who = somebody({ promoCode: code });
    await pay(system, await open(system, who));
    expect(await payments(system, who)).toEqual([expect.objectContaining({ amount: 0 })]);
    expect(await counts(id)).toEqual({ current: 1, held: 0 });
  });

  it('is never used more often than it may be: a hundred people for the last use', async () => {
    const { id, code } = await create({ maxUses: 1 });
    const opened = await Promise.allSettled(
      Array.from({ length: 100 }, () => somebody({ promoCode: code })).map((who) =>
        retryWhileUnavailable(() => open(system, who)),
      ),
    );
    const urls = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(urls).toHaveLength(1);
    expect(
      opened.filter(
        (outcome) => outcome.status === 'rejected' && (outcome.reason as { code?: string }).code === 'promo_invalid',
      ),
    ).toHaveLength(99);
    await pay(system, urls[0] ?? '');
    expect(await counts(id)).toEqual({ current: 1, held: 0 });
    expect(await codeOf(open(system, somebody({ promoCode: code })))).toBe('promo_invalid');
  });

  it('that is held for a page is free again when the page has expired, although no message reports it', async () => {
    const { id, code } = await create({ maxUses: 1 });
    await system.faults('delivery', { drop: 1, retry: false });
    try {
      await open(system, somebody({ promoCode: code }));
      expect(await codeOf(open(system, somebody({ promoCode: code })))).toBe('promo_invalid');
      await system.advance(40 * 60);
      await system.wake(settleDueCheckouts);
      await until('the use to be released', async () => (await counts(id)).held === 0);
    } finally {
      await system.faults('delivery', {});
    }
    await pay(system, await open(system, somebody({ promoCode: code })));
    expect(await counts(id)).toEqual({ current: 1, held: 0 });
  });

  it('stays with the person who chooses again without naming it, and is released when another one takes its place', async () => {
    const { id, code } = await create({ maxUses: 1 });
    const who = somebody({ promoCode: code });
    const discounted = await open(system, who);
    expect(await open(system, who)).toBe(discounted);
    expect(await open(system, { ...who, promoCode: null })).toBe(discounted);
    const annual = await open(system, { ...who, promoCode: null, plan: 'annual' });
    expect(annual).not.toBe(discounted);
    expect(await counts(id)).toEqual({ current: 0, held: 1 });
    const other = await create({ discountValue: 50 });
    await pay(system, await open(system, { ...who, promoCode: other.code }));
    expect(await counts(id)).toEqual({ current: 0, held: 0 });
    expect((await payments(system, who)).map(({ amount }) => amount)).toEqual([4_750]);
  });

  it.each([
    ['unknown', async () => 'NOSUCHCODE'],
    ['for bootcamps only', async () => (await create({ applicableProducts: ['bootcamps'] })).code],
    ['for more than this costs', async () => (await create({ minimumAmount: 9_501 })).code],
  ])('that is %s is refused, and leaves nothing behind', async (_what, make) => {
    const who = somebody({ promoCode: await make() });
    expect(await codeOf(open(system, who))).toBe('promo_invalid');
    const found = await system.database.query<unknown[]>('SELECT 1 FROM checkouts WHERE email_key = $1', [
      who.email.toLowerCase(),
    ]);
    expect(found).toHaveLength(0);
  });

  it('ends at the instant that it names', async () => {
    const clock = (await (await fetch(`${system.sandbox.url}/stripe/test_helpers/clock?after=-1`)).json()) as {
      iso: string;
    };
    const { code } = await create({ validUntil: new Date(Date.parse(clock.iso) + 3_600_000).toISOString() });
    const check = () =>
      codeOf(
        system.rpc.call(billing.checkMembershipOrder, { plan: 'monthly', promoCode: code, email: somebody().email }),
      );
    expect(await check()).toBe('answered');
    await system.advance(3_600);
    expect(await check()).toBe('promo_invalid');
  });

  it('is shown with its discount in percent, also when it is a fixed amount', async () => {
    const priceId = await monthlyPriceId();
    const percent = await create();
    const fixed = await create({ discountType: 'fixed_amount', discountValue: 2_500 });
    expect(await system.rpc.call(billing.validatePromo, { code: percent.code, priceId })).toEqual({
      valid: true,
      discount: 20,
      discountType: 'percentage',
      amountOff: 1_900,
    });
    expect(await system.rpc.call(billing.validatePromo, { code: fixed.code, priceId })).toEqual({
      valid: true,
      discount: 26.32,
      discountType: 'fixed_amount',
      amountOff: 2_500,
    });
    expect(await system.rpc.call(billing.validatePromo, { code: 'NOSUCHCODE', priceId })).toEqual({ valid: false });
    expect(
      await codeOf(system.rpc.call(billing.validatePromo, { code: percent.code, priceId: 'price_of_another' })),
    ).toBe('price_unknown');
  });

  it.each(['bootcamps', 'tournaments'] as const)(
    'that leaves less than the provider can charge makes %s free',
    async (product) => {
      const { priceOnce } = (await system.rpc.call(billing.listPrograms, {})).find(({ type }) => type === product)!;
      const { code } = await create({ discountType: 'fixed_amount', discountValue: priceOnce! - 49 });
      const { checkoutUrl } = await system.rpc.call(
        billing.openPurchaseCheckout,
        purchaseOf({ product, promoCode: code }),
      );
      await press(checkoutUrl, 'pay');
      expect(
        await system.rpc.call(billing.settleCheckout, { sessionId: checkoutUrl.split('/').at(-1) ?? '' }),
      ).toMatchObject({ status: 'complete', amount: 0 });
    },
  );

  it('is used once by a guest, and by the account of that address', async () => {
    const { code } = await create();
    const guest = purchaseOf({ promoCode: code });
    const { checkoutUrl } = await system.rpc.call(billing.openPurchaseCheckout, guest);
    await press(checkoutUrl, 'pay');
    await system.rpc.call(billing.settleCheckout, { sessionId: checkoutUrl.split('/').at(-1) ?? '' });
    expect(
      await codeOf(
        system.rpc.call(
          billing.openPurchaseCheckout,
          purchaseOf({ email: guest.email.toUpperCase(), promoCode: code }),
        ),
      ),
    ).toBe('promo_invalid');
    expect(await codeOf(open(system, somebody({ email: guest.email, promoCode: code })))).toBe('promo_invalid');
    expect(await codeOf(open(system, somebody({ promoCode: code })))).toBe('answered');
  });

  it('that another page of the person holds is no discount for a registration until that page has ended', async () => {
    const { code } = await create();
    const first = purchaseOf({ promoCode: code });
    const second = purchaseOf({ email: first.email.toUpperCase(), promoCode: code, ignoresEndedCode: true });
    const discountOf = async ({ reference, email, product }: typeof first) => {
      const asked = { code, product, amount: 4_000, user: { userId: null, email }, ignoresEndedCode: true };
      return (await system.rpc.call(billing.checkPromoCode, { ...asked, reference })).amountOff;
    };
    const totalOf = async (purchase: typeof first) => {
      const { checkoutUrl } = await system.rpc.call(billing.openPurchaseCheckout, purchase);
      return (await system.stripe.checkout.sessions.retrieve(checkoutUrl.split('/').at(-1)!)).amount_total;
    };
    expect(await totalOf(first)).toBe(12_400);
    expect(await discountOf(first)).toBe(800);
    expect(await discountOf(second)).toBeNull();
    expect(await totalOf(second)).toBe(15_500);
    await system.rpc.call(billing.closePurchaseCheckout, { reference: first.reference });
    expect(await discountOf(second)).toBe(800);
    expect(await totalOf(second)).toBe(12_400);
  });

  it('works for a bootcamp too', async () => {
    const { id, code } = await create({ discountType: 'fixed_amount', discountValue: 5_500, maxUses: 1 });
    const purchase = purchaseOf({ promoCode: code });
    const { checkoutUrl } = await system.rpc.call(billing.openPurchaseCheckout, purchase);
    expect(await codeOf(system.rpc.call(billing.openPurchaseCheckout, purchaseOf({ promoCode: code })))).toBe(
      'promo_invalid',
    );
    await press(checkoutUrl, 'pay');
    const outcome = await system.rpc.call(billing.settleCheckout, { sessionId: checkoutUrl.split('/').at(-1) ?? '' });
    expect(outcome).toMatchObject({ status: 'complete', amount: 10_000 });
    expect(await counts(id)).toEqual({ current: 1, held: 0 });
  });
});

describe('administrators', () => {
  it('make codes in capitals, each name once', async () => {
    const by = admin();
    const made = await create({ code: `spring${randomUUID().slice(0, 6)}`, by });
    expect(made.code).toBe(made.code.toUpperCase());
    expect(await create({ code: made.code.toLowerCase(), by })).toEqual(made);
    expect(await codeOf(create({ code: made.code.toLowerCase(), maxUses: 7, by }))).toBe('promo_code_taken');
    expect(await codeOf(create({ validUntil: '2020-01-01T00:00:00.000Z' }))).toBe('invalid_request');
    expect((await system.rpc.call(billing.listPromoCodes, {}))[0]).toMatchObject({ code: made.code, currentUses: 0 });
  });

  it('delete an unused code, and archive a used one, which nobody can use any more', async () => {
    const unused = await create();
    const used = await create();
    await pay(system, await open(system, somebody({ promoCode: used.code })));
    expect(await system.rpc.call(billing.deletePromoCode, { id: unused.id, by: admin() })).toEqual({
      code: unused.code,
      archived: false,
      isPaidWith: false,
    });
    expect(await system.rpc.call(billing.deletePromoCode, { id: used.id, by: admin() })).toEqual({
      code: used.code,
      archived: true,
      isPaidWith: true,
    });
    const opened = await create();
    await open(system, somebody({ promoCode: opened.code }));
    expect(await system.rpc.call(billing.deletePromoCode, { id: opened.id, by: admin() })).toEqual({
      code: opened.code,
      archived: true,
      isPaidWith: false,
    });
    const listed = (await system.rpc.call(billing.listPromoCodes, {})).map(({ id }) => id);
    expect(listed).not.toContain(unused.id);
    expect(listed).not.toContain(used.id);
    expect(await codeOf(open(system, somebody({ promoCode: used.code })))).toBe('promo_invalid');
    expect(await codeOf(system.rpc.call(billing.deletePromoCode, { id: used.id, by: admin() }))).toBe('not_found');
    expect(await counts(used.id)).toEqual({ current: 1, held: 0 });
  });
});
