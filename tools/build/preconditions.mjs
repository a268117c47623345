import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of each major version that is supported, as `engines` in package.json says; every later one is. */
const OLDEST_MINOR = { 20: 19, 22: 13, 24: 11 };

/** One line saying what is missing before anything can run, or undefined. */
export const missingPrecondition = (root, nodeVersion = process.versions.node) => {
  const [major, minor] = nodeVersion.split('.').map(Number);
  if (major <= 24 && !(minor >= OLDEST_MINOR[major])) {
    return `Lectern needs Node.js 20 from 20.19, 22 from 22.13, or 24.11 or newer; this is ${nodeVersion}.`;
  }
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
    return 'The dependencies are not installed: run "npm ci" first.';
  }
  const changed = firstChangedPackage(root);
  if (changed !== undefined) return `The dependencies have changed (${changed}): run "npm ci" again.`;
  return undefined;
};

const firstChangedPackage = (root) => {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const changed = Object.entries(wanted).find(
    ([path, { version, link, optional, devOptional, peer }]) =>
      path.startsWith('node_modules/') &&
      !link &&
      // Other platforms' packages are not installed here.
      !(optional || devOptional || peer) &&
      installed[path]?.version !== version,
  );
  return changed?.[0].replace(/^.*node_modules\//, '');
};

const readPackages = (path) => {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
};
