import { describe, expect, it } from 'vitest';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import type { DomainError } from '@lectern/contracts/errors';
import { decideEdit } from './decide-edit.ts';

const labels = { title: 'title', price: 'price', begins: 'beginning' };
const current = {
  title: 'Fall',
  price: 4_000,
  begins: new Date('2026-11-21T17:00:00Z'),
  version: 3,
  fieldVersions: { title: 2, price: 3 },
};
const edit = (version: number, wanted: Partial<Pick<typeof current, 'title' | 'price' | 'begins'>>) =>
  decideEdit(current, {
    version,
    wanted: { title: current.title, price: current.price, begins: new Date(current.begins), ...wanted },
    labels,
    page: 'Events',
  });
const refusal = (attempt: () => unknown): DomainError => {
  try {
    attempt();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('Not refused');
};

describe('an edit', () => {
  it('from the current version writes its changes, and increments the version', () => {
    expect(edit(3, { title: 'Winter' })).toEqual({
      title: 'Winter',
      version: 4,
      fieldVersions: { title: 4, price: 3 },
    });
    expect(edit(3, { begins: new Date('2026-11-22T17:00:00Z') })).toMatchObject({
      version: 4,
      fieldVersions: { title: 2, price: 3, begins: 4 },
    });
  });

  it('that changes nothing writes nothing, from any version: it may be sent twice', () => {
    expect(edit(3, {})).toBeNull();
    expect(edit(2, {})).toBeNull();
  });

  it('from an older version names the fields that were changed since, and no others', () => {
    const since1 = refusal(() => edit(1, { title: 'Winter' }));
    expect(since1).toMatchObject({
      code: 'version_conflict',
      kind: 'conflict',
      fields: { title: CHANGED_MEANWHILE, price: CHANGED_MEANWHILE },
    });
    expect(since1.message).toBe(
      'Another administrator changed the title and price meanwhile, so nothing was saved. Reload the page Events to see the current version.',
    );
    expect(refusal(() => edit(2, { title: 'Winter' })).fields).toEqual({ price: CHANGED_MEANWHILE });
  });

  it('from a version that never existed is refused as well', () => {
    expect(refusal(() => edit(9, { title: 'Winter' }))).toMatchObject({ code: 'version_conflict', fields: {} });
  });
});
