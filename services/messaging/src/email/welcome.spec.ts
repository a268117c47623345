import { expect, it } from 'vitest';
import { isWelcome } from './welcome.ts';

const monthly = {
  access: true,
  plan: 'monthly',
  startedAt: '2026-01-31T10:00:00.000Z',
  currentPeriodEnd: '2026-02-28T10:00:00.000Z',
} as const;
const annual = {
  access: true,
  plan: 'annual',
  startedAt: '2027-03-01T10:00:00.000Z',
  currentPeriodEnd: '2028-03-01T10:00:00.000Z',
} as const;

it.each([
  ['a new monthly membership', monthly, true],
  ['a new annual membership over a leap day', annual, true],
  [
    'one of the longest month',
    { ...monthly, startedAt: '2026-07-31T10:00:00.000Z', currentPeriodEnd: '2026-08-31T10:00:00.000Z' },
    true,
  ],
  ['one whose first payment took a day', { ...monthly, currentPeriodEnd: '2026-03-04T10:00:00.000Z' }, true],
  ['one without access', { ...monthly, access: false }, false],
  ['a monthly one that was renewed', { ...monthly, currentPeriodEnd: '2026-03-31T10:00:00.000Z' }, false],
  ['an annual one that was renewed', { ...annual, currentPeriodEnd: '2029-03-01T10:00:00.000Z' }, false],
])('%s: %#', (_what, membership, isExpected) => {
  expect(isWelcome(membership)).toBe(isExpected);
});
