import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { type OutputBundle, type OutputChunk, rolldown, type RolldownOptions, watch } from 'rolldown';
import config, { fileOfPackage, isOutside, OWN } from '../../build/rolldown.node.config.mjs';
import { errorMessage } from '../error-code.ts';

export interface BundleListener {
  onProblem: (text: string) => void;
  /** This file has changed; the change of its sources was noticed at `changedAt`. */
  onChange: (changedAt: number, file: string) => void;
}

export interface WatchedBundles {
  /** Every bundle was written once. */
  built: Promise<void>;
  close(): Promise<void>;
}

/** A workspace with bundles: its folder, and their names. */
interface Project {
  path: string;
  entries: string[];
}

/**
 * Bundles the services and the sandbox into `folder`, and each again when one of its sources changes. Packages are bundled
 * separately, once for each lock file.
 */
export const watchBundles = (root: string, folder: string, listener: BundleListener): WatchedBundles => {
  const projects = findProjects(root);
  const hashes = new Map<string, string>();
  const toBuild = new Set(projects.map(({ path }) => path));
  let allBuilt = (): void => undefined;
  const areBuilt = new Promise<void>((resolve) => (allBuilt = resolve));
  let changedAt = Date.now();
  let watcher: ReturnType<typeof watch> | undefined;

  const written = (path: string, bundle: OutputBundle): void => {
    const isFirst = toBuild.delete(path);
    if (isFirst && toBuild.size === 0) allBuilt();
    for (const entry of entriesOf(bundle)) {
      const file = join(folder, path, entry.fileName);
      const hash = hashOf(entry, bundle);
      const isChanged = hashes.get(file) !== hash;
      hashes.set(file, hash);
      if (isChanged && !isFirst) listener.onChange(changedAt, file);
    }
  };

  const start = async (): Promise<void> => {
    const fileOf = await bundlePackages(root, folder, projects);
    await Promise.all(projects.map(({ path }) => rm(join(folder, path), { recursive: true, force: true })));
    watcher = watch(
      projects.map(({ path, entries }) => ({
        ...optionsOf(root, [{ path, entries }]),
        plugins: [{ name: 'written', writeBundle: (_options, bundle) => written(path, bundle) }],
        output: {
          ...config.output,
          // A process that starts as the next build begins would find no files.
          cleanDir: false,
          dir: join(folder, path),
          paths: (id: string) => fileOf(id) ?? id,
        },
        watch: { clearScreen: false },
      })),
    );
    watcher.on('change', () => void (changedAt = Date.now()));
    watcher.on('event', async (event) => {
      if (event.code === 'ERROR') listener.onProblem(stripVTControlCharacters(errorMessage(event.error)));
      if (event.code === 'ERROR' || event.code === 'BUNDLE_END') await event.result.close();
    });
    await areBuilt;
  };
  return { built: start(), close: async () => watcher?.close() };
};

/** From the projects' own build commands. */
const findProjects = (root: string): Project[] =>
  ['sandbox', ...readdirSync(join(root, 'services')).map((name) => `services/${name}`)]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => {
      const { nx } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
        nx: { targets: { build: { options: { env: { LECTERN_ENTRIES: string } } } } };
      };
      return { path, entries: nx.targets.build.options.env.LECTERN_ENTRIES.split(',') };
    });

const optionsOf = (root: string, projects: Project[]): RolldownOptions => ({
  ...config,
  cwd: root,
  input: Object.fromEntries(
    projects.flatMap(({ path, entries }) =>
      entries.map((entry) => [
        projects.length > 1 ? `${path}/${entry}` : entry,
        join(root, path, 'src', `${entry}.ts`),
      ]),
    ),
  ),
});

/** Returns the file of each bundled package, or undefined. */
const bundlePackages = async (
  root: string,
  folder: string,
  projects: Project[],
): Promise<(id: string) => string | undefined> => {
  const names = new Set<string>();
  const build = await rolldown({
    ...optionsOf(root, projects),
    external: (id) => {
      if (!OWN.test(id) && !isOutside(id)) names.add(id);
      return !OWN.test(id);
    },
  });
  await build.generate({ format: 'esm' });
  await build.close();
  const wanted = [...names].sort();
  const version = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(wanted.join())
    .digest('hex');
  const packages = join(folder, `packages-${version.slice(0, 12)}`);
  // A process of its own: it loads every package.
  if (!existsSync(packages)) {
    await rm(folder, { recursive: true, force: true });
    const program = join(root, 'tools', 'build', 'bundle-packages.mjs');
    await promisify(execFile)(process.execPath, [program, `${packages}.new`, ...wanted], { cwd: root });
    await rename(`${packages}.new`, packages);
  }
  return (id) => (names.has(id) ? join(packages, `${fileOfPackage(id)}.js`) : undefined);
};

const entriesOf = (bundle: OutputBundle): OutputChunk[] =>
  Object.values(bundle).filter((file): file is OutputChunk => file.type === 'chunk' && file.isEntry);

/** Of its code and that of all that it loads. */
const hashOf = (entry: OutputChunk, bundle: OutputBundle): string => {
  const hash = createHash('sha256');
  const loaded = new Set([entry.fileName]);
  for (const name of loaded) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    hash.update(file.code);
    for (const imported of [...file.imports, ...file.dynamicImports]) loaded.add(imported);
  }
  return hash.digest('hex');
};
