import { expect, it } from 'vitest';
import { keptPaymentsWords } from './payment-words.ts';

it.each([
  [[0, 0], 'None of them has a payment to refund.'],
  [[15_500, 0, 0], 'One of them has a payment, $155.00.'],
  [[15_500, 4_000, 0], '2 of them have payments, $195.00 in total.'],
])('counts the payments of %p, not the registrations that cost nothing', (amounts, words) => {
  expect(keptPaymentsWords(amounts)).toContain(words);
});
