import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of sources that are bundled into the site or its processes. Tests and build scripts are not. */
const LIBRARIES = ['libs/contracts/src', 'libs/service-kit/src'];
/** Packages whose files the web build copies unchanged (`web/scripts/api-docs.mjs`). */
const COPIED = ['swagger-ui-dist'];
const IS_SOURCE = /\.(?:tsx?|css)$/;
const IS_OF_TESTS = /\.(?:int-)?spec\.tsx?$|\/testing\//;
/** Not `import type`, of which nothing is left. */
const IMPORTED =
  /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)|url\('(@[^']*)'\)/gm;

/** The packages of others that sources of this repository import or that are shipped with them, by name. */
export const bundledPackages = (root: string): string[] => {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}/src`);
  const files = ['web/src', ...services, ...LIBRARIES].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  );
  const names = files
    .filter((file) => IS_SOURCE.test(file) && !IS_OF_TESTS.test(file))
    .flatMap((file) => importedIn(readFileSync(file, 'utf8')));
  return [...new Set([...names, ...COPIED])].sort();
};

export const importedIn = (source: string): string[] =>
  [...source.matchAll(IMPORTED)].flatMap(([, imported, lazily, address]) => {
    const specifier = imported ?? lazily ?? address ?? '';
    if (/^(?:node:|@lectern\/|virtual:)/.test(specifier)) return [];
    return [
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    ];
  });
