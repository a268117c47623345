import { describe, expect, it } from 'vitest';
import { discountLines } from './coupon-discount.ts';

const percent = (percent_off: number) => ({ percent_off, amount_off: null });
const amount = (amount_off: number) => ({ percent_off: null, amount_off });

describe('discountLines', () => {
  it('takes a percentage off, rounded to a cent', () => {
    expect(discountLines(percent(33.33), [{ amount: 9500, product: 'a' }])).toEqual([3166]);
  });

  it('never takes off more than the lines cost', () => {
    expect(discountLines(amount(99_999), [{ amount: 9500, product: 'a' }])).toEqual([9500]);
  });

  it('shares an amount out so that the parts sum up exactly', () => {
    const parts = discountLines(
      amount(1000),
      [1, 1, 1].map((each) => ({ amount: each * 3333, product: 'a' })),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1000);
  });

  it('applies to the named products only', () => {
    const coupon = { ...percent(50), applies_to: { products: ['b'] } };
    expect(
      discountLines(coupon, [
        { amount: 100, product: 'a' },
        { amount: 100, product: 'b' },
      ]),
    ).toEqual([0, 50]);
  });

  it('takes nothing off what is free', () => {
    expect(discountLines(percent(50), [{ amount: 0, product: 'a' }])).toEqual([0]);
  });
});
