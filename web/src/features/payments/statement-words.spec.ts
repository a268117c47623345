import type { MonthlyStatement } from '@lectern/contracts/billing/statement';
import { describe, expect, it } from 'vitest';
import { contentsInWords, daysOf, monthName, productsOf, rowsOf } from './statement-words.ts';

const statement: MonthlyStatement = {
  ...{ month: '2026-02', timeZone: 'America/Los_Angeles', months: ['2026-02'] },
  ...{ from: '2026-02-01T08:00:00.000Z', before: '2026-03-01T08:00:00.000Z' },
  ...{ opening: 100, closing: 9_794, settling: 0, isComplete: true, differences: [], payouts: [] },
  ...{ readAt: null, asOf: '2026-03-02T08:00:00.000Z' },
  lines: [
    { kind: 'charge', product: 'bootcamp', count: 1, amount: 5_000, fee: 175, net: 4_825 },
    { kind: 'charge', product: 'tournament', count: 2, amount: 8_000, fee: 292, net: 7_708 },
    { kind: 'refund', product: 'tournament', count: 1, amount: -1_000, fee: 0, net: -1_000 },
    { kind: 'adjustment', product: 'other', count: 1, amount: -200, fee: 0, net: -200 },
    { kind: 'payout', product: 'other', count: 1, amount: -1_639, fee: 0, net: -1_639 },
  ],
};

describe('a statement in words', () => {
  it('begins with the opening balance, and each row adds up to the closing balance', () => {
    const rows = rowsOf(statement);
    expect(rows.map(({ label, cents }) => [label, cents])).toEqual([
      ['Opening balance', 100],
      ['Charges', 13_000],
      ['Refunds', -1_000],
      ['Fees and adjustments', -200],
      ['Stripe’s fees', -467],
      ['Payouts to the bank', -1_639],
      ['Closing balance', 9_794],
    ]);
    expect(rows.slice(0, -1).reduce((sum, { cents }) => sum + cents, 0)).toBe(statement.closing);
    expect(rowsOf({ ...statement, isComplete: false }).at(-1)?.label).toBe('Balance so far');
  });

  it('has a row for each product that was sold', () => {
    expect(productsOf(statement.lines)).toEqual([
      { product: 'bootcamp', charged: 5_000, refunded: 0, disputed: 0, fees: 175, net: 4_825 },
      { product: 'tournament', charged: 8_000, refunded: -1_000, disputed: 0, fees: 292, net: 6_708 },
    ]);
  });

  it('is of a calendar month', () => {
    expect(monthName('2026-02')).toBe('February 2026');
    expect(daysOf('2026-02')).toEqual({ madeFrom: '2026-02-01', madeUntil: '2026-02-28' });
    expect(daysOf('2028-02').madeUntil).toBe('2028-02-29');
    expect(daysOf('2026-12').madeUntil).toBe('2026-12-31');
  });

  it('says whether the movements of a payout add up to it', () => {
    const contents = { count: 2, charged: 10_000, refunded: -500, disputed: 0, adjusted: 0, fees: 350, net: 9_150 };
    const payout = {
      ...{ id: 'txn_1', payoutId: 'po_1', createdAt: statement.from, arrivesOn: statement.before },
      ...{ amount: 9_150, fee: 0, description: 'STRIPE PAYOUT', contents },
    };
    expect(contentsInWords(payout)).toBe('2 movements, adding up to it');
    expect(contentsInWords({ ...payout, amount: 9_058, fee: 92 })).toBe('2 movements, adding up to it');
    expect(contentsInWords({ ...payout, amount: 9_200 })).toBe('2 movements, $0.50 less than it');
    expect(contentsInWords({ ...payout, amount: 9_000 })).toBe('2 movements, $1.50 more than it');
    expect(contentsInWords({ ...payout, contents: null })).toBe('Not known: read shortly, or paid out manually');
    expect(contentsInWords({ ...payout, amount: -9_150, contents: null })).toBe('Returned by the bank');
  });
});
