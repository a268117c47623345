import { describe, expect, it } from 'vitest';
import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { endOfMembership } from './what-ends.ts';

const details = (status: string, access_until: string | null = null): SubscriptionDetails => ({
  status,
  interval: 'month',
  amount: 9_500,
  current_period_end: '2026-12-01T20:00:00.000Z',
  created: '2026-11-01T20:00:00.000Z',
  cancel_at_period_end: status === 'cancelled',
  access_until,
});

describe('the effect of deleting an account on the membership', () => {
  it('is that an active one ends without a refund; cancelling it is offered instead', () => {
    expect(endOfMembership(details('active'))).toEqual({
      text: 'Your membership ends immediately: the time that you have paid for, until December 1, 2026, is lost without a refund, and nothing is charged again.',
      canCancel: true,
    });
  });

  it('is that the rest of a cancelled one is lost', () => {
    const end = endOfMembership(details('cancelled', '2026-12-01T20:00:00.000Z'));
    expect(end).toMatchObject({ canCancel: false });
    expect(end?.text).toContain('until December 1, 2026, is lost without a refund');
  });

  it.each(['past_due', 'paused'])('is that nothing more is charged for one that is %s', (status) => {
    expect(endOfMembership(details(status))).toEqual({
      text: 'Your membership ends immediately, and nothing is charged again.',
      canCancel: false,
    });
  });

  it('is null where none is active', () => {
    expect([
      endOfMembership(null),
      endOfMembership(details('cancelled')),
      endOfMembership(details('incomplete')),
    ]).toEqual([null, null, null]);
  });
});
