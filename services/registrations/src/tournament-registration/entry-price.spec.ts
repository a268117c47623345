import { expect, it } from 'vitest';
import { entryPrice } from './entry-price.ts';

const stranger = {
  price: 4_000,
  memberPrice: 3_000,
  plan: null,
  subscriptionId: null,
  bootcampRegistrationId: null,
} as const;

it.each([
  ['anybody', stranger, 4_000, 'standard', null],
  ['a monthly member', { ...stranger, plan: 'monthly' as const }, 3_000, 'member', null],
  ['an annual member', { ...stranger, plan: 'annual' as const, subscriptionId: 'sub' }, 0, 'annual_member', null],
  ['a bootcamp participant', { ...stranger, bootcampRegistrationId: 'seat' }, 0, 'bootcamp_entry', 'seat'],
  [
    'a monthly member after a bootcamp',
    { ...stranger, plan: 'monthly' as const, bootcampRegistrationId: 'seat' },
    0,
    'bootcamp_entry',
    'seat',
  ],
  [
    'an annual member after a bootcamp, who keeps it',
    { ...stranger, plan: 'annual' as const, subscriptionId: 'sub', bootcampRegistrationId: 'seat' },
    0,
    'annual_member',
    null,
  ],
  [
    'a monthly member, where it is cheaper than the member price',
    { ...stranger, price: 2_000, plan: 'monthly' as const },
    2_000,
    'standard',
    null,
  ],
  ['anybody, where it is free', { ...stranger, price: 0, bootcampRegistrationId: 'seat' }, 0, 'standard', null],
])('for %s', (_who, terms, amount, reason, bootcampRegistrationId) => {
  expect(entryPrice(terms)).toEqual({
    amount,
    reason,
    bootcampRegistrationId,
    subscriptionId: reason === 'annual_member' ? 'sub' : null,
  });
});
