import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isBuilt, saveStamp, sourceStamp } from '../build/build-stamp.mjs';

describe('the build stamp', () => {
  let root: string;

  const put = (path: string, content = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lectern-stamp-'));
    put('services/billing/package.json', '{}');
    put('services/billing/src/main.ts', 'a');
    put('services/billing/dist/main.js');
    put('libs/contracts/src/money.ts', 'a');
    put('package-lock.json', '{}');
    saveStamp(root, sourceStamp(root));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const isFresh = (): boolean => isBuilt(root, sourceStamp(root));

  it('holds while nothing changes', () => {
    expect(isFresh()).toBe(true);
  });

  it.each([
    'services/billing/src/main.ts',
    'libs/contracts/src/money.ts',
    'editorial/articles/one.md',
    'package-lock.json',
  ])('sees %s change', (path) => {
    put(path, 'longer');
    expect(isFresh()).toBe(false);
  });

  it('sees a change that keeps the size', () => {
    utimesSync(join(root, 'services/billing/src/main.ts'), 1, 1);
    expect(isFresh()).toBe(false);
  });

  it('sees a new file and a removed one', () => {
    put('web/src/page.tsx');
    expect(isFresh()).toBe(false);
    unlinkSync(join(root, 'web/src/page.tsx'));
    expect(isFresh()).toBe(true);
    unlinkSync(join(root, 'libs/contracts/src/money.ts'));
    expect(isFresh()).toBe(false);
  });

  it('does not mind tests, packages and built files', () => {
    put('services/billing/src/main.spec.ts');
    put('services/billing/src/main.int-spec.ts');
    put('services/billing/node_modules/x/index.js');
    put('services/billing/dist/other.js');
    put('web/dist-server/entry-server.js');
    expect(isFresh()).toBe(true);
  });

  it('sees that the built files are gone', () => {
    rmSync(join(root, 'services/billing/dist'), { recursive: true });
    expect(isFresh()).toBe(false);
  });

  it('sees that one of several built folders is gone', () => {
    put(
      'web/package.json',
      JSON.stringify({ nx: { targets: { build: { outputs: ['{projectRoot}/dist', '{projectRoot}/dist-server'] } } } }),
    );
    put('web/dist/index.html');
    put('web/dist-server/entry-server.js');
    saveStamp(root, sourceStamp(root));
    expect(isFresh()).toBe(true);
    rmSync(join(root, 'web/dist-server'), { recursive: true });
    expect(isFresh()).toBe(false);
  });
});
