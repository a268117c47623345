import { describe, expect, it } from 'vitest';
import { aftermathOf, consequencesOf, paymentOf, statusLabel } from './bootcamp-view.ts';

describe('a bootcamp registration in the list', () => {
  it('shows its status and its payment', () => {
    expect([statusLabel({ status: 'waiting', position: 2 }), statusLabel({ status: 'held', position: null })]).toEqual([
      'On the waitlist: 2',
      'Awaiting payment',
    ]);
    const due = { status: 'waiting', paymentStatus: 'pending', paymentAmount: 15_500 } as const;
    expect([
      paymentOf(due),
      paymentOf({ ...due, status: 'released' }),
      paymentOf({ ...due, status: 'paid', paymentStatus: 'paid' }),
    ]).toEqual(['$155.00 due', 'Not paid', '$155.00 paid']);
    expect(aftermathOf({ paymentStatus: 'paid', paymentAmount: 15_500 })).toContain(
      'refunds nothing of the payment of $155.00',
    );
    expect(aftermathOf({ paymentStatus: 'pending', paymentAmount: 15_500 })).toContain('It is not paid yet');
  });

  it.each([
    [
      'paid',
      'Ann Lee is emailed about it, unless the bootcamp is over. The seat goes to the next person on the waitlist.',
    ],
    ['waiting', 'Ann Lee is emailed about it, unless the bootcamp is over.'],
    [
      'held',
      'Ann Lee is not emailed, unless the seat was offered from the waitlist. The seat goes to the next person on the waitlist.',
    ],
    ['refunded', 'Ann Lee is not emailed.'],
  ] as const)('says whether deleting it emails the person: %s', (status, words) => {
    expect(consequencesOf({ status, firstName: 'Ann', lastName: 'Lee' })).toBe(words);
  });
});
