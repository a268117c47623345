import { expect, it } from 'vitest';
import { firstPayment } from './judge-referral.ts';

const paid = (
  invoiceId: string,
  second: number,
  status: 'succeeded' | 'refunded' | 'failed' = 'succeeded',
  amount = 9_500,
) => ({ invoiceId, status, amount, paidAt: new Date(second * 1_000) });

it.each([
  ['the earliest', [paid('b', 2), paid('a', 1)], 'a'],
  ['the earliest, also when it was refunded', [paid('a', 1, 'refunded'), paid('b', 2)], 'a'],
  ['of two in one second the one that was not refunded', [paid('a', 1, 'refunded'), paid('b', 1)], 'b'],
  ['none that failed or cost nothing', [paid('a', 1, 'failed'), paid('b', 2, 'succeeded', 0), paid('c', 3)], 'c'],
  ['missing where nothing was paid', [paid('a', 1, 'failed')], undefined],
])('the first payment of a person is %s', (_which, payments, first) => {
  expect(firstPayment(payments)?.invoiceId).toBe(first);
});
