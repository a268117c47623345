import { describe, expect, it } from '@jest/globals';
import { CREDIT_MOVES, unspentOf } from './referral-credit.ts';

describe('what can be taken back of a credit', () => {
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

describe('a credit whose payment is refunded', () => {
  it('is looked for at the provider before it is given up, even when nobody wrote down that it was granted', () => {
    expect(CREDIT_MOVES.due.refunded).toBe('return_due');
    expect(CREDIT_MOVES.return_due['found-ungranted']).toBe('dropped');
  });
});
