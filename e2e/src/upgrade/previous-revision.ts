import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where a migration is; a list of them that changed without one is no other set. */
const MIGRATIONS = [':(glob)services/*/src/database/migrations/*.ts', ':(glob)libs/service-kit/src/**/*.migration.ts'];
/** The schema of version 1.0.0 (CHANGELOG.md). Earlier revisions cannot be upgraded. */
const BASELINE_FILES = ':(glob)services/*/src/database/migrations/*-baseline.ts';
const LOCK = 'package-lock.json';
const OUTPUT_LIMIT = 64 * 1024 * 1024;
const LAST_WORDS = 30;

const git = async (root: string, ...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: root, maxBuffer: OUTPUT_LIMIT })).stdout.trim();

const migrationsAt = async (root: string, revision: string): Promise<string> =>
  (await git(root, 'ls-tree', '-r', '--name-only', revision, '--', 'services', 'libs/service-kit'))
    .split('\n')
    .filter((path) => /\/database\/migrations\/[^/]+\.ts$|\.migration\.ts$/.test(path))
    .join('\n');

const migrationsHere = async (root: string): Promise<string> =>
  [
    ...new Set(
      (await git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '--', ...MIGRATIONS)).split('\n'),
    ),
  ]
    .toSorted()
    .join('\n');

/**
 * The commit to upgrade from: the named one; else the newest since the last change of the baseline with other migrations than
 * lie here; else the one of that change, whose schema is the same.
 * @throws where there is none, as in a copy without its history
 */
export const chooseRevision = async (root: string, named?: string): Promise<string> => {
  if (named !== undefined) return git(root, 'rev-parse', '--verify', '--end-of-options', `${named}^{commit}`);
  const commitsOf = async (...args: string[]): Promise<string[]> =>
    (await git(root, 'log', '--format=%H', ...args)).split('\n').filter((line) => line !== '');
  const [baseline] = await commitsOf('--', BASELINE_FILES);
  if (baseline === undefined)
    throw new Error(
      'No commit here brought the baseline: name one, or bring the whole history (git fetch --unshallow)',
    );
  const here = await migrationsHere(root);
  const touched = await commitsOf(`${baseline}..HEAD`, '--', ...MIGRATIONS);
  for (const revision of ['HEAD', ...touched.map((commit) => `${commit}^`)]) {
    const commit = await git(root, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`).catch(() => '');
    if (commit !== '' && (await migrationsAt(root, commit)) !== here) return commit;
  }
  return baseline;
};

const saying = async (what: string, command: string, args: string[], cwd: string): Promise<void> => {
  const said: string[] = [];
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NODE_OPTIONS: '' },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0)
    throw new Error(`${what} ended with ${code}:\n${said.join('').split('\n').slice(-LAST_WORDS).join('\n')}`);
};

/** The same packages as here, without a copy; but the workspace's own are the folder's. */
const linkPackages = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '@lectern') await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') await symlink(join(from, name), join(to, name));
  }
};

export interface CheckedOut {
  readonly root: string;
  remove(): Promise<void>;
}

/** The revision in a folder of its own, with its packages and built. */
export const checkOut = async (root: string, revision: string, say: (line: string) => void): Promise<CheckedOut> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-previous-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const archive = `${folder}.tar`;
    try {
      await git(root, 'archive', '--format=tar', `--output=${archive}`, revision);
      await run('tar', ['-xf', archive, '-C', folder]);
    } finally {
      await rm(archive, { force: true });
    }
    const [here, there] = await Promise.all([root, folder].map((each) => readFile(join(each, LOCK), 'utf8')));
    if (here === there) await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
    else {
      say('  it has other packages: npm ci');
      await saying('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], folder);
    }
    const nx = join(folder, 'node_modules', 'nx');
    const { bin } = JSON.parse(await readFile(join(nx, 'package.json'), 'utf8')) as { bin: { nx: string } };
    await saying(
      'Building it',
      process.execPath,
      [join(nx, bin.nx), 'run-many', '--target=build', '--outputStyle=static'],
      folder,
    );
    return { root: folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
