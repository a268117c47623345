import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { describe, expect, it } from 'vitest';
import { isOutdated, methodOf, purposeOf } from './payment-words.ts';

const payment: ListedPayment = {
  ...{ id: 'txn_1', kind: 'charge', createdAt: '2026-03-01T12:00:00.000Z', availableOn: '2026-03-03T00:00:00.000Z' },
  ...{ person: null, isOurs: true, product: 'membership_annual', title: null, description: null },
  ...{
    method: 'visa',
    last4: '4242',
    reference: null,
    amount: 95_000,
    fee: 2_785,
    net: 92_215,
    refunded: 0,
    isDisputed: false,
  },
  ...{ receiptUrl: null, chargeId: 'ch_1', payoutId: null },
};

describe('a payment in words', () => {
  it('is for its event or its plan, or has the words of Stripe', () => {
    expect(purposeOf(payment)).toBe('Annual membership');
    expect(purposeOf({ ...payment, product: 'tournament', title: 'Spring Open' })).toBe('Spring Open');
    expect(purposeOf({ ...payment, product: 'other', isOurs: false })).toBe('Not from this site');
    expect(purposeOf({ ...payment, kind: 'payout', description: 'STRIPE PAYOUT' })).toBe('STRIPE PAYOUT');
  });

  it('names its method', () => {
    expect(methodOf(payment)).toBe('Visa 4242');
    expect(methodOf({ ...payment, method: 'us_bank_account', last4: '6789' })).toBe('Bank debit 6789');
    expect(methodOf({ ...payment, last4: null })).toBe('Visa');
    expect(methodOf({ ...payment, method: null })).toBe('—');
  });

  it('is outdated a quarter of an hour after the last reading', () => {
    const now = '2026-03-01T12:00:00.000Z';
    expect(isOutdated('2026-03-01T11:46:00.000Z', now)).toBe(false);
    expect(isOutdated('2026-03-01T11:44:00.000Z', now)).toBe(true);
  });
});
