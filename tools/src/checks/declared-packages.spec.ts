import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrongPackages } from './declared-packages.ts';
import { sourcesOf } from './security-documents.ts';

const sources = sourcesOf(join(import.meta.dirname, '../../..'));
interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const manifest = (file: string): Manifest => JSON.parse(sources.read(file)) as Manifest;
const workspaces = sources.files
  .filter((file) => /^((libs|services)\/[\w-]+|sandbox|web|tools|tools\/bench|e2e)\/package\.json$/.test(file))
  .map((file) => file.replace('/package.json', ''));
/** The innermost one counts: `tools/bench` is in `tools`. */
const workspaceOf = (file: string): string | undefined =>
  workspaces.filter((path) => file.startsWith(`${path}/`)).sort((one, other) => other.length - one.length)[0];

describe('the packages that a workspace declares', () => {
  it('are those that its sources import', () => {
    expect(workspaces).toHaveLength(15);
    const wrong = workspaces.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = manifest(`${path}/package.json`);
      const files = sources.files.filter((file) => /\.(tsx?|m?js)$/.test(file) && workspaceOf(file) === path);
      return wrongPackages({
        path,
        dependencies: Object.keys(dependencies),
        devDependencies: Object.keys(devDependencies),
        sources: Object.fromEntries(files.map((file) => [file, sources.read(file)])),
      });
    });
    expect(wrong).toEqual([]);
  });

  it('have the same version everywhere', () => {
    const versions = new Map<string, Set<string>>();
    for (const file of ['package.json', ...workspaces.map((path) => `${path}/package.json`)]) {
      const { dependencies, devDependencies } = manifest(file);
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
    expect(versions.get('zod')?.size).toBe(1);
  });

  it('are refused where one is missing, superfluous, or of the wrong kind', () => {
    const wrong = wrongPackages({
      path: 'services/planted',
      dependencies: ['zod', 'stripe'],
      devDependencies: ['pg', 'yaml', 'marked'],
      sources: {
        'services/planted/src/main.ts': `import 'reflect-metadata';\nimport * as z from 'zod/mini';\nimport { Client } from 'pg';\nimport { x } from './x.ts';`,
        'services/planted/src/a.spec.ts': `import { expect } from 'vitest';\nawait import('yaml');`,
      },
    });
    expect(wrong).toEqual([
      'services/planted: dependencies do not need stripe',
      'services/planted: dependencies lack pg',
      'services/planted: dependencies lack reflect-metadata',
      'services/planted: devDependencies do not need marked',
      'services/planted: devDependencies do not need pg',
      'services/planted: devDependencies lack vitest',
    ]);
  });
});
