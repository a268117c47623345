import { expect, it } from 'vitest';
import { refundEffects } from './refund-effects.ts';

const CREDIT = 'A referral credit that this payment earned is withdrawn, unless it was spent.';

it.each([
  ['membership', null, 9_500, ['The membership ends immediately.', CREDIT]],
  ['membership', null, 9_499, []],
  [
    'registration',
    'Spring Open',
    9_500,
    ['The registration for Spring Open ends. Its place is free for the next person.'],
  ],
  ['registration', 'Spring Open', Number.NaN, []],
  [null, null, 9_500, [CREDIT]],
  [null, 'Spring Open', 9_500, []],
] as const)('a refund that could end a %s (%s), of %s cents, says: %s', (ends, title, amount, lost) =>
  expect(refundEffects({ left: 9_500, ends }, amount, title).lost).toEqual(lost),
);

it.each([9_500, 9_499, Number.NaN])(
  'a refund of %s cents warns of credit that was given for the rest of the period',
  (amount) =>
    expect(refundEffects({ left: 9_500, ends: null, credited: 76_000 }, amount, null).lost).toContain(
      'The rest of this period was already given as $760.00 of credit, when the plan was switched. A refund does not withdraw that.',
    ),
);

it('a refund says how much of that credit is withdrawn with it', () =>
  expect(refundEffects({ left: 9_500, ends: null, credited: 76_000 }, 9_500, null, 70_000).lost).toContain(
    'The rest of this period was already given as $760.00 of credit, when the plan was switched. $700.00 of it are withdrawn.',
  ));
