import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold no source of ours. */
const NOT_OURS = new Set([
  'node_modules',
  'dist',
  'dist-server',
  '.git',
  '.nx',
  '.data',
  'coverage',
  'test-results',
  'playwright-report',
]);

/** Every file of the repository, with slashes, from its root. */
export const filesBelow = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return NOT_OURS.has(entry.name) ? [] : filesBelow(root, path);
  });

/** The sources that a document is checked against: the files, and their contents. */
export interface Sources {
  readonly files: readonly string[];
  readonly read: (file: string) => string;
}

export const sourcesOf = (root: string): Sources => ({
  files: filesBelow(root),
  read: (file) => readFileSync(join(root, file), 'utf8'),
});

/** `it('…'`, `describe("…"`, `test(`…``, and the title after `.each(…)(`. */
const TITLE = /(?:\b(?:it|test|describe)|[)\]])\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
export const titlesIn = (text: string): string[] =>
  [...text.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'));

export const TEST_FILE = /(?:\.(?:int-)?spec\.tsx?|\.journey\.ts)$/;
/** A name in code style that ends as a file of ours does, and is no word of another language (`*.spec.ts`, `process.env`). */
const FILE =
  /^[\w.@/-]+\.(?:tsx?|mjs|md|ya?ml|conf|example)$|^(?:\.dockerignore|Dockerfile|(?:[\w.-]+\/)?package(?:-lock)?\.json)$/;
export const isAt = (file: string, named: string): boolean => file === named || file.endsWith(`/${named}`);

/** In a cell: the files that it names, in code style, and what it quotes of the one that was named last. */
interface Named {
  readonly file: string;
  readonly titles: readonly string[];
}
const namedIn = (cell: string): Named[] => {
  const named: { file: string; titles: string[] }[] = [];
  for (const [, code, quoted] of cell.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (code !== undefined && FILE.test(code)) named.push({ file: code, titles: [] });
    else if (quoted !== undefined) named.at(-1)?.titles.push(quoted);
  }
  return named;
};

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
const isRow = (line: string): boolean => line.startsWith('|') && !/^[|\s:-]+$/.test(line);

/** Files that a document's rows name and that are not there, and titles that they quote and no test of that file has. */
export const untrueNames = (document: string, { files, read }: Sources): string[] => {
  const wrong: string[] = [];
  for (const line of document.split('\n').filter(isRow)) {
    for (const { file, titles } of cellsOf(line).flatMap(namedIn)) {
      const found = files.filter((candidate) => isAt(candidate, file));
      if (found.length === 0) wrong.push(`there is no ${file}`);
      if (titles.length === 0 || !TEST_FILE.test(file)) continue;
      const known = found.flatMap((candidate) => titlesIn(read(candidate)));
      for (const title of titles)
        if (!known.some((each) => each.includes(title))) wrong.push(`${file} has no test "${title}"`);
    }
  }
  return wrong;
};

type Levels = Readonly<Record<string, string>>;

/** Ids of level 1 and 2, in order, with their level. */
const applicable = (levels: Levels): (readonly [id: string, level: string])[] =>
  Object.entries(levels).flatMap(([section, digits]) =>
    [...digits].flatMap((level, index) => (level === '3' ? [] : [[`${section}.${index + 1}`, level] as const])),
  );

/** The faults of the table of requirements: missing, repeated and unknown ids, wrong levels, empty cells. */
export const untrueRows = (document: string, levels: Levels): string[] => {
  const all = applicable(levels);
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const line of document.split('\n').filter((each) => /^\| \d/.test(each))) {
    const [ids = '', level = '', ...cells] = cellsOf(line);
    const [from, to = from] = ids.split('–');
    const [first, last] = [from, to].map((id) => all.findIndex(([known]) => known === id)) as [number, number];
    if (first < 0 || last < first) {
      wrong.push(`${ids} is no requirement of level 1 or 2`);
      continue;
    }
    const meant = all.slice(first, last + 1);
    seen.push(...meant.map(([id]) => id));
    const right = [...new Set(meant.map(([, each]) => each))].toSorted().join(', ');
    if (level !== right) wrong.push(`${ids} has level ${right}, not ${level}`);
    if (cells.length !== 3 || cells.some((cell) => cell === ''))
      wrong.push(`${ids} has an empty cell, or one too many`);
    const shown = cells.at(-1) ?? '';
    const namesTest = namedIn(shown).some(({ file }) => TEST_FILE.test(file));
    const saysWhere = /by construction: ?.*`/.test(shown) || namedIn(cells.slice(1).join(' ')).length > 0;
    if (/\*\*deviation\*\*/.test(shown) && !/\*\*deviation\*\*:?/.test(cells[1] ?? ''))
      wrong.push(`${ids} is a deviation without a reason`);
    if (
      !namesTest &&
      !/\*\*deviation\*\*|^does not apply: \S/.test(shown) &&
      !(shown.includes('by construction') && saysWhere)
    )
      wrong.push(`${ids} is shown by nothing`);
  }
  const missing = all.map(([id]) => id).filter((id) => !seen.includes(id));
  const twice = seen.filter((id, index) => seen.indexOf(id) !== index);
  return [...wrong, ...missing.map((id) => `${id} is missing`), ...twice.map((id) => `${id} comes twice`)];
};
