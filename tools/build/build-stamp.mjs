// Whether the built files match the present sources: decided from names, sizes and times alone, because
// every start asks it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = ['editorial', 'libs', 'sandbox', 'services', 'tools', 'web'];
const SHARED_FILES = ['nx.json', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = /^(node_modules|dist|dist-server|coverage|test-results|\..*)$|\.(int-)?spec\.tsx?$/;
const STAMP = join('.nx', 'lectern-build-stamp');

/** A text that changes when a source file is added, removed or written. */
export const sourceStamp = (root) => {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (NOT_SOURCES.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
    }
  };
  for (const folder of SOURCES) if (existsSync(join(root, folder))) walk(join(root, folder));
  for (const file of SHARED_FILES) if (existsSync(join(root, file))) add(join(root, file));
  return hash.digest('hex');
};

/** Whether everything was built from sources with this stamp, and is still there. */
export const isBuilt = (root, stamp) => {
  const path = join(root, STAMP);
  return existsSync(path) && readFileSync(path, 'utf8') === stamp && outputs(root).every((it) => existsSync(it));
};

/** Notes that everything was built from sources with this stamp. */
export const saveStamp = (root, stamp) => {
  const path = join(root, STAMP);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stamp);
};

const OUTPUT_IN_PROJECT = '{projectRoot}/';

/** The declared outputs of each project's build: its own `outputs`, or those of nx.json, which is its folder `dist`. */
const outputs = (root) => {
  const services = join(root, 'services');
  const folders = existsSync(services) ? readdirSync(services).map((name) => join(services, name)) : [];
  return [...folders, ...['editorial', 'sandbox', 'tools', 'web'].map((name) => join(root, name))].flatMap((folder) => {
    const [file] = ['package.json', 'project.json']
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path));
    if (file === undefined) return [];
    const { nx, targets = nx?.targets } = JSON.parse(readFileSync(file, 'utf8'));
    const written = targets?.build?.outputs ?? [`${OUTPUT_IN_PROJECT}dist`];
    return written.map((output) => join(folder, output.replace(OUTPUT_IN_PROJECT, '')));
  });
};
