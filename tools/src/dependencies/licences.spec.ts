import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { licenceComplaints, licencesPage } from './licences.ts';
import type { LockPackage } from './lock-packages.ts';
import { packagesHere, ROOT } from './of-this-repository.ts';

const packages = packagesHere();
const planted = (differences: Partial<LockPackage>): LockPackage => ({
  path: 'node_modules/planted',
  name: 'planted',
  version: '1.0.0',
  licence: 'MIT',
  isShipped: true,
  isOptional: false,
  integrity: null,
  needs: [],
  ...differences,
});
const complaintsWith = (differences: Partial<LockPackage>): string[] =>
  licenceComplaints([...packages, planted(differences)]);

describe('the licences of packages of others', () => {
  it('are allowed, all of them', () => {
    expect(packages.length).toBeGreaterThan(1_000);
    expect(licenceComplaints(packages)).toEqual([]);
  });

  it('of what is shipped stand in docs/licences.md as they are; npm run licences writes it', () => {
    expect(readFileSync(join(ROOT, 'docs/licences.md'), 'utf8')).toBe(licencesPage(packages));
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
  ])('are refused: %p', (licence) => {
    for (const isShipped of [true, false])
      expect(complaintsWith({ licence, isShipped })).toEqual([expect.stringContaining('planted@1.0.0')]);
  });

  it.each(['(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', '(BSD-3-Clause OR MIT)'])('are allowed: %s', (licence) => {
    expect(complaintsWith({ licence })).toEqual([]);
  });

  it.each(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0'])('are allowed to tools alone: %s', (licence) => {
    expect(complaintsWith({ licence, isShipped: false })).toEqual([]);
    expect(complaintsWith({ licence })).toEqual([
      `planted@1.0.0 (shipped) has the licence ${licence}, which is not allowed`,
    ]);
  });

  it('are refused where nobody says them', () => {
    expect(complaintsWith({ licence: null })).toEqual(['planted@1.0.0 names no licence']);
  });

  it('that were looked after are looked at again with the next version', () => {
    const next = packages.map((each) => (each.name === 'pause' ? { ...each, version: '0.0.2' } : each));
    expect(licenceComplaints(next)).toEqual([
      'pause@0.0.2 names no licence',
      'pause@0.0.1 is looked after and not there any more',
    ]);
  });
});
