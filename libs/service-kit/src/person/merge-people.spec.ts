import { describe, expect, it } from 'vitest';
import { FOUND_MAX, type FoundPerson } from '@lectern/contracts/person-timeline';
import { mergePeople } from './merge-people.ts';

const found = (email: string, name: string | null, ...from: FoundPerson['from']): FoundPerson => ({
  email,
  name,
  from,
});

describe('merging search results', () => {
  it('has an email address once, with the first name, and with all its lists', () => {
    const { people, hasMore } = mergePeople(
      [
        found('ann@example.com', null, 'newsletter'),
        found('Ann@Example.com', 'Ann Lee', 'tournaments'),
        found('ann@example.com', 'Annie', 'account'),
      ],
      'ann',
    );
    expect(people).toEqual([
      { email: 'ann@example.com', name: 'Ann Lee', from: ['account', 'tournaments', 'newsletter'] },
    ]);
    expect(hasMore).toBe(false);
  });

  it('sorts the typed email address first, then prefixes of email addresses, then of names', () => {
    const { people } = mergePeople(
      [
        found('x@example.com', 'Bo Annis', 'account'),
        found('y@example.com', 'Annabel Ray', 'account'),
        found('ann.b@example.com', 'Zed', 'account'),
        found('ann', 'Q', 'account'),
      ],
      ' ANN ',
    );
    expect(people.map(({ email }) => email)).toEqual(['ann', 'ann.b@example.com', 'y@example.com', 'x@example.com']);
  });

  it('reports more where it omits some, and where a source did', () => {
    const many = Array.from({ length: FOUND_MAX + 1 }, (_one, index) =>
      found(`p${index}@example.com`, null, 'newsletter'),
    );
    expect(mergePeople(many, 'p')).toMatchObject({ hasMore: true, people: { length: FOUND_MAX } });
    expect(mergePeople(many.slice(1), 'p').hasMore).toBe(false);
    expect(mergePeople(many.slice(1), 'p', true).hasMore).toBe(true);
  });
});
