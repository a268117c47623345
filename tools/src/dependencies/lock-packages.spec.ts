import { describe, expect, it } from 'vitest';
import { type LockFile, lockPackages } from './lock-packages.ts';

const lock: LockFile = {
  packages: {
    '': { version: '1.0.0', license: 'MIT' },
    'services/one': { version: '1.0.0' },
    'node_modules/@own/one': { link: true },
    'node_modules/server': { version: '1.0.0', license: 'MIT', dependencies: { shared: '^1' } },
    'node_modules/shared': { version: '1.5.0', license: 'ISC' },
    'node_modules/page': { version: '2.0.0', license: 'MIT', dev: true, dependencies: { shared: '^2', painter: '*' } },
    'node_modules/page/node_modules/shared': { version: '2.0.0', license: 'ISC', dev: true },
    'node_modules/painter': { version: '3.0.0', license: 'MIT', dev: true, dependencies: { page: '^2', shared: '^1' } },
    'node_modules/builder': {
      version: '4.0.0',
      license: 'Apache-2.0',
      dev: true,
      optionalDependencies: { '@builder/arm': '4.0.0', sidekick: '^1' },
    },
    'node_modules/@builder/arm': { version: '4.0.0', dev: true, optional: true },
    'node_modules/sidekick': { version: '1.0.0', dev: true, optional: true },
  },
};
const shipped = (...bundled: string[]): string[] =>
  lockPackages(lock, bundled).flatMap(({ path, isShipped }) => (isShipped ? [path] : []));

describe('the packages of a lock file', () => {
  it('are those of others, each with its license', () => {
    expect(lockPackages(lock, []).map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([
      '@builder/arm 4.0.0 Apache-2.0',
      'builder 4.0.0 Apache-2.0',
      'page 2.0.0 MIT',
      'painter 3.0.0 MIT',
      'server 1.0.0 MIT',
      'shared 1.5.0 ISC',
      'shared 2.0.0 ISC',
      'sidekick 1.0.0 null',
    ]);
  });

  it('are shipped where they are installed to run', () => {
    expect(shipped()).toEqual(['node_modules/server', 'node_modules/shared']);
  });

  it('are shipped where they are bundled, with what they need, in circles too', () => {
    expect(shipped('page')).toEqual([
      'node_modules/page',
      'node_modules/painter',
      'node_modules/server',
      'node_modules/shared',
      'node_modules/page/node_modules/shared',
    ]);
  });

  it('need what is installed nearest to them', () => {
    const needs = Object.fromEntries(lockPackages(lock, []).map((each) => [each.name, each.needs]));
    expect(needs).toMatchObject({ page: ['shared@2.0.0', 'painter@3.0.0'], painter: ['page@2.0.0', 'shared@1.5.0'] });
  });

  it('are reported when a bundled package is missing', () => {
    expect(() => lockPackages(lock, ['nowhere'])).toThrow('nowhere is bundled and not in the lock file');
  });
});
