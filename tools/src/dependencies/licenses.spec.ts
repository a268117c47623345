import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licenseComplaints, licensesPage } from './licenses.ts';
import type { LockPackage } from './lock-packages.ts';
import { packagesHere, ROOT } from './of-this-repository.ts';

const packages = packagesHere();
const planted = (differences: Partial<LockPackage>): LockPackage => ({
  path: 'node_modules/planted',
  name: 'planted',
  version: '1.0.0',
  license: 'MIT',
  isShipped: true,
  isOptional: false,
  integrity: null,
  needs: [],
  ...differences,
});
const complaintsWith = (differences: Partial<LockPackage>): string[] =>
  licenseComplaints([...packages, planted(differences)]);

describe('the licenses of third-party packages', () => {
  it('are allowed, all of them', () => {
    expect(packages.length).toBeGreaterThan(1_000);
    expect(licenseComplaints(packages)).toEqual([]);
  });

  it('are listed in docs/licenses.md for shipped packages; npm run licenses writes it', () => {
    expect(readFileSync(join(ROOT, 'docs/licenses.md'), 'utf8')).toBe(licensesPage(packages));
  });

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    '(GPL-2.0 OR LGPL-3.0)',
    'MIT AND GPL-2.0',
    '(MIT OR GPL-2.0) AND GPL-3.0',
    'BSD',
    '',
  ])('are refused: %p', (license) => {
    for (const isShipped of [true, false])
      expect(complaintsWith({ license, isShipped })).toEqual([expect.stringContaining('planted@1.0.0')]);
  });

  it.each(['(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', '(BSD-3-Clause OR MIT)'])('are allowed: %s', (license) => {
    expect(complaintsWith({ license })).toEqual([]);
  });

  it.each(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0'])('are allowed to tools alone: %s', (license) => {
    expect(complaintsWith({ license, isShipped: false })).toEqual([]);
    expect(complaintsWith({ license })).toEqual([
      `planted@1.0.0 (shipped) has the license ${license}, which is not allowed`,
    ]);
  });

  it('are the LGPL of libraries that can be exchanged alone', () => {
    const license = 'LGPL-3.0-or-later';
    expect(complaintsWith({ license })).toEqual([expect.stringContaining('not allowed')]);
    expect(complaintsWith({ license, name: '@img/sharp-libvips-planted' })).toEqual([]);
  });

  it('are refused when a package does not name them', () => {
    expect(complaintsWith({ license: null })).toEqual(['planted@1.0.0 names no license']);
  });

  it('that were reviewed are reviewed again for the next version', () => {
    const next = packages.map((each) => (each.name === 'pause' ? { ...each, version: '0.0.2' } : each));
    expect(licenseComplaints(next)).toEqual([
      'pause@0.0.2 names no license',
      'pause@0.0.1 is looked after and not there any more',
    ]);
  });
});
