import { describe, expect, it } from 'vitest';
import { nextChargeOf } from './next-charge.ts';

const END = new Date('2026-05-01T00:00:00.000Z');
const LATER = new Date('2026-07-01T00:00:00.000Z');
const monthly = {
  status: 'active',
  ...{ cancelAtPeriodEnd: false, amount: 9_500, currentPeriodEnd: END, pausedUntil: null },
  ...{ discountPercent: null, discountUntil: null },
} as const;

describe('the next charge', () => {
  it('is the price less the credit, at the end of the period', () => {
    expect(nextChargeOf(monthly, 3_000)).toEqual({
      ...{ at: END.toISOString(), price: 9_500, discount: 0, credit: 3_000, amount: 6_500 },
    });
    expect(nextChargeOf(monthly, 20_000)).toMatchObject({ credit: 9_500, amount: 0 });
  });

  it('leaves a sum under the provider’s least charge for the one after', () => {
    expect(nextChargeOf(monthly, 9_451)).toMatchObject({ amount: 0 });
    expect(nextChargeOf(monthly, 9_450)).toMatchObject({ amount: 50 });
  });

  it('collects a sum that is owed', () => {
    expect(nextChargeOf(monthly, -40)).toMatchObject({ credit: -40, amount: 9_540 });
  });

  it('counts a discount first, where it still runs then', () => {
    const discounted = { ...monthly, discountPercent: 20, discountUntil: LATER };
    expect(nextChargeOf(discounted, 1_000)).toMatchObject({ discount: 1_900, credit: 1_000, amount: 6_600 });
    expect(nextChargeOf({ ...discounted, pausedUntil: LATER }, 1_000)).toMatchObject({
      ...{ at: LATER.toISOString(), discount: 0, amount: 8_500 },
    });
  });

  it('is none for a membership that is not charged any more', () => {
    expect(nextChargeOf({ ...monthly, cancelAtPeriodEnd: true }, 0)).toBeNull();
    expect(nextChargeOf({ ...monthly, status: 'cancelled' }, 0)).toBeNull();
  });
});
