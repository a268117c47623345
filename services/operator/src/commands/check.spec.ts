import { describe, expect, it } from 'vitest';
import { findingsOf } from './check.ts';

const ada = {
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ada@example.com',
  isActive: true,
  isVerified: true,
  isDeactivated: false,
};
const paid = (subscriptionId: string, differences: object = {}) => ({
  subscriptionId,
  access: true,
  renews: true,
  ...differences,
});

describe('the findings on an account', () => {
  it('include a payment after the membership had ended that was not refunded', () => {
    expect(findingsOf({ ...ada, isActive: false }, [], [], [{ invoiceId: 'in_1', amount: 9_500 }])).toEqual([
      {
        person: 'ada@example.com',
        what: 'paid $95 with in_1 for a membership that was over or had not begun',
        action: expect.stringContaining('Refund it at the payment provider'),
      },
    ]);
  });

  it('are none where identity, billing and registrations agree', () => {
    expect(findingsOf(ada, [paid('sub_1')], ['sub_1'])).toEqual([]);
    expect(findingsOf({ ...ada, isActive: false }, [], [])).toEqual([]);
    expect(findingsOf({ ...ada, isActive: false }, [paid('sub_1', { access: false })], [])).toEqual([]);
    expect(findingsOf({ ...ada, isDeactivated: true }, [paid('sub_1', { renews: false })], ['sub_1'])).toEqual([]);
  });

  it.each([
    [
      'two live memberships',
      ada,
      [paid('sub_1'), paid('sub_2')],
      ['sub_1', 'sub_2'],
      'has 2 live memberships: sub_1, sub_2',
    ],
    ['access that nobody pays for', ada, [], [], 'is let in without a membership'],
    [
      'a payment without access',
      { ...ada, isActive: false },
      [paid('sub_1')],
      ['sub_1'],
      'is not let in, and pays for sub_1',
    ],
    [
      'a deactivated account that renews',
      { ...ada, isDeactivated: true },
      [paid('sub_1')],
      ['sub_1'],
      'is deactivated, and is charged again at the end of the period',
    ],
    ['a registration that is missing', ada, [paid('sub_1')], [], 'pays for sub_1, and is registered for nothing'],
    [
      'a registration of something else',
      { ...ada, isActive: false },
      [],
      ['sub_1'],
      'pays for nothing, and is registered for sub_1',
    ],
  ])('include %s', (_what, account, subscriptions, registered, sentence) => {
    expect(findingsOf(account, subscriptions, registered)).toEqual([
      { person: 'ada@example.com', what: sentence, action: expect.any(String) },
    ]);
  });
});
