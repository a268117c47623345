import { describe, expect, it } from '@jest/globals';
import { framed } from './email-frame.ts';

describe('an email in its frame', () => {
  it('has its styles put aside, however they are written', () => {
    expect(
      framed(`<p STYLE='margin:0;color:red' class="a">x</p><td style=color:red bgcolor="#fff"></td><br style="x"/>`)
        .html,
    ).toBe(
      `<p data-style='margin:0;color:red' class="a">x</p><td data-style=color:red bgcolor="#fff"></td><br data-style="x"/>`,
    );
  });

  it('gives what its style elements say, and keeps none of them', () => {
    expect(framed('<head><style type="text/css">a > b { color: red }</style><style>p {}</style></head>')).toEqual({
      html: '<head></head>',
      sheets: ['a > b { color: red }', 'p {}'],
    });
  });

  it('leads nowhere and fetches nothing, and says where a link would lead', () => {
    expect(
      framed(
        '<a href="https://example.org/?a=1&amp;b=2">Go</a><img src="https://example.org/x.png" srcset="y.png 2x" alt="A hall"><td background="z.png">',
      ).html,
    ).toBe(
      '<a title="https://example.org/?a=1&amp;b=2">Go</a><img data-src="https://example.org/x.png" data-srcset="y.png 2x" alt="A hall"><td data-background="z.png">',
    );
  });

  it('leaves alone what is said in words', () => {
    const words = `<p title="style=&quot;x&quot; href='y'">Write style="color:red" and href="here": 1 &lt; 2 &gt; 0, a < b style="c"</p>`;
    expect(framed(words).html).toBe(words);
  });

  it('keeps no comments, in which a mail program may find more', () => {
    expect(framed('a<!--[if mso]><style>p{}</style><p style="x"><![endif]-->b')).toEqual({ html: 'ab', sheets: [] });
  });
});
