import { describe, expect, it } from 'vitest';
import { framed } from './framed.ts';

describe('an email in its frame', () => {
  it('moves inline styles to data attributes, in every syntax', () => {
    expect(
      framed(`<p STYLE='margin:0;color:red' class="a">x</p><td style=color:red bgcolor="#fff"></td><br style="x"/>`)
        .html,
    ).toBe(
      `<p data-style='margin:0;color:red' class="a">x</p><td data-style=color:red bgcolor="#fff"></td><br data-style="x"/>`,
    );
  });

  it('extracts the content of its style elements and removes them', () => {
    expect(framed('<head><style type="text/css">a > b { color: red }</style><style>p {}</style></head>')).toEqual({
      html: '<head></head>',
      sheets: ['a > b { color: red }', 'p {}'],
    });
  });

  it('opens no links, fetches nothing, and shows the target of each link', () => {
    expect(
      framed(
        '<a href="https://example.org/?a=1&amp;b=2">Go</a><img src="https://example.org/x.png" srcset="y.png 2x" alt="A hall"><td background="z.png">',
      ).html,
    ).toBe(
      '<a title="https://example.org/?a=1&amp;b=2">Go</a><img data-src="https://example.org/x.png" data-srcset="y.png 2x" alt="A hall"><td data-background="z.png">',
    );
  });

  it('does not change its text', () => {
    const words = `<p title="style=&quot;x&quot; href='y'">Write style="color:red" and href="here": 1 &lt; 2 &gt; 0, a < b style="c"</p>`;
    expect(framed(words).html).toBe(words);
  });

  it('removes its comments, which some email clients interpret', () => {
    expect(framed('a<!--[if mso]><style>p{}</style><p style="x"><![endif]-->b')).toEqual({ html: 'ab', sheets: [] });
  });
});
