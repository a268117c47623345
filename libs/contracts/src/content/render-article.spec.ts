import { describe, expect, it } from 'vitest';
import { anchorOf, renderArticle, renderTypedArticle } from './render-article.ts';

describe('the form of a heading in an address', () => {
  it('has neither accents, apostrophes nor capitals', () => {
    expect(anchorOf('José’s 2 “Openings”')).toBe('jose-s-2-openings');
  });

  // Ordering combining marks of two classes takes time that grows with the square of their number.
  it('is made from its beginning only, however long it is', () => {
    expect(anchorOf(`${'a'.repeat(200)}${'\u0301\u0323'.repeat(50_000)}b`)).toBe('a'.repeat(200));
  });
});

describe('the problems of an article', () => {
  it('name an element once, and an end tag without its beginning', () => {
    expect(renderArticle('A <b>loud</b> word.').problems).toEqual(['has HTML of its own, which cannot be shown: <b>']);
    expect(renderArticle('A word.</i>').problems).toEqual(['has HTML of its own, which cannot be shown: </i>']);
  });
});

describe('a picture', () => {
  const ID = '0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10';
  const at = (size: string): string => `/api/pictures/${ID}/${size}`;

  it('is shown in both formats and every width, with its space and its alt text', () => {
    const { html, problems, pictures, lacksAltText } = renderTypedArticle(`![A "good" hall](${at('1200x800')})`);
    expect([problems, pictures, lacksAltText]).toEqual([[], [{ id: ID, width: 1_200, height: 800 }], false]);
    for (const format of ['avif', 'webp'])
      expect(html).toContain(
        `<source type="image/${format}" srcset="${[480, 960, 1_200].map((width) => `/api/pictures/${ID}/${width}.${format} ${width}w`).join(', ')}" sizes="`,
      );
    expect(html).toContain(
      `<img src="/api/pictures/${ID}/1200.webp" width="1200" height="800" alt="A “good” hall" loading="lazy" decoding="async"></picture>`,
    );
  });

  it('has fewer files where it is narrow', () => {
    expect(renderArticle(`![Hall](${at('300x200')})`).html).toContain(`srcset="/api/pictures/${ID}/300.avif 300w"`);
  });

  it.each(['![]', '![ ]', '![  ]', '![\u200b]'])('without alt text is left out and named: %s', (mark) => {
    const { html, problems, lacksAltText, pictures } = renderArticle(`Text ${mark}(${at('300x200')})`);
    expect(html).not.toContain('<img');
    expect([problems, lacksAltText, pictures]).toEqual([
      [`has a picture without alt text, which is not shown: ${at('300x200')}`],
      true,
      [],
    ]);
  });

  it.each([
    'https://example.org/a.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zy8+',
    `https://example.org${at('300x200')}`,
    `${at('300x200')}?x`,
    at('0x200'),
    at('300x200000'),
    '/api/pictures/1/300x200',
    `${at('300')}`,
  ])('of another address is left out: %s', (href) => {
    const { html, problems } = renderArticle(`![Hall](${href})`);
    expect(html).not.toContain('<img');
    expect(problems).toEqual([expect.stringMatching(/^has a picture that was not uploaded here/)]);
  });

  it('has an alt text that stays one', () => {
    const { html } = renderArticle(`![" onerror="alert(1)" <b>](${at('300x200')})`);
    expect(html).toContain('alt="&quot; onerror=&quot;alert(1)&quot; &lt;b&gt;"');
  });
});

describe('a link', () => {
  it.each(['https://lectern.example@evil.example', 'https://me:secret@evil.example/a', 'http://example.org'])(
    'to %s is only text, and named',
    (href) => {
      const { html, problems } = renderArticle(`[Here](${href})`);
      expect(html).not.toContain('<a ');
      expect(problems).toEqual([expect.stringContaining(`leads to ${href}`)]);
    },
  );

  it('may have an @ in its path', () => {
    expect(renderArticle('[Here](https://debate.social/@harbor)').html).toContain(
      'href="https://debate.social/@harbor"',
    );
  });
});
