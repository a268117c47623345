import { describe, expect, it } from 'vitest';
import { isSameView, toDefinition, toShownView } from './saved-views.ts';

const DEFINITION = {
  q: 'ada',
  filters: [
    { key: 'status', value: 'paid' },
    { key: 'division', value: 'development' },
  ],
  hidden: ['email', 'phone'],
};
const SAVED = {
  id: 'b8a6c1c4-6f0e-4c9f-9d52-0a4c1f1c6e11',
  list: 'tournaments' as const,
  name: 'Paid',
  isShared: false,
  isOwn: true,
  ownerName: 'Ada',
  definition: DEFINITION,
};

describe('a saved view', () => {
  it('is shown as it was saved', () => {
    const shown = toShownView(SAVED);
    expect(shown).toEqual({
      ...DEFINITION,
      filters: { status: 'paid', division: 'development' },
      saved: SAVED.id,
    });
    expect(toDefinition(shown, shown.hidden!)).toEqual(DEFINITION);
    expect(toDefinition({ ...shown, sort: 'registeredAt' }, []).sort).toBe('registeredAt');
  });

  it('is the same in another order of its filters and columns, and another with another value', () => {
    const reordered = {
      q: 'ada',
      filters: DEFINITION.filters.toReversed(),
      hidden: ['phone', 'email'],
    };
    expect(isSameView(DEFINITION, reordered)).toBe(true);
    for (const changes of [
      { q: '' },
      { filters: DEFINITION.filters.slice(1) },
      { hidden: [] },
      { sort: 'registeredAt' },
    ])
      expect(isSameView(DEFINITION, { ...DEFINITION, ...changes })).toBe(false);
  });
});
