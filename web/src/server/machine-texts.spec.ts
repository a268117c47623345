import { describe, expect, it } from 'vitest';
import type { BlogPost } from '@lectern/contracts/content/model';
import { feed } from './machine-texts.ts';

describe('the feed', () => {
  it('stays XML whatever was pasted into an article', () => {
    const pasted = 'A\u000bB \u0001 \ufffe <&> \u{1f3a4}';
    const article = {
      title: pasted,
      excerpt: pasted,
      category: 'News',
      slug: 'a',
      publishedAt: '2026-01-02T00:00:00Z',
    };
    const text = feed({}, [article as BlogPost]);
    expect(text).toContain('<title>A B     &#60;&#38;&#62; \u{1f3a4}</title>');
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  });
});
