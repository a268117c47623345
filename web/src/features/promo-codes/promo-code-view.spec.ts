import { describe, expect, it } from 'vitest';
import { isPromoActive, promoUses, promoValue } from './promo-code-view.ts';

describe('a promo code', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const code = { isActive: true, validUntil: null, currentUses: 3, maxUses: null };

  it('shows its discount and its number of uses', () => {
    expect(promoValue({ discountType: 'percentage', discountValue: 20 })).toBe('20%');
    expect(promoValue({ discountType: 'fixed_amount', discountValue: 2_050 })).toBe('$20.50');
    expect([promoUses(code), promoUses({ currentUses: 3, maxUses: 1_000 })]).toEqual(['3/unlimited', '3/1,000']);
  });

  it('is active while it can be used', () => {
    expect(isPromoActive(code, now)).toBe(true);
    expect(isPromoActive({ ...code, isActive: false }, now)).toBe(false);
    expect(isPromoActive({ ...code, validUntil: '2026-11-20T11:59:59Z' }, now)).toBe(false);
    expect(isPromoActive({ ...code, maxUses: 3 }, now)).toBe(false);
  });
});
