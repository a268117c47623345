import { describe, expect, it } from 'vitest';
import { nextListItem } from './next-list-item.ts';

const after = (text: string, cursor = text.length): string | null => {
  const next = nextListItem(text, cursor);
  return next === null ? null : text.slice(0, cursor - next.removed) + next.inserted + text.slice(cursor);
};

describe('Enter in Markdown', () => {
  it.each([
    ['- one', '- one\n- '],
    ['Why:\n\n* one', 'Why:\n\n* one\n* '],
    ['  - within', '  - within\n  - '],
    ['9. nine', '9. nine\n10. '],
    ['2) two', '2) two\n3) '],
  ])('after %j begins the next item', (text, expected) => {
    expect(after(text)).toBe(expected);
    expect(after(`${text}\n\nThe end`, text.length)).toBe(`${expected}\n\nThe end`);
  });

  it('after an item without text ends the list', () => {
    expect(after('- one\n- ')).toBe('- one\n');
    expect(after('1. one\n2. ')).toBe('1. one\n');
  });

  it.each(['words', '', '-no list', '-', '2026. A year that is no list is one to Markdown, too'.slice(5)])(
    'after %j is that of the browser',
    (text) => expect(after(text)).toBeNull(),
  );

  it('within an item is that of the browser', () => expect(after('- one and two', 5)).toBeNull());
});
