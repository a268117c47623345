import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASVS_LEVELS } from './asvs-levels.ts';
import { type Sources, sourcesOf, untrueNames, untrueRows } from './security-documents.ts';

const sources = sourcesOf(join(import.meta.dirname, '../../..'));

describe('the documents about the security of the site', () => {
  it.each(['docs/security.md', 'docs/asvs.md'])('name files and tests that exist: %s', (document) => {
    const text = sources.read(document);
    expect(text.match(/"[^"]+"/g)?.length).toBeGreaterThan(50);
    expect(untrueNames(text, sources)).toEqual([]);
  });

  it('answer every requirement of level 1 or 2', () => {
    const levels = Object.values(ASVS_LEVELS).join('');
    expect(['1', '2', '3'].map((level) => levels.split(level).length - 1)).toEqual([70, 183, 92]);
    expect(untrueRows(sources.read('docs/asvs.md'), ASVS_LEVELS)).toEqual([]);
  });
});

describe('a wrong document about security', () => {
  const planted: Sources = {
    files: ['a/one.int-spec.ts', 'b/one.int-spec.ts', 'a/guard.ts'],
    read: (file) =>
      file.startsWith('a/')
        ? `describe('a visitor', () => { it('is asked', async () => {}); it.each([['a'], ["b"]])('is refused with %s, and isn\\'t shown', () => {}); });`
        : `it(\n  "waits", () => {}); const quoted = 'no title';`,
  };

  it.each([
    ['a file that is not there', '| x | `gone.ts` |', ['there is no gone.ts']],
    [
      'a test file that is not there',
      '| x | `gone.spec.ts`: "is asked" |',
      ['there is no gone.spec.ts', 'gone.spec.ts has no test "is asked"'],
    ],
    [
      'a title that no test has',
      '| x | `one.int-spec.ts`: "is asked", "is let in" |',
      ['one.int-spec.ts has no test "is let in"'],
    ],
    [
      'a text of the file that is no title',
      '| x | `one.int-spec.ts`: "no title" |',
      ['one.int-spec.ts has no test "no title"'],
    ],
    [
      'a title of another file of that name',
      '| x | `a/one.int-spec.ts`: "waits" |',
      ['a/one.int-spec.ts has no test "waits"'],
    ],
  ])('is reported: %s', (_what, document, wrong) => {
    expect(untrueNames(document, planted)).toEqual(wrong);
  });

  it('is distinguished from a correct one', () => {
    const document =
      '| held | `guard.ts`, `process.env` | `one.int-spec.ts`: "is asked", "is refused with %s, and isn\'t shown", "waits"; `a/one.int-spec.ts`: "a visitor" |';
    expect(untrueNames(document, planted)).toEqual([]);
  });

  const LEVELS = { '1.1': '12', '1.2': '32' };
  const rows = (...lines: string[]): string => lines.join('\n');
  const [first, second, third] = [
    '| 1.1.1 | 1 | a | b | `one.spec.ts`: "c" |',
    '| 1.1.2 | 2 | a | b `guard.ts` | by construction |',
    '| 1.2.2 | 2 | a | b | does not apply: none is there |',
  ] as const;

  it.each([
    ['nothing', rows(first, second, third), []],
    ['a requirement that is missing', rows(first, third), ['1.1.2 is missing']],
    ['one that comes twice', rows(first, second, second, third), ['1.1.2 comes twice']],
    ['one of another level', rows(first.replace('| 1 |', '| 2 |'), second, third), ['1.1.1 has level 1, not 2']],
    [
      'one that there is not',
      rows(first, second, third, '| 1.2.1 | 3 | a | b | `one.spec.ts` |'),
      ['1.2.1 is no requirement of level 1 or 2'],
    ],
    [
      'an empty cell',
      rows(first.replace('| a |', '|  |'), second, third),
      ['1.1.1 has an empty cell, or one too many'],
    ],
    [
      'a word where a test, a place or a reason is due',
      rows(first, second.replace('by construction', 'yes'), third),
      ['1.1.2 is shown by nothing'],
    ],
    [
      'construction without its place',
      rows(first, second.replace(' `guard.ts`', ''), third),
      ['1.1.2 is shown by nothing'],
    ],
    [
      'a deviation without a reason',
      rows(first, second.replace('by construction', '**deviation**'), third),
      ['1.1.2 is a deviation without a reason'],
    ],
  ])('is reported: %s', (_what, document, wrong) => {
    expect(untrueRows(document, LEVELS)).toEqual(wrong);
  });

  it('may answer several requirements together, with all their levels', () => {
    expect(untrueRows('| 1.1.1–1.2.2 | 1, 2 | a | b | does not apply: none is there |', LEVELS)).toEqual([]);
    expect(untrueRows('| 1.1.1–1.1.2 | 1, 2 | a | b | does not apply: none is there |', LEVELS)).toEqual([
      '1.2.2 is missing',
    ]);
  });
});

/*
 * Rows of docs/asvs.md about patterns that do not occur in the code. Each pattern is tried on a planted line first.
 */
const served = sources.files.filter(
  (file) =>
    /^(?:services\/\w+\/src|libs\/(?:contracts|service-kit)\/src|web\/src)\/.*\.tsx?$/.test(file) &&
    !/\/testing\/|spec\.tsx?$/.test(file),
);
/** The positions of a pattern in code, without comments. */
const places = (pattern: RegExp, files = served, read = sources.read): string[] =>
  files.filter((file) => pattern.test(read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')));

describe('gateway, services and web application', () => {
  const RUNS_TEXT = /\beval\(|new Function\(|node:vm|child_process|postMessage|onmessage|setTimeout\(\s*['"`]/;
  const SETS_MARKUP = /dangerouslySetInnerHTML|\.innerHTML\s*=|\.outerHTML\s*=|insertAdjacentHTML|document\.write/;
  const OTHER_HASHES = /createHash\((?!'sha256'\))|createHmac\((?!'sha256',)|['"`](?:md[245]|sha-?1)['"`]/i;
  const TRUSTS_ALL = /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/;

  it('are looked at, and what is planted is seen', () => {
    expect(served.length).toBeGreaterThan(500);
    const seen = (pattern: RegExp, line: string): boolean => places(pattern, ['planted.ts'], () => line).length > 0;
    for (const line of [
      'eval("1")',
      'new Function("a")',
      "import { exec } from 'node:child_process'",
      'window.postMessage(1)',
      "setTimeout('a', 1)",
    ])
      expect([line, seen(RUNS_TEXT, line)]).toEqual([line, true]);
    for (const line of ['<p dangerouslySetInnerHTML={{ __html }} />', 'node.innerHTML = text'])
      expect([line, seen(SETS_MARKUP, line)]).toEqual([line, true]);
    for (const line of ["createHash('md5')", 'createHmac("sha256", key)', 'createHash(name)', "{ algorithm: 'SHA1' }"])
      expect([line, seen(OTHER_HASHES, line)]).toEqual([line, true]);
    expect(seen(TRUSTS_ALL, 'new Agent({ rejectUnauthorized: false })')).toBe(true);
    expect([seen(OTHER_HASHES, "createHash('sha256')"), seen(RUNS_TEXT, '// eval(1) is not used')]).toEqual([
      false,
      false,
    ]);
  });

  it('start no program but their own, and run no text but two constants of theirs', () => {
    // Redis runs the script of the throttle; Markdown is read in a context, and a PDF in a process, because these can be stopped.
    expect(places(RUNS_TEXT)).toEqual([
      'libs/service-kit/src/markdown/read-markdown.ts',
      'services/content/src/document/inspect-pdf-apart.ts',
      'services/identity/src/sign-in-throttle/sign-in-throttle.ts',
    ]);
  });

  it('set markup in two places, which make it themselves', () => {
    expect(places(SETS_MARKUP)).toEqual([
      'web/src/components/articles/article-text.tsx',
      'web/src/components/ui/json-ld.tsx',
    ]);
  });

  it('hash with SHA-256, but for the places that are named', () => {
    expect(places(OTHER_HASHES)).toEqual([
      'services/identity/src/second-factor/totp.ts',
      'services/registrations/src/season/season.ts',
    ]);
  });

  it('trust no certificate unseen', () => {
    expect(places(TRUSTS_ALL)).toEqual([]);
  });
});
