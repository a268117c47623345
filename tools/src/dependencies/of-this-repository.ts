import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.ts';
import { type LockFile, type LockPackage, lockPackages } from './lock-packages.ts';

export const ROOT = join(import.meta.dirname, '../../..');

const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;

/** The packages of others that this repository needs. */
export const packagesHere = (): LockPackage[] =>
  lockPackages(read<LockFile>('package-lock.json'), bundledPackages(ROOT));

/** This repository by its manifest, with what its processes and pages need by name. */
export const wholeHere = (): { name: string; version: string; needs: string[] } => {
  const { name, version } = read<{ name: string; version: string }>('package.json');
  return { name, version, needs: bundledPackages(ROOT) };
};
