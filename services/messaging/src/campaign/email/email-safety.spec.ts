import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DomainError } from '@lectern/contracts/errors';
import { CAMPAIGN_SITE } from '../../testing/campaign-site.ts';
import { personalizedEmail, personalize, type PreparedCampaign, prepareCampaign } from './campaign-email.ts';
import { contentAsHtml } from './email-as-html.tsx';
import { readContent } from './read-content.ts';

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: ['style'],
  h1: ['style'],
  h2: ['style'],
  h3: ['style'],
  pre: ['style'],
  blockquote: ['style'],
  ul: ['style'],
  ol: ['style', 'start'],
  li: ['style'],
  table: ['style', 'role', 'cellPadding', 'cellSpacing', 'border', 'width', 'bgcolor'],
  tbody: [],
  tr: ['data-skip-in-text'],
  th: ['style', 'scope', 'align'],
  td: ['style', 'align'],
  a: ['style', 'href'],
  img: ['style', 'src', 'alt', 'width', 'height', 'fetchPriority'],
  br: [],
  hr: ['style'],
  code: ['style'],
  strong: [],
  em: [],
  del: [],
  sub: [],
  sup: [],
  html: ['lang'],
  head: [],
  meta: ['charSet', 'name', 'content'],
  title: [],
  body: ['style'],
  div: ['style', 'data-skip-in-text'],
};
const VOID = new Set(['br', 'hr', 'img', 'meta']);

/** The elements of strict HTML, each closed once, which every program parses into the same tags and text. */
const elementsOf = (html: string): string[] => {
  const open: string[] = [];
  const elements: string[] = [];
  for (const part of html.replace(/^<!doctype html>/, '').split(/(<[^<>]*>)/)) {
    if (!part.startsWith('<')) {
      if (/[<>]/.test(part)) throw new Error(`Loose: ${part.slice(0, 100)}`);
      continue;
    }
    const [, slash, name = '', attributes = ''] =
      /^<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+="[^"<>]*")*)\/?>$/.exec(part) ?? [];
    const allowed = ALLOWED[name];
    if (allowed === undefined) throw new Error(`No tag of an email: ${part.slice(0, 100)}`);
    if (slash === '/') {
      if (open.pop() !== name) throw new Error(`Crossed: ${part}`);
      continue;
    }
    elements.push(name);
    if (!VOID.has(name)) open.push(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
      if (!allowed.includes(attribute)) throw new Error(`No attribute of an email: ${part.slice(0, 100)}`);
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:)/.test(value))
        throw new Error(`No address of an email: ${value}`);
      if (attribute === 'src' && !value.startsWith('https://')) throw new Error(`No picture of an email: ${value}`);
    }
  }
  if (open.length > 0) throw new Error(`Never closed: ${open.join()}`);
  return elements;
};

const HOSTILE = [
  '<script>alert(1)</script>',
  '<script',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://example.org/a.png" alt="',
  '"><svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<a href="javascript:alert(1)">',
  '<a href="&#106;avascript:alert(1)">',
  '<a href="java\tscript:alert(1)">',
  '[a](javascript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '![a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '<a href=//example.org>',
  '<https://example.org/"onclick="x>',
  '[a](https://example.org "title\\"onclick=x")',
  '<a href="https://example.org/" onclick="x">',
  "<a href='https://example.org/\"'>",
  '[a](https://example.org/"><b)',
  '<iframe src="https://example.org">',
  '<style>*{}</style>',
  '<p style="x:expression(1)">',
  '<base href="https://example.org">',
  '<!--',
  '-->',
  '<!doctype x>',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '<math><mtext>',
  '<noscript>',
  '<textarea>',
  '<title>',
  '<plaintext>',
  '<template>',
  '<form action="/x">',
  '<button>',
  '<meta http-equiv="refresh" content="0">',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<p>',
  '</p>',
  '<table>',
  '<tr>',
  '<td>',
  '</td>',
  '</table>',
  '<ul>',
  '<li>',
  '</ul>',
  '<ol start="7">',
  '<blockquote>',
  '</blockquote>',
  '</a>',
  '<br>',
  '<hr>',
  '<h1>',
  '<pre>',
  '</pre>',
  '<div>',
  '</div>',
  '# ',
  '## ',
  '- ',
  '1. ',
  '> ',
  '```\n',
  '`',
  '**',
  '_',
  '~~',
  '|a|b|\n|-|-|\n|',
  '\n',
  '\n\n',
  '    ',
  '[',
  '](',
  ')',
  '![',
  '<',
  '>',
  '"',
  "'",
  '&',
  '&lt;',
  '&#60;',
  '&#x3c;script&#x3e;',
  '&quot;',
  '\u0000',
  '\u2028',
  '\ud800',
  '\ue0000\ue001',
  '\ue000',
  '\\',
  '{{firstName}}',
  '{{name|<b>"}}',
  '{{email}}',
  '{{',
  '}}',
  '-lectern-',
  'text',
  ' ',
  'https://example.org/',
  'www.example.org',
  'ann@example.org',
];
const content = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((parts) => parts.join(''));
const person = fc.record({
  name: fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), fc.constant(null)),
  email: fc.emailAddress(),
});
const READER = { id: '0b7f2c7e-6b0e-4a53-9a63-0a6f8e0d5c11', list: 'newsletter' } as const;

/** The email, or null where it is refused. */
const prepared = (typed: string): PreparedCampaign | null => {
  try {
    return prepareCampaign({ subject: 'News {{name}}', content: typed }, CAMPAIGN_SITE);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return null;
    throw error;
  }
};

const filledFor = (message: PreparedCampaign, reader: { name: string | null; email: string }) =>
  personalizedEmail(message, personalize(message, { ...READER, ...reader }, CAMPAIGN_SITE));

describe('an email', () => {
  it('contains only the allowed tags and URLs, each tag closed, whatever was typed', () => {
    fc.assert(
      fc.property(content, (typed) => {
        const message = prepared(typed);
        if (message !== null) elementsOf(filledFor(message, { name: 'Ann', email: 'ann@example.com' }).html);
      }),
      { numRuns: 150 },
    );
  });

  it('has the same tags for every reader, whatever their names', () => {
    fc.assert(
      fc.property(content, person, (typed, reader) => {
        const message = prepared(`${typed}\n\n{{firstName}} {{name|you}}`);
        if (message === null) return;
        const { substitutions } = personalize(message, { ...READER, ...reader }, CAMPAIGN_SITE);
        const filled = personalizedEmail(message, { substitutions });
        expect(elementsOf(filled.html)).toEqual(
          elementsOf(filledFor(message, { name: 'Ann', email: 'ann@example.com' }).html),
        );
        expect(filled.subject).not.toMatch(/[\r\n\p{Cc}]/u);
        for (const value of Object.values(substitutions)) expect(value).not.toContain(message.mark);
        expect(Buffer.byteLength(JSON.stringify(substitutions))).toBeLessThan(10_000);
      }),
      { numRuns: 75 },
    );
  });

  it.each([
    ['<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
    ['<a href=" &#106;ava\nscript:alert(1)">a</a>', '<p>a</p>'],
    ['[a](JaVaScRiPt:alert(1))', '<p>a</p>'],
    ['<a href="//example.org">a</a>', '<p>a</p>'],
    ['<a href="/\\example.org">a</a>', '<p>a</p>'],
    ['<a href="/classes">a</a>', '<p><a href="https://lectern.test/classes" rel="noopener">a</a></p>'],
    [
      '<a href="https://example.org/?a=&quot;&amp;b">a</a>',
      '<p><a href="https://example.org/?a=%22&amp;b" rel="noopener">a</a></p>',
    ],
    ['a <script>"</script>" <b>b</script>', '<p>a &quot; <strong>b</strong></p>'],
    ['<p>a<b>b<i>c</b>d</i>e</p>f', '<p>a<strong>b<em>c</em></strong><em>d</em>e</p><p>f</p>'],
    ['<p>a<b>b<p>c', '<p>a<strong>b</strong></p><p><strong>c</strong></p>'],
    ['<ul><li>a<li>b<ul><li>c</ul>d</ul>', '<ul><li>a</li><li>b<ul><li>c</li></ul><p>d</p></li></ul>'],
    [
      '<table><td>a<td>b<tr><th>c</table>d',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>a</td><td>b</td></tr><tr><th scope="col">c</th></tr></tbody></table></div><p>d</p>',
    ],
    ['<td>a</td></table></ul>b', '<p>ab</p>'],
    [
      'a < b & c > d <3 &nbsp;&hellip; &unknown; &#0;',
      '<p>a &lt; b &amp; c &gt; d &lt;3 \u00a0… &amp;unknown; \ufffd</p>',
    ],
    ['<!-- <b>x</b> -->a<!-- never ended', '<p>a</p>'],
    ['<p title="a > b">c', '<p>c</p>'],
    ['<constructor>a</constructor>', '<p>a</p>'],
    [
      '<a href="https://example.org/1">a<table><td><a href="https://example.org/2">b</table>',
      '<p><a href="https://example.org/1" rel="noopener">a</a></p><div class="table" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td><a href="https://example.org/2" rel="noopener">b</a></td></tr></tbody></table></div>',
    ],
    ['<li>a<li>b', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
  ])('is made of %j', (typed, expected) => {
    const { message } = readContent(typed.startsWith('[') ? typed : `<div>${typed}</div>`, 'https://lectern.test');
    expect(contentAsHtml(message)).toBe(expected);
  });

  it('reports the parts that are left out', () => {
    const { notes } = readContent(
      '<p style="color:red" onclick="x">a</p><script>x</script><video></video><marquee>b</marquee><img src="http://example.org/a.png"><a href="ftp://example.org">c</a><form>',
      'https://lectern.test',
    );
    expect(notes).toEqual([
      'Styles of your own are left out: the email has the look of the association.',
      'onclick of <p> is left out: nothing runs in an email.',
      '<script> is left out, with what stands in it.',
      '<video> is left out, with what stands in it.',
      '<marquee> is left out; text in it is kept.',
      expect.stringContaining('The picture “http://example.org/a.png” does not work and is left out'),
      expect.stringContaining('The link to “ftp://example.org” does not work and is left out'),
      expect.stringContaining('<form> is left out'),
    ]);
  });
});

describe('an email of a megabyte', () => {
  const MEGABYTE = 1024 * 1024;
  const megabyteOf = (text: string): string => text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE);
  /** Tags that differ, so that the parser repeats all of them. */
  const numbered = (name: string, count = 20_000): string =>
    Array.from({ length: count }, (_, index) => `<${name} x${index}>`).join('');
  /** Processor time, which other programs do not affect as they affect wall-clock time. */
  const secondsOf = (work: () => unknown): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  };

  it.each([
    [
      'prose',
      '<p>Hello <b>you</b>, <a href="https://example.org">look</a>: some words and then some more of them in a paragraph that says little.</p>',
    ],
    ['tags that never end', '<a "'],
    ['comments that never end', 'a<!--'],
    ['references', '&amp'],
    ['closing tags', '<ul></ol></td>'],
    ['elements without an end', '<div><blockquote>'],
    ['nested tables', '<table><td>x'],
    ['elements before a table', '<table><br>'],
  ])(
    'of %s is read in seconds',
    (_what, text) => {
      expect(secondsOf(() => prepared(`<div>${megabyteOf(text)}`))).toBeLessThan(6);
    },
    60_000,
  );

  it('is read where it is 200 KB of Markdown', () => {
    const typed = megabyteOf(
      `${'Hello **you**, some words and then some more of them in a paragraph that says little. '.repeat(4)}\n\n`,
    );
    expect(prepared(typed.slice(0, 200_000))).not.toBeNull();
  });

  it.each([
    ['emphasis in emphasis', '_a*'.repeat(10_000)],
    ['ten thousand quotes in each other', `${'> '.repeat(10_000)}x`],
    ['ten thousand lists in each other', `${'- '.repeat(10_000)}x`],
    ['ten thousand elements in each other', `${'<div><b><blockquote>'.repeat(10_000)}x`],
    ['end tags of nothing', `<p>${'<u>'.repeat(45_000)}${'</x>'.repeat(200_000)}`],
    ['formats that cross', `<p>${numbered('b')}${numbered('i')}x${'</b>'.repeat(20_000)}`],
    [
      'thousands of attributes in one tag',
      `<p ${Array.from({ length: 100_000 }, (_, index) => `x${index}`).join(' ')}>y`,
    ],
  ])(
    'or less that is %s is read or refused quickly',
    (_what, typed) => {
      const seconds = secondsOf(() => prepared(typed));
      expect(seconds).toBeLessThan(8);
    },
    60_000,
  );

  it.each([
    ['repeats its unclosed formats', `<div>${numbered('b', 400)}${'<p>x'.repeat(200_000)}`],
    ['has 10,000 elements', `<p>${'<br>'.repeat(10_000)}x`],
    ['has 500 elements in each other', `${'<div>'.repeat(500)}x`],
  ])('is refused where it %s', (_what, typed) => {
    const work = () => prepareCampaign({ subject: 'News', content: typed }, CAMPAIGN_SITE);
    expect(work).toThrow(
      expect.objectContaining({
        fields: { content: expect.stringMatching(/^This cannot be read: too much|^The email is too long/) },
      }),
    );
  });
});
