import { describe, expect, it } from 'vitest';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import { decideCorrection } from './decide-correction.ts';

const labels = { firstName: 'first name', lastName: 'last name', phone: 'phone' };
const seen = { firstName: 'Jon', lastName: 'Doe', phone: null };
const correct = (wanted: Partial<typeof labels>, current: Partial<Record<keyof typeof labels, string | null>> = {}) =>
  decideCorrection({ current: { ...seen, ...current }, seen, wanted: { ...seen, ...wanted }, labels, page: 'People' });

describe('a correction', () => {
  it('has the old and the new value of each field that it changes', () => {
    expect(correct({ firstName: 'John', phone: '555' })).toEqual([
      { field: 'firstName', from: 'Jon', to: 'John' },
      { field: 'phone', from: null, to: '555' },
    ]);
  });

  it('has no changes where nothing differs, or where it was made already', () => {
    expect(correct({})).toEqual([]);
    expect(correct({ firstName: 'John' }, { firstName: 'John' })).toEqual([]);
  });

  it('leaves a field alone that somebody else changed, and it does not', () => {
    expect(correct({ firstName: 'John' }, { lastName: 'Dough' })).toEqual([
      { field: 'firstName', from: 'Jon', to: 'John' },
    ]);
  });

  it('is refused where somebody else changed the same field to another value', () => {
    let refusal: unknown;
    try {
      correct({ firstName: 'John', lastName: 'Dough' }, { firstName: 'Jonathan' });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ code: 'version_conflict', fields: { firstName: CHANGED_MEANWHILE } });
    expect((refusal as Error).message).toContain('the first name meanwhile');
  });
});
