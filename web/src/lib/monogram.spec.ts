import { describe, expect, it } from 'vitest';
import { initialsOf, strokesOf } from './monogram.ts';

describe('a monogram', () => {
  it('takes the initials of the first and the last word', () => {
    expect([
      initialsOf('Ada Lovelace'),
      initialsOf('ada king lovelace'),
      initialsOf('Łukasz'),
      initialsOf('  '),
    ]).toEqual(['AL', 'AL', 'Ł', '']);
  });

  it('is the same for the same name, and another for another', () => {
    expect(strokesOf('Ada Lovelace')).toEqual(strokesOf(' ada lovelace'));
    expect(strokesOf('Ada Lovelace')).not.toEqual(strokesOf('Grace Hopper'));
  });
});
