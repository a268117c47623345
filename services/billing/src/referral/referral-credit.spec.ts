import { describe, expect, it } from 'vitest';
import { RETURNED_OF } from '../stripe/return-credits.ts';
import { creditReturnedFrom, CREDIT_TRANSITIONS, invoicesSpentOn, TAKEN_OF, unspentOf } from './referral-credit.ts';

describe('the part of a credit that can be withdrawn', () => {
  it.each([
    [5_000, -5_000, 5_000],
    [5_000, -20_000, 5_000],
    [5_000, -1_200, 1_200],
    [5_000, 0, 0],
    [5_000, 3_000, 0],
  ])('of %i with a balance of %i is %i', (amount, balance, unspent) => {
    expect(unspentOf(amount, balance)).toBe(unspent);
  });
});

describe('credit returned by an invoice', () => {
  const entry = (amount: number, type: 'applied_to_invoice' | 'unapplied_from_invoice' | 'adjustment', of: object) => ({
    amount,
    type,
    invoice: null,
    metadata: null,
    ...of,
  });
  const used = entry(5_000, 'applied_to_invoice', { invoice: 'in_1' });

  it('is the amount that the provider or we returned, less withdrawals since', () => {
    expect(creditReturnedFrom('in_1', [used])).toBe(0);
    const voided = entry(-5_000, 'unapplied_from_invoice', { invoice: 'in_1' });
    expect(creditReturnedFrom('in_1', [used, voided])).toBe(5_000);
    expect(creditReturnedFrom('in_2', [used, voided])).toBe(0);
    const refused = entry(-5_000, 'adjustment', { metadata: { [RETURNED_OF]: 'in_1' } });
    const taken = entry(1_200, 'adjustment', { metadata: { [TAKEN_OF]: 'in_1' } });
    expect(creditReturnedFrom('in_1', [used, refused, taken])).toBe(3_800);
  });

  it('is awaited from invoices that used credit and had not returned it', () => {
    const voided = entry(-5_000, 'unapplied_from_invoice', { invoice: 'in_1' });
    const other = entry(300, 'applied_to_invoice', { invoice: 'in_2' });
    expect(invoicesSpentOn([other, voided, used], [voided, used])).toEqual(['in_2']);
    expect(invoicesSpentOn([voided, used], [used])).toEqual(['in_1']);
  });
});

describe('a credit whose payment is refunded', () => {
  it('is searched at the provider before it is dropped, even when its grant was not recorded', () => {
    expect(CREDIT_TRANSITIONS.due.refunded).toBe('return_due');
    expect(CREDIT_TRANSITIONS.return_due['found-ungranted']).toBe('dropped');
  });
});
