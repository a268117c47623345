import { describe, expect, it } from 'vitest';
import { differingFields, whereItDiffers } from '../../components/console/kept-drafts.ts';
import { ARTICLE_FIELDS, articleDrafts, EMPTY_ARTICLE } from './article-draft.ts';
import { adminSession } from '../../lib/admin-session.ts';

adminSession.start('token', {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'admin@example.org',
  name: 'Robin',
  role: 'owner',
});

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  };
};

describe('the draft of an article', () => {
  it('is stored per article until it is deleted', () => {
    const { storage } = memory();
    const drafts = articleDrafts(() => storage);
    const draft = { version: 3, typed: { ...EMPTY_ARTICLE, title: 'Kept' } };
    drafts.keep('one', draft);
    expect([drafts.read('one'), drafts.read('two')]).toEqual([draft, null]);
    drafts.forget('one');
    expect(drafts.read('one')).toBeNull();
  });

  it('is null if it cannot be read or stored', () => {
    const { kept, storage } = memory();
    const drafts = articleDrafts(() => storage);
    for (const broken of ['', '{', '{}', '{"version":1,"typed":{"title":"only"}}', 'null']) {
      kept.set('lectern:draft:11111111-1111-4111-8111-111111111111:article-draft:one', broken);
      expect([broken, drafts.read('one')]).toEqual([broken, null]);
    }
    const refused = articleDrafts(() => {
      throw new Error('No storage');
    });
    refused.keep('one', { version: 0, typed: EMPTY_ARTICLE });
    refused.forget('one');
    expect(refused.read('one')).toBeNull();
  });

  it('lists the fields that differ between two drafts', () => {
    expect(differingFields(ARTICLE_FIELDS, EMPTY_ARTICLE, { ...EMPTY_ARTICLE, content: 'a', title: 'b' })).toEqual([
      'title',
      'content',
    ]);
  });

  it('is shown from its first difference', () => {
    const same = 'a'.repeat(500);
    expect(whereItDiffers(`${same}mine${'b'.repeat(500)}`, `${same}theirs`)).toBe(
      `… ${'a'.repeat(40)}mine${'b'.repeat(356)} …`,
    );
    expect(whereItDiffers('short', 'other')).toBe('short');
    expect(whereItDiffers('', 'other')).toBe('(empty)');
  });
});
