import { describe, expect, it } from 'vitest';
import { isEverPriced, nextPrice, priceAt } from './event-prices.ts';

const laterPrices = [
  { from: '2026-10-01T04:00:00.000Z', price: 4_500 },
  { from: '2026-11-01T04:00:00.000Z', price: 5_000 },
];
const event = { price: 4_000, setup: { laterPrices } };

describe('the prices of an event', () => {
  it.each([
    ['2026-10-01T03:59:59.999Z', 4_000, 4_500],
    ['2026-10-01T04:00:00.000Z', 4_500, 5_000],
    ['2026-11-01T03:59:59.999Z', 4_500, 5_000],
    ['2026-11-01T04:00:00.000Z', 5_000, undefined],
  ])('are at %s %d, and then %d', (at, price, next) => {
    expect(priceAt(event, new Date(at))).toBe(price);
    expect(nextPrice(event, new Date(at))?.price).toBe(next);
  });

  it.each([undefined, null, {}, { laterPrices: [] }])('are one where the set-up is %o', (setup) => {
    const at = new Date('2026-12-01');
    expect([priceAt({ price: 4_000, setup }, at), nextPrice({ setup }, at)]).toEqual([4_000, null]);
  });

  it('are all zero for a free event', () => {
    expect(isEverPriced({ price: 0 })).toBe(false);
    expect(isEverPriced({ price: 4_000 })).toBe(true);
    expect(isEverPriced({ price: 0, setup: { laterPrices } })).toBe(true);
  });
});
