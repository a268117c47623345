import { describe, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface NxTargets {
  readonly build?: { readonly outputs?: readonly string[] };
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const outputsOfAll = read<{ targetDefaults: NxTargets }>('nx.json').targetDefaults.build?.outputs ?? [];

const projects = [
  'editorial',
  'sandbox',
  'tools',
  'web',
  ...readdirSync(join(root, 'services')).map((name) => join('services', name)),
];

const targetsOf = (folder: string): NxTargets => {
  if (existsSync(join(root, folder, 'project.json')))
    return read<{ targets: NxTargets }>(join(folder, 'project.json')).targets;
  return read<{ nx?: { targets?: NxTargets } }>(join(folder, 'package.json')).nx?.targets ?? {};
};

/** Folders that builds write, by the names that git ignores. */
const BUILT = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (/^dist.*\/$/.test(line) ? [line.slice(0, -1)] : []));

/*
 * When a build's result is in the cache, the build does not run, and only its declared outputs are restored: a folder that is not
 * declared is then missing on a machine that built before.
 */
describe('the result of a build', () => {
  it.each(projects)('is named among the outputs: %s', (folder) => {
    const named = (targetsOf(folder).build?.outputs ?? outputsOfAll).map((output) =>
      output.replace('{projectRoot}/', ''),
    );
    const left = BUILT.filter((name) => existsSync(join(root, folder, name)));
    expect(named).toEqual(expect.arrayContaining(left));
  });

  it('is found: the files beside the rendered pages render them', () => {
    expect(BUILT).toEqual(['dist', 'dist-server']);
    expect(existsSync(join(root, 'web/dist-server'))).toBe(true);
  });
});
