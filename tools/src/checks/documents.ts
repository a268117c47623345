import { posix } from 'node:path';
import { isAt, type Sources, TEST_FILE, titlesIn } from './security-documents.ts';

/** Markdown that describes the project: at the root, below `docs`, and one README for a folder of the first or second level. */
export const isDocument = (file: string): boolean =>
  /^(?:[A-Z]+\.md|docs\/.+\.md|(?:[\w-]+\/){1,2}README\.md)$/.test(file);

/** A fenced block. Commands and paths are read from those that are for a shell: without a language, or `sh`. */
interface Block {
  readonly language: string;
  readonly text: string;
}

/** A document in parts: fenced blocks, inline code, and everything outside the blocks. */
interface Parts {
  readonly blocks: readonly Block[];
  readonly inline: readonly string[];
  readonly text: string;
}

const FENCED = /^[ \t]*(`{3,})([^\n`]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

export const partsOf = (document: string): Parts => {
  const text = document.replaceAll(FENCED, '');
  return {
    blocks: [...document.matchAll(FENCED)].map(([, , language = '', body = '']) => ({
      language: language.trim(),
      text: body,
    })),
    inline: [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' ').trim()),
    text,
  };
};

const shellBlocks = (parts: Parts): string[] =>
  parts.blocks.filter(({ language }) => language === '' || language === 'sh').map(({ text }) => text);

const folderOf = (document: string): string => (document.includes('/') ? posix.dirname(document) : '');
const joined = (folder: string, path: string): string => posix.normalize(posix.join(folder, path)).replace(/\/$/, '');

const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/* Paths ---------------------------------------------------------------------------------------------------------- */

const EXTENSION = /\.(?:tsx?|mjs|md|json|ya?ml|sh|sql|conf|css)$/;
/** Outputs of builds and runs, which are not in the repository. */
const OUTPUT = /(?:^|\/)(?:dist|dist-server|node_modules|\.data|\.env)(?:\/|$)/;

/** Alternatives in braces become one path each: `routes/{public,admin}`. */
const spread = (path: string): string[] => {
  const braces = /^(.*?)\{([^{}]+)\}(.*)$/.exec(path);
  if (braces === null) return [path];
  const [, before = '', inside = '', after = ''] = braces;
  return inside.split(',').flatMap((each) => spread(`${before}${each}${after}`));
};

/** `*` and `<name>` stand for anything within one part of a path, `**` for any parts. */
const patternOf = (path: string): RegExp => {
  const source = path
    .replaceAll(/<[^>]+>/g, '*')
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : escaped(part)))
    .join('');
  return new RegExp(`^(?:.*/)?${source}(?:/.*)?$`);
};

/**
 * A code span is a path when it is one word of path characters without a scheme or a leading slash, and either begins with a file or
 * folder of the repository's root followed by a slash, is such a file, or ends as a source file does.
 */
const isPath = (code: string, files: readonly string[]): boolean => {
  if (!/^(?:[\w.@*{},-]|\/|<[\w-]+>)+$/.test(code) || code.startsWith('/') || code.startsWith('@')) return false;
  const [first = '', ...rest] = code.split('/');
  const isAtRoot =
    rest.length > 0 ? files.some((file) => file.startsWith(`${first}/`)) : files.includes(first) && first.includes('.');
  return isAtRoot || EXTENSION.test(code);
};

/** A file that a run writes: a source that is no test or document has its name in quotes. */
const isWritten = (name: string, { files, read }: Sources): boolean =>
  !name.includes('/') &&
  files.some(
    (file) =>
      /\.(?:tsx?|mjs|sh)$/.test(file) &&
      !TEST_FILE.test(file) &&
      new RegExp(`['"\`/]${escaped(name)}['"\`]`).test(read(file)),
  );

const exists = (path: string, folder: string, sources: Sources): boolean => {
  if (OUTPUT.test(path)) return true;
  const trimmed = path.replace(/^\.\//, '').replace(/\/$/, '');
  if (trimmed.startsWith('../')) return exists(joined(folder, trimmed), '', sources);
  // The end of a name (`.int-spec.ts`).
  if (/^\.[\w-]+\.\w+$/.test(trimmed) && sources.files.some((file) => file.endsWith(trimmed))) return true;
  const pattern = patternOf(trimmed);
  return sources.files.some((file) => pattern.test(file)) || isWritten(trimmed, sources);
};

/** `@lectern/contracts/errors` is a module of the workspace's package. */
const isMissingModule = (code: string, { files }: Sources): boolean => {
  const [, name, module] = /^@lectern\/([\w-]+)\/([\w./-]+)$/.exec(code) ?? [];
  return (
    name !== undefined &&
    !files.some(
      (file) => /^(?:libs\/|services\/|)/.test(file) && isAt(file.replace(/\.tsx?$/, ''), `${name}/src/${module}`),
    )
  );
};

/** Paths of code spans, and of words in shell blocks that begin in the repository's root, that are not there. */
export const missingPaths = (document: string, text: string, sources: Sources): string[] => {
  const parts = partsOf(text);
  const words = shellBlocks(parts)
    .flatMap((block) => block.split(/[\s='"]+/))
    .map((word) => word.replace(/[,.:;)]+$/, ''))
    .filter((word) => word.includes('/') || word.startsWith('docker-compose'));
  const named = [...parts.inline, ...words.filter((word) => !EXTENSION.test(word) || /^[\w.]/.test(word))];
  const missing = named
    .filter((code) => isPath(code, sources.files))
    .filter((code) => !spread(code).every((path) => exists(path, folderOf(document), sources)));
  return [...new Set([...missing, ...parts.inline.filter((code) => isMissingModule(code, sources))])].map(
    (path) => `there is no ${path}`,
  );
};

/* Links ---------------------------------------------------------------------------------------------------------- */

/** The anchors of a document, as GitHub makes them of its headings. */
const anchorsOf = (text: string): Set<string> => {
  const anchors = new Set<string>();
  for (const [, heading = ''] of partsOf(text).text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    for (let twin = 0, anchor = slug; ; anchor = `${slug}-${++twin}`)
      if (!anchors.has(anchor)) {
        anchors.add(anchor);
        break;
      }
  }
  return anchors;
};

/** Links to files, folders and headings that are not there, and numbers of decisions without a page. */
export const brokenLinks = (document: string, text: string, { files, read }: Sources): string[] => {
  const prose = partsOf(text).text;
  const wrong: string[] = [];
  for (const [, target = ''] of prose.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?|mailto):/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : joined(folderOf(document), path);
    if (!files.includes(file) && !files.some((each) => each.startsWith(`${file}/`)))
      wrong.push(`${target} leads nowhere`);
    else if (anchor !== undefined && !anchorsOf(path === '' ? text : read(file)).has(anchor))
      wrong.push(`${target} leads to no heading`);
  }
  for (const [, number = ''] of prose.matchAll(/\bADR\s+(\d{4})\b/g))
    if (!files.some((file) => file.startsWith(`docs/adr/${number}-`))) wrong.push(`there is no ADR ${number}`);
  return wrong;
};

/* Commands ------------------------------------------------------------------------------------------------------- */

interface Package {
  readonly name?: string;
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<Record<string, unknown>>;
  readonly nx?: { readonly targets?: Readonly<Record<string, unknown>> };
}

const jsonOf = (file: string, { files, read }: Sources): Package =>
  files.includes(file) ? (JSON.parse(read(file)) as Package) : {};

/** The words of a command up to its end: a quote, a comment, a pipe or the next command. */
const wordsOf = (rest: string): string[] =>
  (/^[^\n#|&;()"'`]*/.exec(rest)?.[0] ?? '').split(/\s+/).filter((word) => word !== '' && word !== '…');

const isTested = (word: string, { files }: Sources): boolean => {
  const pattern = new RegExp(word.replaceAll(/<[^>]+>/g, '[^/]+').replaceAll(/[.]/g, '\\.'));
  return files.some((file) => TEST_FILE.test(file) && pattern.test(file));
};

const wrongScript = (name: string, folders: readonly string[], sources: Sources): string[] =>
  folders.some((folder) => jsonOf(joined(folder, 'package.json'), sources).scripts?.[name] !== undefined)
    ? []
    : [`there is no script ${name}`];

/** Options and words of `npm test --`, and the words of `npm run vitest --` before its options. */
const wrongTests = (words: readonly string[], sources: Sources): string[] => {
  const parts = new Set(['--unit', '--integration', '--e2e']);
  return words.flatMap((word) =>
    word.startsWith('-')
      ? parts.has(word)
        ? []
        : [`npm test has no ${word}`]
      : isTested(word, sources)
        ? []
        : [`no test is called ${word}`],
  );
};

/** `project:target`, and `run-many -t target`. */
const wrongTarget = (words: readonly string[], sources: Sources): string[] => {
  const projects = sources.files
    .filter((file) => /^[\w/-]+\/(?:package|project)\.json$/.test(file))
    .map((file) => jsonOf(file, sources));
  const targetsOf = (each: Package): string[] => Object.keys({ ...each.scripts, ...each.targets, ...each.nx?.targets });
  return words.flatMap((word, index) => {
    const [project, target] = word.includes(':') ? word.split(':') : words[index - 1] === '-t' ? [undefined, word] : [];
    if (target === undefined) return [];
    const meant = projects.filter(
      ({ name }) => project === undefined || name === project || name === `@lectern/${project}`,
    );
    return meant.some((each) => targetsOf(each).includes(target)) ? [] : [`there is no target ${word}`];
  });
};

/** `node FILE`: the file, or the source of a built one (`dist/main.js` of `src/main.ts`). Options and programs on the command line are passed over. */
const wrongProgram = (words: readonly string[], folders: readonly string[], sources: Sources): string[] => {
  const program = words.find((word) => !word.startsWith('-'));
  if (program === undefined || !/\.(?:[mc]?js|ts)$/.test(program) || words[0]?.startsWith('-')) return [];
  const source = program.replace(/(^|\/)dist\/(.*)\.js$/, '$1src/$2.ts');
  return folders.some((folder) => sources.files.includes(joined(folder, source)))
    ? []
    : [`there is no program ${program}`];
};

const wrongOperatorCommand = (words: readonly string[], { files, read }: Sources): string[] => {
  const [command = '--help'] = words.filter((word) => word !== '--');
  if (/^(?:--help|--json|<\w+>)$/.test(command)) return [];
  const commands = files.filter(
    (file) => /^services\/operator\/src\/commands\/[\w-]+\.ts$/.test(file) && !TEST_FILE.test(file),
  );
  return commands.some((file) => read(file).includes(`'${command}'`)) ? [] : [`operate has no ${command}`];
};

/** Commands in the first cells of the table below a heading "Commands". */
const commandsOfTable = (text: string): string[][] => {
  const section = text.split(/^#+ /m).find((each) => each.startsWith('Commands\n')) ?? '';
  return [...section.matchAll(/^\| (`(?:\\\||[^|])*`)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => wordsOf(code)),
  );
};

/** Scripts, tests, targets, programs and operator's commands that are named and not there. */
export const unknownCommands = (document: string, text: string, sources: Sources): string[] => {
  const parts = partsOf(text);
  const lines = [...parts.inline, ...shellBlocks(parts).flatMap((block) => block.split('\n'))];
  const wrong = lines.flatMap((line) => {
    const enteredFolder = /\bcd ([\w./-]+) &&/.exec(line)?.[1];
    const folders = ['', folderOf(document), ...(enteredFolder === undefined ? [] : [enteredFolder])];
    const after = (command: RegExp): string[][] =>
      [...line.matchAll(command)].map((found) => wordsOf(line.slice(found.index + found[0].length)));
    return [
      ...after(/\bnpm run(?= )/g).flatMap(([first = '', ...words]) => {
        const [name = '', ...rest] = first.startsWith('-') ? words : [first, ...words];
        const given = rest.slice(rest.indexOf('--') + 1);
        if (name === 'operate') return wrongOperatorCommand(rest, sources);
        if (name === 'vitest' && rest[0] === '--') {
          const options = given.findIndex((word) => word.startsWith('-'));
          return wrongTests(given.slice(0, options === -1 ? given.length : options), sources);
        }
        return name === '' ? [] : wrongScript(name, folders, sources);
      }),
      ...after(/\bnpm (?=(?:start|test)\b)/g).flatMap(([name = '', ...words]) => [
        ...wrongScript(name, folders, sources),
        ...(name === 'test' && words[0] === '--' ? wrongTests(words.slice(1), sources) : []),
      ]),
      ...after(/\bnpx nx\b/g).flatMap((words) => wrongTarget(words, sources)),
      ...after(/(?<![\w:/.-])node(?= )/g).flatMap((words) => wrongProgram(words, folders, sources)),
      ...after(/(?:^|\brun --rm (?:-T )?)operate\b/g).flatMap((words) => wrongOperatorCommand(words, sources)),
      ...after(/services\/operator\/dist\/main\.js/g).flatMap((words) => wrongOperatorCommand(words, sources)),
    ];
  });
  return [...new Set([...wrong, ...commandsOfTable(text).flatMap((words) => wrongOperatorCommand(words, sources))])];
};

/* Variables ------------------------------------------------------------------------------------------------------ */

const READS_VARIABLES = /\.(?:tsx?|mjs|ya?ml|sh|json|env|conf|example)$|^Dockerfile$|^\.ci\/run$/;

/** Code without its comments; in files of settings a commented line is a setting's default. */
const withoutComments = (file: string, code: string): string =>
  /\.(?:tsx?|mjs)$/.test(file) ? code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') : code;

/** Names that programs of others read, and commands of Redis. */
const OF_OTHERS = new Set(['REDISCLI_AUTH', 'NODE_IMAGE', 'NGINX_IMAGE', 'INFO']);

/** A variable is a name of capitals with an underscore anywhere in code, or one without that is a whole code span (`PORT`, `PORT=3000`). */
export const unreadVariables = (text: string, known: ReadonlySet<string>): string[] => {
  const parts = partsOf(text);
  const code = [...parts.inline, ...parts.blocks.map((block) => block.text)];
  const named = [
    ...code.flatMap((each) => each.match(/(?<![\w…>-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g) ?? []),
    ...parts.inline.flatMap((each) => /^([A-Z][A-Z0-9]+)(?:=.*)?$/.exec(each)?.slice(1) ?? []),
  ];
  return [...new Set(named)]
    .filter((name) => !known.has(name) && !OF_OTHERS.has(name))
    .map((name) => `nothing reads ${name}`);
};

/** Every name of capitals in code, compose files, deployment and the example of settings. */
export const namesInCode = ({ files, read }: Sources): Set<string> =>
  new Set(
    files
      .filter(
        (file) =>
          READS_VARIABLES.test(file) && !file.endsWith('checks/documents.spec.ts') && file !== 'package-lock.json',
      )
      .flatMap((file) => withoutComments(file, read(file)).match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
  );

/* Tests ---------------------------------------------------------------------------------------------------------- */

/** A test file in code style, a colon and quoted titles: each is (a part of) the title of a test of that file. */
export const unknownTests = (text: string, { files, read }: Sources): string[] =>
  [...partsOf(text).text.matchAll(/`([\w./-]+)`:\s+((?:"[^"]+"(?:,\s+)?)+)/g)].flatMap(([, file = '', quoted = '']) => {
    if (!TEST_FILE.test(file)) return [];
    const known = files.filter((each) => isAt(each, file)).flatMap((each) => titlesIn(read(each)));
    return [...quoted.matchAll(/"([^"]+)"/g)]
      .map(([, title = '']) => title.replaceAll(/\s+/g, ' '))
      .filter((title) => !known.some((each) => each.includes(title)))
      .map((title) => `${file} has no test "${title}"`);
  });

/* Dependencies --------------------------------------------------------------------------------------------------- */

/** The first cells of the rows below a heading: names of packages. */
const rowsBelow = (text: string, heading: string): string[] => {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
};

/** Packages that the tables "Runtime" and "Development" lack, have too many or twice, and taken ones in "Not taken". */
export const wrongDependencies = (text: string, sources: Sources): string[] => {
  const packages = sources.files
    .filter((file) => /^(?:[\w-]+\/)*package\.json$/.test(file))
    .map((file) => jsonOf(file, sources));
  const ours = new Set(packages.map(({ name }) => name));
  const named = (of: 'dependencies' | 'devDependencies'): string[] =>
    packages.flatMap((each) => Object.keys(each[of] ?? {})).filter((name) => !ours.has(name));
  const runtime = new Set(named('dependencies'));
  const differences = (heading: string, used: Set<string>): string[] => {
    const rows = rowsBelow(text, heading);
    return [
      ...[...used].filter((name) => !rows.includes(name)).map((name) => `${heading} lacks ${name}`),
      ...rows
        .filter((name, index) => !used.has(name) || rows.indexOf(name) !== index)
        .map((name) => `${heading} has ${name}, and package.json does not`),
    ];
  };
  const taken = new Set(packages.flatMap((each) => Object.keys({ ...each.dependencies, ...each.devDependencies })));
  return [
    ...differences('Runtime', runtime),
    // A workspace for developers may use what another one runs.
    ...differences('Development', new Set(named('devDependencies').filter((name) => !runtime.has(name)))),
    ...rowsBelow(text, 'Not taken')
      .filter((name) => taken.has(name))
      .map((name) => `${name} is taken`),
  ];
};
