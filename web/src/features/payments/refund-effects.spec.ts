import { expect, it } from 'vitest';
import { refundEffects } from './refund-effects.ts';

it.each([
  ['membership', null, 9_500, 'The membership ends immediately.'],
  ['membership', null, 9_499, null],
  [
    'registration',
    'Spring Open',
    9_500,
    'The registration for Spring Open ends. Its place is free for the next person.',
  ],
  ['registration', 'Spring Open', Number.NaN, null],
  [null, null, 9_500, null],
] as const)('a refund that could end a %s (%s), of %s cents, says: %s', (ends, title, amount, lost) =>
  expect(refundEffects({ left: 9_500, ends }, amount, title).lost).toBe(lost),
);
