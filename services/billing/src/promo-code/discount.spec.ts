import { describe, expect, it } from 'vitest';
import { amountOff, isUsable, percentOf, promoKey } from './discount.ts';

const now = new Date('2026-03-01T12:00:00Z');
const terms = {
  discountType: 'percentage',
  discountValue: 20,
  minimumAmount: null,
  maxUses: null,
  currentUses: 0,
  heldUses: 0,
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validUntil: null,
  isActive: true,
  archivedAt: null,
  applicableProducts: ['debate_club', 'tournaments', 'bootcamps'],
} as Parameters<typeof isUsable>[0];
const monthly = { product: 'debate_club', amount: 9_500 } as const;

describe('the discount of a promo code', () => {
  it.each([
    ['percentage', 20, 9_500, 1_900],
    ['percentage', 100, 9_500, 9_500],
    ['percentage', 33, 9_500, 3_135],
    ['percentage', 1, 51, 1],
    ['percentage', 1, 50, 50],
    ['percentage', 99, 4_000, 4_000],
    ['percentage', 98, 4_000, 3_920],
    ['fixed_amount', 9_450, 9_500, 9_450],
    ['fixed_amount', 9_451, 9_500, 9_500],
    ['fixed_amount', 2_500, 9_500, 2_500],
    ['fixed_amount', 20_000, 9_500, 9_500],
  ] as const)('%s of %i off %i cents is %i', (discountType, discountValue, amount, off) => {
    expect(amountOff({ discountType, discountValue }, amount)).toBe(off);
    expect(Number.isInteger(amountOff({ discountType, discountValue }, amount))).toBe(true);
  });

  it('is shown as a percentage of the price', () => {
    expect(percentOf(2_500, 9_500)).toBe(26.32);
    expect(percentOf(1_900, 9_500)).toBe(20);
    expect(percentOf(0, 0)).toBe(0);
  });
});

describe('a promo code', () => {
  it.each([
    ['as it is', {}, true],
    ['inactive', { isActive: false }, false],
    ['archived', { archivedAt: now }, false],
    ['not valid yet', { validFrom: new Date(now.getTime() + 1) }, false],
    ['at the instant it ends', { validUntil: now }, false],
    ['just before it ends', { validUntil: new Date(now.getTime() + 1) }, true],
    ['for something else', { applicableProducts: ['bootcamps'] }, false],
    ['for more than this', { minimumAmount: 9_501 }, false],
    ['for exactly this', { minimumAmount: 9_500 }, true],
    ['with one use left', { maxUses: 3, currentUses: 2 }, true],
    ['used up', { maxUses: 3, currentUses: 3 }, false],
    ['whose last use is held', { maxUses: 3, currentUses: 2, heldUses: 1 }, false],
  ])('%s', (_what, change, usable) => {
    expect(isUsable({ ...terms, ...change }, monthly, now)).toBe(usable);
  });

  it('is the same code in any letter case', () => {
    expect(promoKey(' welcome20 ')).toBe('WELCOME20');
  });
});
