import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Editorial } from '@lectern/contracts/content/editorial';
import { buildEditorial, EditorialError } from './build-editorial.ts';

let root: string;

const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

const article = (fields: Record<string, string | undefined> = {}, body = 'Speak up.\n\n## Begin\n\nNow.'): string => {
  const all: Record<string, string | undefined> = {
    title: 'How to begin',
    excerpt: 'A beginning.',
    category: 'Delivery',
    publishedAt: '2025-03-01',
    metaTitle: 'How to begin',
    metaDescription: 'How a speech begins.',
    ...fields,
  };
  const head = Object.entries(all).filter(([, value]) => value !== undefined);
  return `---\n${head.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n\n${body}\n`;
};
const document = (fields: Record<string, string | undefined> = {}, body = '## First\n\nSome text.'): string => {
  const all: Record<string, string | undefined> = {
    title: 'Guide',
    description: 'A guide.',
    kind: 'guide',
    access: 'public',
    group: 'Guides',
    order: '10',
    updatedAt: '2025-09-01',
    ...fields,
  };
  const head = Object.entries(all).filter(([, value]) => value !== undefined);
  return `---\n${head.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n\n${body}\n`;
};
const testimonial = {
  key: 'sample',
  name: 'Ada O.',
  role: 'Member',
  quote: 'Good.',
  context: 'Club',
  rating: 5,
  sample: true,
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-editorial-'));
  put('articles/how-to-begin.md', article());
  put('documents/guide.md', document());
  put('testimonials.json', JSON.stringify([testimonial]));
  put('cards.json', JSON.stringify([{ name: 'home', title: 'Home', label: 'Start' }]));
});
afterEach(() => rmSync(root, { recursive: true }));

const build = (out = 'dist'): Promise<Editorial> => buildEditorial(root, join(root, out), 'Lectern Association');
const problemsOf = async (): Promise<readonly string[]> => {
  try {
    await build();
  } catch (error) {
    if (error instanceof EditorialError) return error.problems;
    throw error;
  }
  return [];
};

describe('the build of the editorial texts', () => {
  it('renders articles with ids of headings, notes, words and a table of contents', async () => {
    put(
      'articles/how-to-begin.md',
      article(
        {},
        'Say **what** you “mean” & why.\n\n> Note: Breathe *out* first.\n\n## The first line\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n## The first line\n\n### Don’t read',
      ),
    );
    const [only] = (await build()).articles;
    expect(only?.html).toBe(
      '<p>Say <strong>what</strong> you “mean” &amp; why.</p>\n<aside class="note" role="note">\n<p>Breathe <em>out</em> first.</p>\n</aside>\n' +
        '<h2 id="the-first-line">The first line</h2>\n<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n' +
        '<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>\n<tbody>\n<tr><td>1</td><td>2</td></tr>\n</tbody>\n</table></div>\n' +
        '<h2 id="the-first-line-2">The first line</h2>\n<h3 id="dont-read">Don’t read</h3>',
    );
    expect(only?.text).toContain('Say what you “mean” & why.');
    expect(only?.toc).toEqual([
      { id: 'the-first-line', title: 'The first line', level: 2 },
      { id: 'the-first-line-2', title: 'The first line', level: 2 },
      { id: 'dont-read', title: 'Don’t read', level: 3 },
    ]);
  });

  it('renders lists to tick without fields', async () => {
    put('articles/how-to-begin.md', article({}, '- [ ] Water\n- [x] Card\n\n3. Three\n4. Four\n\n- Plain'));
    expect((await build()).articles[0]?.html).toBe(
      '<ul class="checklist">\n<li>Water</li>\n<li>Card</li>\n</ul>\n<ol start="3">\n<li>Three</li>\n<li>Four</li>\n</ol>\n<ul>\n<li>Plain</li>\n</ul>',
    );
  });

  it('works out related articles where none are named, the nearest first', async () => {
    put(
      'articles/voice-one.md',
      article({ title: 'Voice one', category: 'Delivery' }, 'Breathing carries the voice. Breathing lowers the pitch.'),
    );
    put(
      'articles/voice-two.md',
      article({ title: 'Voice two', category: 'Delivery' }, 'The voice needs breathing, and pitch needs patience.'),
    );
    put(
      'articles/flowing.md',
      article({ title: 'Flowing', category: 'Debate Skills' }, 'Columns and arrows keep arguments apart.'),
    );
    const { articles } = await build();
    const related = articles.find(({ slug }) => slug === 'voice-one')?.related;
    expect(related?.[0]).toBe('voice-two');
    expect(related).toHaveLength(3);
  });

  it('lists articles newest first and documents by their order', async () => {
    put('articles/older.md', article({ title: 'Older', publishedAt: '2024-10-01' }));
    put('documents/a-later.md', document({ title: 'Later', order: '20' }));
    const { articles, documents } = await build();
    expect(articles.map(({ slug }) => slug)).toEqual(['how-to-begin', 'older']);
    expect(documents.map(({ key }) => key)).toEqual(['guide', 'a-later']);
  });

  it('makes the same bytes of the same texts', async () => {
    await build('one');
    await build('two');
    for (const file of ['editorial.json', 'documents/guide.pdf', 'og/home.png', 'og/how-to-begin.png']) {
      expect(readFileSync(join(root, 'one', file)).equals(readFileSync(join(root, 'two', file)))).toBe(true);
    }
  });

  it('makes PDFs that say what they are and count their pages', async () => {
    put(
      'documents/guide.md',
      document({}, 'One.\n\n---\n\nTwo.\n\n```flow\ntitle: Sheet\ncolumns: A | B\ninks: aff neg\nrows: 10\n```'),
    );
    const [guide] = (await build()).documents;
    const file = readFileSync(join(root, 'dist/documents/guide.pdf'));
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(guide).toMatchObject({ file: 'guide.pdf', pages: 3, bytes: file.length, access: 'public' });
    const text = file.toString('latin1');
    expect(text).toContain('/Lang (en-US)');
    // Its text can be copied as text, and read out in order.
    expect(text).toContain('/ToUnicode');
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('D:20250901120000Z');
  });

  it('draws a card of 1200 by 630 for each page and article, light enough to be shown', async () => {
    await build();
    for (const name of ['home', 'how-to-begin', 'plain']) {
      const png = readFileSync(join(root, `dist/og/${name}.png`));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
      expect(png.length).toBeLessThan(150_000);
      expect(png.length).toBeGreaterThan(5_000);
    }
  });

  it('says for which association the cards are drawn; the plain one is the same for all', async () => {
    await build('one');
    await buildEditorial(root, join(root, 'two'), 'Agora');
    expect(readFileSync(join(root, 'two/og/association.txt'), 'utf8')).toBe('Agora');
    const same = (card: string) =>
      readFileSync(join(root, 'one/og', card)).equals(readFileSync(join(root, 'two/og', card)));
    expect([same('home.png'), same('plain.png')]).toEqual([false, true]);
  });

  it('writes nothing when a text is broken', async () => {
    put('articles/broken.md', 'No head at all');
    expect(await problemsOf()).toContain('articles/broken.md does not begin with a head between two lines of ---');
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  it.each<[string, string, string, string]>([
    ['no title', 'articles/x.md', article({ title: undefined }), 'articles/x.md has no title'],
    ['an empty title', 'articles/x.md', article({ title: '' }), 'articles/x.md has no title'],
    ['no excerpt', 'articles/x.md', article({ title: 'X', excerpt: undefined }), 'articles/x.md has no excerpt'],
    ['no day', 'articles/x.md', article({ title: 'X', publishedAt: undefined }), 'articles/x.md has no publishedAt'],
    [
      'an impossible day',
      'articles/x.md',
      article({ title: 'X', publishedAt: '2025-02-30' }),
      'articles/x.md has publishedAt "2025-02-30", which is not a day such as 2025-09-30',
    ],
    [
      'an update before its time',
      'articles/x.md',
      article({ title: 'X', updatedAt: '2025-01-01' }),
      'articles/x.md was updated before it was published',
    ],
    [
      'a long description',
      'articles/x.md',
      article({ title: 'X', metaDescription: 'x'.repeat(166) }),
      'articles/x.md has a metaDescription of 166 characters; at most 165 are allowed',
    ],
    [
      'an unknown field',
      'articles/x.md',
      article({ title: 'X', tags: 'a' }),
      'articles/x.md has an unknown field tags',
    ],
    [
      'a field twice',
      'articles/x.md',
      article({ title: 'X' }).replace('category:', 'title: Y\ncategory:'),
      'articles/x.md has no YAML in its head: Map keys must be unique at line 4, column 1',
    ],
    [
      'a line that is no field',
      'articles/x.md',
      article({ title: 'X' }).replace('category:', 'what is this\ncategory:'),
      'articles/x.md has no YAML in its head: Implicit keys need to be on a single line at line 4, column 1',
    ],
    [
      'a flag that is none',
      'articles/x.md',
      article({ title: 'X', featured: 'yes' }),
      'articles/x.md has featured "yes", which is neither true nor false',
    ],
    [
      'a dead related slug',
      'articles/x.md',
      article({ title: 'X', related: '[gone]' }),
      'articles/x.md names a related article that does not exist: gone',
    ],
    [
      'itself as related',
      'articles/x.md',
      article({ title: 'X', related: '[x]' }),
      'articles/x.md names itself as related',
    ],
    [
      'a dead link to an article',
      'articles/x.md',
      article({ title: 'X' }, 'See [it](/resources/gone).'),
      'articles/x.md leads to an article that does not exist: gone',
    ],
    ['the title of another', 'articles/x.md', article(), 'articles/x.md has the title of articles/how-to-begin.md'],
    [
      'a name that is no slug',
      'articles/X_y.md',
      article({ title: 'X' }),
      'articles/X_y.md has a name that is not small letters, digits and single hyphens',
    ],
    ['no text', 'articles/x.md', article({ title: 'X' }, ''), 'articles/x.md has no text'],
    [
      'HTML',
      'articles/x.md',
      article({ title: 'X' }, '<script>alert(1)</script>'),
      'articles/x.md has HTML of its own, which cannot be shown: <script>alert(1)</script>',
    ],
    [
      'HTML in a line',
      'articles/x.md',
      article({ title: 'X' }, 'a <b>word</b>'),
      'articles/x.md has HTML of its own, which cannot be shown: <b>',
    ],
    [
      'a script as an address',
      'articles/x.md',
      article({ title: 'X' }, '[a](javascript:alert(1))'),
      'articles/x.md leads to javascript:alert(1); https, mailto, pages and headings of this site are allowed',
    ],
    [
      'an address that browsers read as another site’s',
      'articles/x.md',
      article({ title: 'X' }, '[a](/\\evil.example)'),
      'articles/x.md leads to /\\evil.example; https, mailto, pages and headings of this site are allowed',
    ],
    [
      'an address of another site without its protocol',
      'articles/x.md',
      article({ title: 'X' }, '[a](//evil.example)'),
      'articles/x.md leads to //evil.example; https, mailto, pages and headings of this site are allowed',
    ],
    [
      'a picture',
      'articles/x.md',
      article({ title: 'X' }, '![a](https://example.org/a.png)'),
      'articles/x.md has a picture that was not uploaded here, which cannot be shown: https://example.org/a.png',
    ],
    [
      'a heading of the first level',
      'articles/x.md',
      article({ title: 'X' }, '# Big'),
      'articles/x.md has a heading of level 1; use ## and ###: Big',
    ],
    ['no JSON', 'testimonials.json', '[', 'testimonials.json is not there, or is not JSON'],
    [
      'a key twice',
      'testimonials.json',
      JSON.stringify([testimonial, testimonial]),
      'testimonials.json has the key sample twice',
    ],
    [
      'no quote',
      'testimonials.json',
      JSON.stringify([{ ...testimonial, quote: ' ' }]),
      'testimonials.json entry 1 has no quote',
    ],
    [
      'a rating of six',
      'testimonials.json',
      JSON.stringify([{ ...testimonial, rating: 6 }]),
      'testimonials.json entry 1 has a rating above 5',
    ],
    [
      'unknown fields',
      'testimonials.json',
      JSON.stringify([{ ...testimonial, mood: 1 }]),
      'testimonials.json entry 1 has unknown fields: mood',
    ],
    [
      'a page twice',
      'cards.json',
      JSON.stringify([
        { name: 'a', title: 'A', label: 'A' },
        { name: 'a', title: 'B', label: 'B' },
      ]),
      'cards.json has the name a twice, or it is an article’s',
    ],
    [
      'a page with the name of an article',
      'cards.json',
      JSON.stringify([{ name: 'how-to-begin', title: 'A', label: 'A' }]),
      'cards.json has the name how-to-begin twice, or it is an article’s',
    ],
    [
      'a page without a title',
      'cards.json',
      JSON.stringify([{ name: 'a', title: '', label: 'A' }]),
      'cards.json entry 1 has no title',
    ],
    [
      'an unknown kind',
      'documents/x.md',
      document({ kind: 'novel' }),
      'documents/x.md has kind "novel", which is not one of guide, rules, kit, topics',
    ],
    ['no access', 'documents/x.md', document({ access: undefined }), 'documents/x.md has no access'],
    [
      'characters that cannot be drawn',
      'documents/x.md',
      document({}, 'From a → to b'),
      'documents/x.md has characters that its typeface cannot draw: →',
    ],
    [
      'an unknown form',
      'documents/x.md',
      document({}, '```chart\n1\n```'),
      'documents/x.md has a block of code named "chart"; flow, fields and lines are known',
    ],
    [
      'HTML in a document',
      'documents/x.md',
      document({}, '<p>Hello</p>'),
      'documents/x.md has something that a document cannot show (html): <p>Hello</p>',
    ],
  ])('names %s', async (_what, path, content, problem) => {
    put(path, content);
    expect(await problemsOf()).toEqual(expect.arrayContaining([problem]));
  });

  it('names every problem together', async () => {
    put('articles/x.md', article({ title: undefined, excerpt: undefined }));
    put('documents/x.md', document({ title: undefined }));
    expect(await problemsOf()).toEqual([
      'articles/x.md has no title',
      'articles/x.md has no excerpt',
      'documents/x.md has no title',
    ]);
  });
});
