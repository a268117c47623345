import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPrecondition } from '../build/preconditions.mjs';

describe('the check before a start', () => {
  let root: string;

  const packages = (...versions: [string, string][]): string =>
    JSON.stringify({
      packages: Object.fromEntries(versions.map(([name, version]) => [`node_modules/${name}`, { version }])),
    });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lectern-pre-'));
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package-lock.json'), packages(['nx', '1.0.0']));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), packages(['nx', '1.0.0']));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each(['20.19.0', '22.13.0', '24.11.0', '26.0.0'])('accepts Node.js %s', (version) => {
    expect(missingPrecondition(root, version)).toBeUndefined();
  });

  it.each(['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.11.0', '24.10.0'])(
    'names the required version on Node.js %s',
    (version) => {
      expect(missingPrecondition(root, version)).toBe(
        `Lectern needs Node.js 20 from 20.19, 22 from 22.13, or 24.11 or newer; this is ${version}.`,
      );
    },
  );

  it('reports that the dependencies were never installed', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(missingPrecondition(root)).toContain('run "npm ci" first');
  });

  it('names a dependency that changed since', () => {
    writeFileSync(join(root, 'package-lock.json'), packages(['nx', '1.0.1']));
    expect(missingPrecondition(root)).toContain('have changed (nx)');
  });
});
