import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { describe, expect, it } from 'vitest';
import { isFollowing } from './renamed.ts';

type Rows = Pick<KnownPerson, 'registrations' | 'workshops'>;
const rows = (registrations: string[], workshops: string[] = []): Rows => {
  const named = (lastName: string) => ({ firstName: 'Ada', lastName });
  return { registrations: registrations.map(named), workshops: workshops.map(named) } as Rows;
};
const RENAMED = { firstName: 'Ada', lastName: 'Okafr', at: 1_000 };

describe('a corrected name', () => {
  it('is awaited while a registration or a workshop has the former one', () => {
    expect(isFollowing(rows(['Okafor', 'Okafr']), RENAMED, 2_000)).toBe(true);
    expect(isFollowing(rows(['Okafor'], ['Okafr']), RENAMED, 2_000)).toBe(true);
    expect(isFollowing(rows(['Okafor', 'Other']), RENAMED, 2_000)).toBe(false);
  });

  it('is not awaited for long, because registrations for events that are over keep theirs', () => {
    expect(isFollowing(rows(['Okafr']), RENAMED, 15_999)).toBe(true);
    expect(isFollowing(rows(['Okafr']), RENAMED, 16_000)).toBe(false);
  });
});
