import { describe, expect, it } from 'vitest';
import {
  csvOf,
  dollarsFor,
  membersInWords,
  monthName,
  transitionsInWords,
  revenueInWords,
  shortMonth,
} from './analytics.ts';

const month = (name: string, joined: number, left: number, active: number) => ({ month: name, joined, left, active });
const none = { charged: 0, refunded: 0, net: 0 };
const earned = (name: string, charged: number, refunded: number) => ({
  month: name,
  charged,
  refunded,
  net: charged - refunded,
  products: { memberships: none, bootcamps: none, tournaments: none },
});

describe('chart summaries', () => {
  it('compare the members with the first month', () => {
    expect(membersInWords([month('2026-01', 2, 0, 10), month('2026-02', 3, 1, 12)])).toBe(
      '12 members in February 2026, 2 more than at the end of January 2026.',
    );
    expect(membersInWords([month('2026-01', 2, 0, 3), month('2026-02', 0, 2, 1)])).toBe(
      '1 member in February 2026, 2 fewer than at the end of January 2026.',
    );
    expect(membersInWords([month('2026-01', 2, 0, 3), month('2026-02', 1, 1, 3)])).toBe(
      '3 members in February 2026, as many as at the end of January 2026.',
    );
    expect(transitionsInWords([month('2026-01', 2, 0, 10), month('2026-02', 3, 1, 12)])).toBe(
      'From January 2026 to February 2026 5 joined and 1 left.',
    );
  });

  it('name the refunds, if any, and the month with the most revenue', () => {
    expect(
      revenueInWords([earned('2026-01', 9_500, 0), earned('2026-02', 19_000, 9_500), earned('2026-03', 100, 0)]),
    ).toBe('$191.00 after $95.00 of refunds from January 2026 to March 2026; most in January 2026 with $95.00.');
    expect(revenueInWords([earned('2026-01', 9_500, 0)])).not.toContain('refund');
  });
});

it('names months independently of the reader’s time zone', () => {
  expect([monthName('2026-01'), shortMonth('2026-12')]).toEqual(['January 2026', 'Dec ’26']);
});

it('writes a table as CSV with numeric dollar amounts', () => {
  expect(
    csvOf([
      ['Month', 'Net, in dollars'],
      ['2026-01', dollarsFor(9_505)],
    ]),
  ).toBe('Month,"Net, in dollars"\r\n2026-01,95.05\r\n');
});

it('escapes text that a spreadsheet would read as a formula, but no numbers', () => {
  expect(
    csvOf([
      ['=HYPERLINK("https://example.org")', '+1', '-x', '@y'],
      [-5, 0.5, 'a=b', ''],
    ]),
  ).toBe(`"'=HYPERLINK(""https://example.org"")",'+1,'-x,'@y\r\n-5,0.5,a=b,\r\n`);
});
