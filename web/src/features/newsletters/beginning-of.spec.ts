import { describe, expect, it } from 'vitest';
import { beginningOf } from './beginning-of.ts';

describe('the beginning of an email', () => {
  it('has its words without tags, and with decoded entities', () => {
    expect(
      beginningOf(
        '<p>Tom &amp; <strong>Ann</strong>, &lt;hello&gt; &amp;lt; <a href="https://example.com/?a=1&amp;b=2">read</a>.</p>\n<p>Then&#39;s &quot;more&quot;</p>',
      ),
    ).toBe('Tom & Ann, <hello> &lt; read. Then\'s "more"');
  });

  it('ends after a word where there is more than a line or two', () => {
    const cut = beginningOf(`<p>${'debate '.repeat(60)}</p>`);
    expect(cut).toMatch(/^(?:debate )+…$/);
    expect(cut.length).toBeLessThanOrEqual(157);
    expect(beginningOf('a'.repeat(400))).toBe(`${'a'.repeat(155)} …`);
  });

  it('is empty for an empty email', () => {
    expect(beginningOf('')).toBe('');
  });
});
