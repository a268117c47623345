import { renderTypedArticle } from '@lectern/contracts/content/render-article';
import { describe, expect, it } from 'vitest';
import { pictureMarkdown } from './picture-markdown.ts';

const ADDRESS = '/api/pictures/0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10/1440x960';

describe('the Markdown of a picture', () => {
  it.each([
    ['A speaker at a lectern.', 'A speaker at a lectern.'],
    ['[Sic] one \\ two](javascript:1)', '[Sic] one / two](javascript:1)'],
    ['Two\n\nlines', 'Two lines'],
    ['2 < 3 & 4', '2 &lt; 3 &amp; 4'],
  ])('shows the alt text %j', (typed, shown) => {
    const { html, problems } = renderTypedArticle(`Before\n\n${pictureMarkdown(typed, ADDRESS)}\n\nAfter`);
    expect(problems).toEqual([]);
    expect(html).toContain(`alt="${shown}"`);
    expect(html.match(/<img/g)).toHaveLength(1);
  });
});
