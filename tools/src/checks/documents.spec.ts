import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  brokenLinks,
  isDocument,
  missingPaths,
  namesInCode,
  unknownCommands,
  unknownTests,
  unreadVariables,
  wrongDependencies,
} from './documents.ts';
import { type Sources, sourcesOf } from './security-documents.ts';

const sources = sourcesOf(join(import.meta.dirname, '../../..'));
const names = namesInCode(sources);
const documents = sources.files.filter(isDocument);

describe('the documents', () => {
  it('include the root, docs and the READMEs of packages, and nothing else', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'docs/operations.md', 'docs/adr/README.md', 'web/README.md']),
    );
    expect(documents).toContain('services/messaging/README.md');
    expect(documents.filter((file) => file.startsWith('editorial/'))).toEqual(['editorial/README.md']);
  });

  it.each(documents)('name paths, links, commands, variables and tests that exist: %s', (document) => {
    const text = sources.read(document);
    expect([
      ...missingPaths(document, text, sources),
      ...brokenLinks(document, text, sources),
      ...unknownCommands(document, text, sources),
      ...unreadVariables(text, names),
      ...unknownTests(text, sources),
    ]).toEqual([]);
  });

  it('are checked against the whole repository: what is planted in one is found', () => {
    const text = `${sources.read('README.md')}
\`tools/src/gone.ts\`, [gone](docs/gone.md), \`npm run gone\`, \`GONE_SIZE\`, \`documents.spec.ts\`: "is gone"\n`;
    expect([
      ...missingPaths('README.md', text, sources),
      ...brokenLinks('README.md', text, sources),
      ...unknownCommands('README.md', text, sources),
      ...unreadVariables(text, names),
      ...unknownTests(text, sources),
    ]).toEqual([
      'there is no tools/src/gone.ts',
      'docs/gone.md leads nowhere',
      'there is no script gone',
      'nothing reads GONE_SIZE',
      'documents.spec.ts has no test "is gone"',
    ]);
  });

  it('list exactly the dependencies of the packages', () => {
    expect(wrongDependencies(sources.read('docs/dependencies.md'), sources)).toEqual([]);
  });
});

/** A small repository, against which planted violations are checked. */
const PLANTED: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'lectern',
    scripts: { start: 'node tools/start.mjs', test: 'node tools/test.mjs', vitest: 'vitest run', build: 'nx run-many' },
    dependencies: { pg: '1', '@lectern/contracts': '*' },
    devDependencies: { vitest: '1' },
  }),
  'web/package.json': JSON.stringify({ name: '@lectern/web', scripts: { dev: 'vite' } }),
  'libs/contracts/package.json': JSON.stringify({ name: '@lectern/contracts', nx: { targets: { lint: {} } } }),
  'libs/contracts/src/errors.ts': '',
  'services/billing/src/main.ts':
    "writeFile('run.json'); // NEVER_READ\nprocess.env['POOL_SIZE']; process.env['PORT'];",
  'services/billing/src/outbox.int-spec.ts': "it('publishes an event once', () => {});",
  'services/operator/src/commands/check.ts': "export const check = { name: 'check' };",
  'docs/adr/0002-requests.md': '# Requests\n\n## Costs\n\n## Costs\n',
  'docs/guide.md': '',
  'deploy/backup.sh': '',
  '.ci/run': '',
};
const planted: Sources = { files: Object.keys(PLANTED), read: (file) => PLANTED[file] ?? '' };
const shell = (...lines: string[]): string => ['```', ...lines, '```', ''].join('\n');

describe('a missing path', () => {
  it.each([
    ['a file', '`services/billing/src/gone.ts`', 'services/billing/src/gone.ts'],
    ['the end of a path', '`billing/src/gone.ts`', 'billing/src/gone.ts'],
    ['a bare name', '`gone.spec.ts`', 'gone.spec.ts'],
    ['a folder', '`services/gone`', 'services/gone'],
    ['a pattern without a match', '`services/*/src/gone-*.ts`', 'services/*/src/gone-*.ts'],
    ['a placeholder without a match', '`services/<service>/gone.ts`', 'services/<service>/gone.ts'],
    ['an alternative', '`docs/{guide,gone}.md`', 'docs/{guide,gone}.md'],
    ['a module of a package', '`@lectern/contracts/gone`', '@lectern/contracts/gone'],
    ['a file of a folder above', '`../deploy/gone.sh`', '../deploy/gone.sh'],
    ['a file that is run', shell('deploy/gone.sh lectern.dump'), 'deploy/gone.sh'],
  ])('is found: %s', (_what, text, path) => {
    expect(missingPaths('docs/guide.md', text, planted)).toEqual([`there is no ${path}`]);
  });

  it.each([
    '`services/billing/src/main.ts`, `billing/src/main.ts`, `main.ts`, `services/billing`, `deploy/`, `.ci/run`',
    '`services/*/src/*.ts`, `services/<service>/src/main.ts`, `docs/{guide,adr/0002-requests}.md`, `docs/**/*.md`',
    '`@lectern/contracts/errors`, `../deploy/backup.sh`, `.int-spec.ts`',
    '`run.json`, which a source writes; `services/billing/dist/main.js`, which is an output',
    '`/api/health`, `process.env`, `a/b`, `application/json`, `https://example.com/a.md`',
    shell('deploy/backup.sh lectern-$(date +%F).dump', 'cp a/b.dump c'),
    ['```sql', 'services/gone', '```'].join('\n'),
  ])('is nothing else: %s', (text) => {
    expect(missingPaths('docs/guide.md', text, planted)).toEqual([]);
  });
});

describe('a broken link', () => {
  it.each([
    ['a file', '[a](gone.md)', 'gone.md leads nowhere'],
    ['a file from another folder', '[a](docs/guide.md)', 'docs/guide.md leads nowhere'],
    ['a heading', '[a](adr/0002-requests.md#gone)', 'adr/0002-requests.md#gone leads to no heading'],
    ['a heading of the same document', '## Here\n[a](#there)', '#there leads to no heading'],
    ['an image', '![a](images/gone.png)', 'images/gone.png leads nowhere'],
    ['a decision', 'as ADR 0099 says', 'there is no ADR 0099'],
  ])('is found: %s', (_what, text, wrong) => {
    expect(brokenLinks('docs/guide.md', text, planted)).toEqual([wrong]);
  });

  it.each([
    '## The heading: *one*\n[a](#the-heading-one) [b](adr) [c](../deploy/backup.sh) [d](https://example.com/x) ADR 0002',
    '[a](adr/0002-requests.md#costs-1), `[a](gone.md)`',
  ])('is nothing else: %s', (text) => {
    expect(brokenLinks('docs/guide.md', text, planted)).toEqual([]);
  });
});

describe('an unknown command', () => {
  it.each([
    ['a script', '`npm run gone`', 'there is no script gone'],
    ['a script after an option', '`npm run --silent gone`', 'there is no script gone'],
    ['a script of another folder', '`npm run dev`', 'there is no script dev'],
    ['a part of the tests', '`npm test -- --slow`', 'npm test has no --slow'],
    ['a word of no test', '`npm test -- outbox gone`', 'no test is called gone'],
    ['a pattern of no test', '`npm run vitest -- gone`', 'no test is called gone'],
    ['a project', '`npx nx run gone:lint`', 'there is no target gone:lint'],
    ['a target', '`npx nx run @lectern/contracts:gone`', 'there is no target @lectern/contracts:gone'],
    ['a target of all', '`npx nx run-many -t gone`', 'there is no target gone'],
    ['a program', shell('node services/gone/dist/main.js'), 'there is no program services/gone/dist/main.js'],
    ["an operator's command", '`operate gone`', 'operate has no gone'],
    ["an operator's command by its script", '`npm run operate -- gone a@b.c`', 'operate has no gone'],
    [
      "an operator's command of a table",
      '## Commands\n\n| command | effect |\n| `gone <email>` | x |',
      'operate has no gone',
    ],
    ["an operator's command in a container", shell('docker compose run --rm operate gone'), 'operate has no gone'],
  ])('is found: %s', (_what, text, wrong) => {
    expect(unknownCommands('docs/guide.md', text, planted)).toEqual([wrong]);
  });

  it.each([
    '`npm start`, `npm test`, `npm run build`, `npm test -- --unit`, `npm test -- outbox`, `npx nx run web:dev`',
    '`npm test -- services/<service>/src`, `npm run vitest -- outbox -t once`, `npm start -- --verbose`',
    '`npx nx run-many -t lint`, `operate check`, `operate --help`, `npm run operate -- --help`',
    shell('cd web && npm run dev', 'cd services/billing && node dist/main.js # starts it', 'npm ci && npm start'),
    'npm run words that are no code',
    '## Commands\n\n| command | effect |\n| `check` | compares |\n\n## Others\n\n| `gone` | x |',
  ])('is nothing else: %s', (text) => {
    expect(unknownCommands('docs/guide.md', text, planted)).toEqual([]);
  });

  it('may be a script of the folder of the document', () => {
    expect(unknownCommands('web/README.md', '`npm run dev`', planted)).toEqual([]);
  });
});

describe('a variable that nothing reads', () => {
  const known = namesInCode(planted);

  it.each([
    ['in a code span', '`GONE_SIZE`', 'GONE_SIZE'],
    ['in a comment of the code alone', '`NEVER_READ`', 'NEVER_READ'],
    ['with a value', '`GONE=1 npm start`', 'GONE'],
    ['as a whole span', '`GONE`', 'GONE'],
    ['in a block', shell('GONE_SIZE=1 npm start'), 'GONE_SIZE'],
  ])('is found: %s', (_what, text, name) => {
    expect(unreadVariables(text, known)).toEqual([`nothing reads ${name}`]);
  });

  it('is nothing else', () => {
    expect(unreadVariables('`POOL_SIZE`, `PORT=1`, `<name>_ALSO_VALID`, GONE_SIZE in prose', known)).toEqual([]);
  });
});

describe('a title that no test has', () => {
  it('is found, also as the second one and over two lines', () => {
    expect(
      unknownTests('shown by `outbox.int-spec.ts`: "publishes an event once", "publishes\nit twice"', planted),
    ).toEqual(['outbox.int-spec.ts has no test "publishes it twice"']);
  });

  it('is no other quotation', () => {
    expect(unknownTests('`outbox.int-spec.ts`: "an event once". It is "quoted"; `main.ts`: "a"', planted)).toEqual([]);
  });
});

describe('a table of dependencies', () => {
  const table = (runtime: string[], development: string[], refused: string[] = []): string =>
    Object.entries({ Runtime: runtime, Development: development, 'Not taken': refused })
      .map(([heading, rows]) => `## ${heading}\n\n${rows.map((name) => `| \`${name}\` | why |\n`).join('')}`)
      .join('\n');

  it.each([
    ['nothing', table(['pg'], ['vitest'], ['express']), []],
    ['a missing one', table([], ['vitest']), ['Runtime lacks pg']],
    ['one too many', table(['pg', 'gone'], ['vitest']), ['Runtime has gone, and package.json does not']],
    ['one twice', table(['pg', 'pg'], ['vitest']), ['Runtime has pg, and package.json does not']],
    [
      'one of the other kind',
      table(['pg', 'vitest'], []),
      ['Runtime has vitest, and package.json does not', 'Development lacks vitest'],
    ],
    ['a refused one that is taken', table(['pg'], ['vitest'], ['pg']), ['pg is taken']],
  ])('differs by %s', (_what, text, wrong) => {
    expect(wrongDependencies(text, planted)).toEqual(wrong);
  });
});
