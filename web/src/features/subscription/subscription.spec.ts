import { describe, expect, it } from 'vitest';
import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { creditWords } from './credit-words.ts';
import { intervalName, paymentLabel, paymentName, subscriptionLabel } from './labels.ts';
import { isReceived, stateOf } from './state.ts';

describe('labels', () => {
  it.each([
    ['active', 'Active'],
    ['cancelled', 'Cancelled'],
    ['past_due', 'Past Due'],
    ['paused', 'Paused'],
    ['incomplete', 'Inactive'],
  ])('call a subscription that is %s "%s"', (status, text) => {
    expect(subscriptionLabel(status).text).toBe(text);
  });

  it.each([
    ['succeeded', 'Paid'],
    ['pending', 'Pending'],
    ['refunded', 'Refunded'],
    ['failed', 'Failed'],
    ['anything', 'Failed'],
  ])('call a payment that is %s "%s"', (status, text) => {
    expect(paymentLabel(status).text).toBe(text);
  });

  it('call every interval but a month annual', () => {
    expect([intervalName('month'), intervalName('year'), intervalName('week')]).toEqual([
      'Monthly',
      'Annual',
      'Annual',
    ]);
  });

  it('name the purpose of a payment', () => {
    expect([paymentName('month', null), paymentName('year', null), paymentName(null, 'Online Winter Classic')]).toEqual(
      ['Monthly membership', 'Annual membership', 'Online Winter Classic'],
    );
  });
});

describe('the credit that a switch leaves', () => {
  it.each([
    [76_000, '$760.00 of credit stays on your account. It pays your next 8 months in full.'],
    [9_500, '$95.00 of credit stays on your account. It pays your next month in full.'],
    [
      20_000,
      '$200.00 of credit stays on your account. It pays your next 2 months in full and $10.00 of the one after.',
    ],
    [2_000, '$20.00 of credit stays on your account. It reduces your next payment to $75.00.'],
  ])('of %s cents is described: %s', (creditLeft, words) => {
    expect(creditWords({ plan: 'monthly', price: 9_500, creditLeft })).toBe(words);
  });
});

describe('the state of a membership', () => {
  const until = '2026-12-01T08:00:00.000Z';
  const details = (status: string, access_until: string | null): SubscriptionDetails => ({
    status,
    interval: 'month',
    amount: 9_500,
    current_period_end: until,
    created: '2026-11-01T08:00:00.000Z',
    cancel_at_period_end: status === 'cancelled',
    access_until,
  });

  it.each([
    ['active', null, true, { kind: 'renews' }],
    ['cancelled', until, true, { kind: 'runs-out', accessUntil: until }],
    ['cancelled', null, false, { kind: 'ended' }],
    ['past_due', until, true, { kind: 'past-due', accessUntil: until }],
    ['past_due', until, false, { kind: 'closed' }],
  ] as const)('that is %s with access until %s (open: %s) is %j', (status, accessUntil, hasAccess, state) => {
    expect(stateOf(details(status, accessUntil), hasAccess)).toEqual(state);
  });

  it.each([
    ['active', { kind: 'pausing', from: until, until: '2027-02-01T08:00:00.000Z' }],
    ['paused', { kind: 'paused', until: '2027-02-01T08:00:00.000Z' }],
    ['cancelled', { kind: 'ended' }],
  ])('that has a pause and is %s is %j', (status, state) => {
    const pause = { from: until, until: '2027-02-01T08:00:00.000Z', has_begun: status === 'paused' };
    expect(stateOf({ ...details(status, null), pause }, status === 'active')).toEqual(state);
  });

  it.each([
    ['active', null, true, true],
    ['paused', null, false, true],
    ['paused', null, true, false],
    ['active', null, false, false],
    ['cancelled', until, true, true],
    ['cancelled', until, false, false],
    ['cancelled', null, false, true],
    ['cancelled', null, true, false],
    ['past_due', until, true, true],
    ['past_due', until, false, true],
  ])(
    'that is %s with access until %s is known to an account that is open (%s): %s',
    (status, accessUntil, hasAccess, isKnown) => {
      expect(isReceived(details(status, accessUntil), hasAccess)).toBe(isKnown);
    },
  );
});
