import { describe, expect, it } from '@jest/globals';
import { describeDetails } from './action-details.ts';
import { countChanges } from './count-changes.ts';
import { readView, writeView } from './debate-club-view.ts';
import { toPage } from './to-page.ts';

describe('the debate club view', () => {
  it('is read from the address and ignores filters that do not exist', () => {
    expect(readView(new URLSearchParams('q=ada&status=paused'))).toEqual({ q: 'ada', status: 'paused' });
    expect(readView(new URLSearchParams('status=everything'))).toEqual({ q: '', status: 'all' });
  });

  it('is written back beside what else the address says', () => {
    const params = new URLSearchParams('tab=debate-club&q=old');
    expect(writeView(params, { q: 'ada b', status: 'active' }).toString()).toBe('tab=debate-club&q=ada+b&status=active');
    expect(writeView(params, { q: '', status: 'all' }).toString()).toBe('tab=debate-club');
  });
});

describe('a list', () => {
  it('is a page either way', () => {
    expect(toPage([1, 2])).toEqual({ items: [1, 2], nextCursor: null, total: 2 });
    const page = { items: [1], nextCursor: 'c', total: 9 };
    expect(toPage(page)).toBe(page);
  });
});

describe('the counts', () => {
  it('mark only what moved, and nothing the first time', () => {
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
});
