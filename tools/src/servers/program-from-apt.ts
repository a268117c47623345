import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorMessage } from '../error-code.ts';

const run = promisify(execFile);

export interface Program {
  command: string;
  /** Variables that its environment needs (for its libraries), beside PATH. */
  env: Record<string, string>;
}

export interface WantedProgram {
  /** For people: "Redis". */
  title: string;
  /** Packages, each with a program of its name, the preferred one first. */
  names: string[];
  isUsable: (program: Program) => boolean;
  onProgress: (text: string) => void;
}

/**
 * On Debian and Ubuntu: the distribution's own signed package and those of its libraries that this system lacks,
 * unpacked into the user's cache (`~/.cache/lectern`, or `XDG_CACHE_HOME`), where later starts and other clones find
 * them. Needs no root and changes nothing of the system: apt works on private lists, and nothing is installed.
 * `undefined` where there is no apt, or it cannot bring one that `isUsable`.
 */
export const fetchProgramWithApt = async ({
  title,
  names,
  isUsable,
  onProgress,
}: WantedProgram): Promise<Program | undefined> => {
  if (process.platform !== 'linux' || !existsSync('/var/lib/dpkg/status') || !existsSync('/usr/bin/apt-get')) {
    return undefined;
  }
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern');
  const folder = join(cache, `${title.toLowerCase()}-${process.arch}`);
  const cached = await programIn(folder, names, isUsable);
  if (cached !== undefined) return cached;

  onProgress(`fetching ${title} from the distribution (once)`);
  let work: string | undefined;
  try {
    await mkdir(cache, { recursive: true });
    work = await mkdtemp(join(cache, 'fetch-'));
    const apt = await privateApt(work);
    await apt('-qq', 'update');
    for (const name of names) {
      const unpacked = join(work, name);
      if (!(await fetchPackage(apt, name, unpacked))) continue;
      if ((await programIn(unpacked, [name], isUsable)) === undefined) continue;
      // Another process that fetched it meanwhile may be about to start it from there.
      const others = await programIn(folder, names, isUsable);
      if (others !== undefined) return others;
      await rm(folder, { recursive: true, force: true });
      // Another start may have put its own there in the meantime.
      await rename(unpacked, folder).catch(() => undefined);
      return await programIn(folder, names, isUsable);
    }
  } catch (error) {
    onProgress(`apt could not bring ${title}: ${errorMessage(error).trim().split('\n').at(-1)}`);
  } finally {
    if (work !== undefined) await rm(work, { recursive: true, force: true });
  }
  return undefined;
};

type Apt = (...args: string[]) => Promise<string>;

const privateApt = async (work: string): Promise<Apt> => {
  const folders = { state: join(work, 'state'), lists: join(work, 'lists'), cache: join(work, 'cache') };
  await mkdir(join(folders.lists, 'partial'), { recursive: true });
  await mkdir(join(folders.cache, 'archives', 'partial'), { recursive: true });
  await mkdir(folders.state, { recursive: true });
  const settings = [
    `Dir::State=${folders.state}`,
    `Dir::State::lists=${folders.lists}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${folders.cache}`,
    `Dir::Log=${work}`,
    'Debug::NoLocking=1',
    'Acquire::Languages=none',
    'Acquire::Retries=3',
    // The account that apt would download with cannot enter a private folder.
    ...(process.getuid?.() === 0 ? ['APT::Sandbox::User=root'] : []),
  ].flatMap((setting) => ['-o', setting]);
  return async (...args) => {
    const { stdout } = await run('apt-get', [...settings, ...args], {
      cwd: work,
      env: { ...process.env, LC_ALL: 'C' },
      timeout: 120_000,
    });
    return stdout;
  };
};

const fetchPackage = async (apt: Apt, name: string, folder: string): Promise<boolean> => {
  const plan = await apt('-s', '-q', '--no-install-recommends', 'install', name).catch(() => '');
  const packages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, found]) => found ?? '');
  if (packages.length === 0) return false;
  const work = `${folder}.debs`;
  await mkdir(work);
  await apt(
    '-q',
    '-o',
    `Dir::Cache::archives=${work}`,
    '--download-only',
    '--no-install-recommends',
    '-y',
    'install',
    name,
  );
  for (const file of await readdir(work)) {
    if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', join(work, file), folder]);
  }
  return true;
};

const programIn = async (
  folder: string,
  names: string[],
  isUsable: (program: Program) => boolean,
): Promise<Program | undefined> => {
  const libraries: string[] = [];
  for (const root of [join(folder, 'usr', 'lib'), join(folder, 'lib')]) {
    for (const entry of await readdir(root).catch(() => [])) {
      if (entry.includes('-linux-')) libraries.push(join(root, entry));
    }
  }
  const env = { LD_LIBRARY_PATH: libraries.join(':') };
  return names
    .flatMap((name) => ['bin', 'sbin'].map((place) => ({ command: join(folder, 'usr', place, name), env })))
    .find(isUsable);
};
