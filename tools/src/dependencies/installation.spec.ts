import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { labelOf } from './lock-packages.ts';
import { packagesHere, ROOT } from './of-this-repository.ts';

it('installs what the lock file has the digest of, and runs no script of it', () => {
  expect(
    packagesHere()
      .filter(({ integrity }) => integrity?.startsWith('sha512-') !== true)
      .map(labelOf),
  ).toEqual([]);
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});
