import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { describeAction, describeDetails } from './action-details.ts';
import { centsOf, typedDollars } from './typed-dollars.ts';
import { saveOrLearn } from './edit-outcome.ts';
import { formatBytes } from './format-bytes.ts';
import { optionalChoice, optionalInstant, optionalNumber } from './optional-fields.ts';
import { shareOf } from './share-of.ts';
import { toPage } from './to-page.ts';

describe('a list', () => {
  it('becomes a page when the server returns an array', () => {
    expect(toPage([1, 2])).toEqual({ items: [1, 2], nextCursor: null, total: 2 });
    const page = { items: [1], nextCursor: 'c', total: 9 };
    expect(toPage(page)).toBe(page);
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

  it('name a corrected field once', () => {
    const changes = [
      { field: 'email', from: 'ad@example.org', to: 'ada@example.org' },
      { field: 'phone', from: null, to: '555 0100' },
    ];
    expect(describeDetails({ email: 'ad@example.org', event: 'Spring Open', changes })).toBe(
      'Event: Spring Open, Email: ad@example.org → ada@example.org, Phone: empty → 555 0100',
    );
  });

  it('leave out ids where something else names the target', () => {
    const id = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
    expect(describeDetails({ userId: id, email: 'ada@example.org' })).toBe('Email: ada@example.org');
    expect(describeDetails({ userId: id })).toBe(`User id: ${id}`);
  });
});

it('an amount is typed in dollars', () => {
  expect(['25', '25.00', ' $25.5', '1,250.00', '0', '19.99', '-1'].map(centsOf)).toEqual([
    2_500, 2_500, 2_550, 125_000, 0, 1_999, -100,
  ]);
  expect(['', undefined].map(centsOf)).toEqual([undefined, undefined]);
  // A decimal comma would be read as a hundred times as much.
  for (const typed of ['9,5', '0,95', '12,50', '1,0000', '1,25,000', '1.250,00'])
    expect(centsOf(typed), typed).toBeNaN();
  expect(centsOf('12,345,678.90')).toBe(1_234_567_890);
  expect(['0.005', 'free', '1e3', '25.'].map(centsOf)).toEqual([NaN, NaN, NaN, NaN]);
  expect([0, 5, 15_500].map(typedDollars)).toEqual(['0.00', '0.05', '155.00']);
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

describe('saving an edit', () => {
  const refused = (code: string) =>
    new ApiError('Somebody else changed the title.', { status: 409, spoken: true, code, fields: { title: 'changed' } });
  const learn = () => Promise.resolve('theirs');

  it('returns the saved version', async () => {
    expect(await saveOrLearn(() => Promise.resolve('mine'), learn)).toEqual({ saved: 'mine' });
  });

  it('returns a conflict if another administrator saved first', async () => {
    expect(await saveOrLearn(() => Promise.reject(refused('version_conflict')), learn)).toEqual({
      conflict: { changed: ['title'], current: 'theirs' },
    });
  });

  it('throws any other error', async () => {
    await expect(saveOrLearn(() => Promise.reject(refused('event_exists')), learn)).rejects.toMatchObject({
      code: 'event_exists',
    });
  });
});

describe('a share', () => {
  it.each([
    [0, 10, '0%'],
    [1, 8, '12.5%'],
    [2, 3, '66.7%'],
    [10, 10, '100%'],
    [1, 5_000, 'under 0.1%'],
    [9_999, 10_000, '99.9%'],
    [0, 0, '—'],
  ])('of %i in %i is %s', (part, whole, words) => {
    expect(shareOf(part, whole)).toBe(words);
  });
});
