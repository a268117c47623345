import { describe, expect, it } from '@jest/globals';
import { describeAction, describeDetails } from './action-details.ts';
import { centsHint } from './cents-hint.ts';
import { countChanges } from './count-changes.ts';
import { formatBytes } from './format-bytes.ts';
import { countOf, DEBATE_CLUB_FILTERS, readView, totalOf, viewQuery, writeView } from './list-view.ts';
import { optionalChoice, optionalInstant, optionalNumber } from './optional-fields.ts';
import { isPromoActive, promoUses, promoValue } from './promo-code-view.ts';
import { toPage } from './to-page.ts';

describe('the view of a list', () => {
  it('is read from the URL and ignores unknown filters', () => {
    expect(readView(new URLSearchParams('q=ada&status=paused'), DEBATE_CLUB_FILTERS)).toEqual({
      q: 'ada',
      status: 'paused',
    });
    expect(readView(new URLSearchParams('status=everything'), DEBATE_CLUB_FILTERS)).toEqual({ q: '', status: 'all' });
    const sorted = (sort: string) =>
      readView(new URLSearchParams({ sort }), DEBATE_CLUB_FILTERS, ['registeredAt']).sort;
    expect(sorted('registeredAt')).toBe('registeredAt');
    // The default order, a column that the list does not have, and no column.
    expect([sorted('-registeredAt'), sorted('email'), sorted('')]).toEqual([undefined, undefined, undefined]);
  });

  it('is written to the URL and keeps the other parameters', () => {
    const params = new URLSearchParams('tab=debate-club&q=old');
    expect(writeView(params, { q: 'ada b', status: 'active' }).toString()).toBe(
      'tab=debate-club&q=ada+b&status=active',
    );
    expect(writeView(params, { q: '', status: 'all' }).toString()).toBe('tab=debate-club');
    expect(writeView(params, { q: '', status: 'all', sort: 'registeredAt' }).toString()).toBe(
      'tab=debate-club&sort=registeredAt',
    );
  });

  it('sends no empty search or filter to the server', () => {
    expect(viewQuery({ q: '', status: 'all' })).toEqual({});
    expect(viewQuery({ q: 'ada b', status: 'active' })).toEqual({ q: 'ada b', status: 'active' });
  });

  it('formats the number of its rows', () => {
    const noun = ['registration', 'registrations'] as const;
    expect([countOf(0, noun), countOf(1, noun), countOf(1_200, noun)]).toEqual([
      '0 registrations',
      '1 registration',
      '1,200 registrations',
    ]);
    // A search stops counting at the maximum, which reads "or more".
    expect([totalOf(499, noun), totalOf(500, noun), totalOf(1_001, noun)]).toEqual([
      '499 registrations',
      '500 registrations or more',
      '1,001 registrations',
    ]);
  });
});

describe('a list', () => {
  it('becomes a page when the server returns an array', () => {
    expect(toPage([1, 2])).toEqual({ items: [1, 2], nextCursor: null, total: 2 });
    const page = { items: [1], nextCursor: 'c', total: 9 };
    expect(toPage(page)).toBe(page);
  });
});

describe('the counts', () => {
  it('report only the numbers that changed, and none on the first load', () => {
    expect(countChanges(undefined, { a: 1 })).toEqual({});
    expect(countChanges({ a: 1, b: 5, c: 2 }, { a: 2, b: 5, c: 1 })).toEqual({ a: 1, c: -1 });
  });
});

describe('details of an action', () => {
  it('become one readable line', () => {
    expect(describeDetails({ email: 'ada@example.org', syncedCount: 3, note: null, nested: { a: 1 } })).toBe(
      'Email: ada@example.org, Synced count: 3, Nested: {"a":1}',
    );
    expect(describeDetails({})).toBe('');
  });

  it('show amounts, times and stored words as text', () => {
    expect(
      describeDetails({
        bootcamp: 'Fall Bootcamp',
        begins: '2025-11-22T16:00:00.000Z',
        paymentStatus: 'past_due',
        keptPayment: 4_000,
        archived: true,
      }),
    ).toBe(
      'Bootcamp: Fall Bootcamp, Begins: Nov 22, 2025, 8:00 AM PST, Payment status: past due, Payment not refunded: $40.00, Kept in the records: yes',
    );
  });

  it('show pages and explained actions by their names', () => {
    const articleId = '3f0c1f0a-9d55-4d57-8d1c-0d8a7c0c9b11';
    expect(describeDetails({ articleId, title: 'Why argue', slug: 'why-argue' })).toBe(
      'Title: Why argue, Page: /resources/why-argue',
    );
    expect(describeDetails({ name: 'Spring', at: '2026-03-01T18:00:00.000Z' })).toBe(
      'Name: Spring, Time: Mar 1, 2026, 10:00 AM PST',
    );
    expect(describeDetails({ code: 'SPRING', archived: true, keptPayment: 4000 })).toBe(
      'Code: SPRING, Kept in the records: yes, Payment not refunded: $40.00',
    );
    expect(describeDetails({ articleId })).toBe(`Article id: ${articleId}`);
    expect(['clone_events', 'edit_event'].map(describeAction)).toEqual([
      'Clone events (copied to the next quarter)',
      'Edit event',
    ]);
  });

  it('leave out ids where something else names the target', () => {
    const id = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
    expect(describeDetails({ userId: id, email: 'ada@example.org' })).toBe('Email: ada@example.org');
    expect(describeDetails({ userId: id })).toBe(`User id: ${id}`);
  });
});

it('the hint of a field in cents shows dollars, and says how to type dollars if the amount is below one', () => {
  const example = 'Type cents, without a decimal point: 1000 is $10.00, and 10 is $0.10.';
  expect([undefined, 0, 9.5, -1].map(centsHint)).toEqual([example, example, example, example]);
  expect([1_000, 10, 1].map(centsHint)).toEqual([
    '1000 cents is $10.00.',
    '10 cents is $0.10. For $10.00, type 1000.',
    '1 cent is $0.01. For $1.00, type 100.',
  ]);
});

describe('a promo code', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const code = { isActive: true, validUntil: null, currentUses: 3, maxUses: null };

  it('shows its discount and its number of uses', () => {
    expect(promoValue({ discountType: 'percentage', discountValue: 20 })).toBe('20%');
    expect(promoValue({ discountType: 'fixed_amount', discountValue: 2_050 })).toBe('$20.50');
    expect([promoUses(code), promoUses({ currentUses: 3, maxUses: 1_000 })]).toEqual(['3/unlimited', '3/1,000']);
  });

  it('is active while it can be used', () => {
    expect(isPromoActive(code, now)).toBe(true);
    expect(isPromoActive({ ...code, isActive: false }, now)).toBe(false);
    expect(isPromoActive({ ...code, validUntil: '2026-11-20T11:59:59Z' }, now)).toBe(false);
    expect(isPromoActive({ ...code, maxUses: 3 }, now)).toBe(false);
  });
});

describe('an optional field', () => {
  it('is omitted when it is empty', () => {
    expect([optionalNumber(''), optionalNumber(undefined), optionalNumber('12')]).toEqual([undefined, undefined, 12]);
    expect([optionalInstant(''), optionalInstant(undefined)]).toEqual([undefined, undefined]);
    expect(optionalInstant('2026-11-20T12:00Z')).toBe('2026-11-20T12:00:00.000Z');
    expect(optionalInstant('soon')).toBe('soon');
    expect([optionalChoice(''), optionalChoice('advanced')]).toEqual([undefined, 'advanced']);
  });
});

describe('the size of a file', () => {
  it('is shown in kilobytes or megabytes', () => {
    expect([1, 999, 340_499, 999_999, 12_449_000].map(formatBytes)).toEqual([
      '1 KB',
      '1 KB',
      '340 KB',
      '999 KB',
      '12.4 MB',
    ]);
  });
});
