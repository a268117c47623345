import { posix } from 'node:path';
import ts from 'typescript';

type Uses = Map<string, Set<string>>;

const IS_TEST = /\.(int-)?spec\.tsx?$|\.journey\.ts$|\/testing\//;
/** `services/billing/src/checkout` of a file in or below it; a file directly in `src` wires the folders together. */
const NOUN_FOLDER = /^(?:libs|services)\/[^/]+\/src\/[^/]+(?=\/)/;
const FEATURE = /^web\/src\/features\/[^/]+(?=\/)/;
/** Each layer uses those before it. */
const LAYERS = ['lib', 'components', 'features', 'app'].map((name) => `web/src/${name}/`);

/**
 * The imports that run in circles among files or among the folders of a service or library, and those of the web application that
 * lead from one feature to another or to a layer above. Imports of types count: a circle is one whatever the compiler
 * removes. `sources`: texts by path from the root.
 */
export const wrongImports = (sources: Readonly<Record<string, string>>): string[] => {
  const files: Uses = new Map();
  for (const [file, text] of Object.entries(sources)) {
    if (IS_TEST.test(file)) continue;
    const imported = ts
      .preProcessFile(text, true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => posix.join(posix.dirname(file), fileName));
    files.set(file, new Set(imported.filter((target) => target in sources)));
  }
  const imports = [...files].flatMap(([file, targets]) => [...targets].map((target) => ({ file, target })));
  const folders: Uses = new Map();
  for (const { file, target } of imports) {
    const [from, to] = [NOUN_FOLDER.exec(file)?.[0], NOUN_FOLDER.exec(target)?.[0]];
    if (from !== undefined && to !== undefined && from !== to)
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
  }
  const circles = inCircles(folders);
  return [
    ...[...inCircles(files)].map((file) => `${file} imports itself by way of others`),
    ...imports
      .filter(({ file, target }) => {
        const [from = '', to = ''] = [NOUN_FOLDER.exec(file)?.[0], NOUN_FOLDER.exec(target)?.[0]];
        return from !== to && circles.has(from) && circles.has(to);
      })
      .map(({ file, target }) => `${file} imports ${target}: their folders import each other`),
    ...imports
      .filter(({ file, target }) => {
        const [from, to] = [FEATURE.exec(file)?.[0], FEATURE.exec(target)?.[0]];
        return from !== undefined && to !== undefined && from !== to;
      })
      .map(({ file, target }) => `${file} imports ${target}: a feature imports no feature`),
    ...imports
      .filter(({ file, target }) => layerOf(file) !== -1 && layerOf(target) > layerOf(file))
      .map(({ file, target }) => `${file} imports ${target}: a layer above it`),
  ].sort();
};

const layerOf = (file: string): number => LAYERS.findIndex((layer) => file.startsWith(layer));

/** Those that are in a circle, or between two: what is left when all that use nothing, or are used by nothing, are taken away. */
const inCircles = (uses: Uses): Set<string> => {
  const left = new Set(uses.keys());
  for (let before = -1; before !== left.size;) {
    before = left.size;
    const used = new Set([...left].flatMap((name) => [...(uses.get(name) ?? [])]));
    for (const name of left)
      if (!used.has(name) || ![...uses.get(name)!].some((target) => left.has(target))) left.delete(name);
  }
  return left;
};
