// Of the installed packages, leaves those that the bundles load by name, with what these need, and of all others their licenses, which
// go with the code that is in the bundles. Run where node_modules is, with the names of the packages.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'node_modules';
const LICENSE = /^(licen[cs]e|copying|notice|ofl|thirdparty)/i;
const FOR_DEVELOPERS = /\.([cm]?ts|map|md|markdown)$/;

/** Where a package is found from another one: beside it, or in a folder above. */
const folderOf = (name, from) => {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf(`/${FOLDER}`))) {
    const folder = join(at, FOLDER, name);
    if (existsSync(folder)) return folder;
    if (!at.includes(`/${FOLDER}`)) return undefined;
  }
};

const kept = new Set();
const keep = (name, from, isNeeded) => {
  const folder = folderOf(name, from);
  if (folder === undefined) {
    if (isNeeded) throw new Error(`${name}, which ${from} needs, is not installed`);
    return;
  }
  if (kept.has(folder)) return;
  kept.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    keep(dependency, folder, !(dependency in optionalDependencies));
};

/** Answers whether anything was left. */
const strip = (folder, isKept) => {
  let isEmpty = true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isLeft = entry.isDirectory()
      ? strip(path, kept.has(path) || (isKept && entry.name !== FOLDER))
      : entry.isFile() && (LICENSE.test(entry.name) || (isKept && !FOR_DEVELOPERS.test(entry.name)));
    if (isLeft) isEmpty = false;
    else rmSync(path, { recursive: true, force: true });
  }
  return !isEmpty;
};

const names = process.argv.slice(2);
if (names.length === 0) throw new Error('Name the packages that are loaded');
for (const name of names) keep(name, process.cwd(), true);
strip(join(process.cwd(), FOLDER), false);
