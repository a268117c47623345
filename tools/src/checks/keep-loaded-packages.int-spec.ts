import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'build', 'keep-loaded-packages.mjs');

describe('the packages of the image', () => {
  let folder: string;

  const lay = (files: Readonly<Record<string, unknown>>): void => {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, 'node_modules', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(content));
    }
  };
  const keep = (...names: string[]): string[] => {
    execFileSync(process.execPath, [SCRIPT, ...names], { cwd: folder, stdio: 'pipe' });
    return readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'node_modules').length + 1))
      .sort();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are the loaded packages with their dependencies, and the licenses of all others', () => {
    lay({
      '@scope/loaded/package.json': { dependencies: { needed: '1' }, optionalDependencies: { 'other-system': '1' } },
      '@scope/loaded/index.js': '',
      '@scope/loaded/index.d.ts': '',
      '@scope/loaded/LICENSE': '',
      '@scope/loaded/node_modules/needed/package.json': { dependencies: { deeper: '1' } },
      '@scope/loaded/node_modules/needed/lib/needed.js': '',
      'deeper/package.json': {},
      'deeper/deeper.js': '',
      'needed/package.json': {},
      'needed/another-version.js': '',
      'bundled/package.json': {},
      'bundled/index.js': '',
      'bundled/LICENSE.md': '',
      'bundled/node_modules/inner/license': '',
    });
    expect(keep('@scope/loaded')).toEqual([
      '@scope/loaded/LICENSE',
      '@scope/loaded/index.js',
      '@scope/loaded/node_modules/needed/lib/needed.js',
      '@scope/loaded/node_modules/needed/package.json',
      '@scope/loaded/package.json',
      'bundled/LICENSE.md',
      'bundled/node_modules/inner/license',
      'deeper/deeper.js',
      'deeper/package.json',
    ]);
  });

  it('are left unchanged when a loaded or needed package is missing', () => {
    lay({ 'loaded/package.json': { dependencies: { missing: '1' } }, 'loaded/index.js': '' });
    expect(() => keep('loaded')).toThrow('missing, which');
    expect(() => keep('absent')).toThrow('absent, which');
    expect(readdirSync(join(folder, 'node_modules', 'loaded'))).toEqual(['index.js', 'package.json']);
  });
});
