import { describe, expect, it } from 'vitest';
import { describeDifference } from './describe-difference.ts';

describe('a difference between our records and Stripe', () => {
  it.each([
    [
      { subject: 'subscription sub_1', field: 'status', local: 'past_due', remote: 'active' },
      'Membership sub_1, status: past due here, active in Stripe.',
    ],
    [
      { subject: 'subscription sub_1', field: 'access', local: 'false', remote: 'true' },
      'Membership sub_1, access to the member area: no here, yes in Stripe.',
    ],
    [
      { subject: 'payment in_1', field: 'amountRefunded', local: '0', remote: '9500' },
      'Membership payment in_1, amount refunded: $0.00 here, $95.00 in Stripe.',
    ],
    [
      { subject: 'purchase pi_1', field: 'status', local: null, remote: 'paid' },
      'Tournament or bootcamp payment pi_1, status: nothing here, paid in Stripe.',
    ],
    [
      { subject: 'subscription sub_1', field: 'endedAt', local: null, remote: '2025-11-22T16:00:00.000Z' },
      'Membership sub_1, end: nothing here, Nov 22, 2025, 8:00 AM PST in Stripe.',
    ],
    [
      { subject: 'credit of cus_1', field: 'customer', local: 'cus_2', remote: 'cus_1' },
      'Credit of cus_1, customer: cus_2 here, cus_1 in Stripe.',
    ],
  ])('%j', (difference, words) => {
    expect(describeDifference(difference)).toBe(words);
  });
});
