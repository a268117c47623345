import { describe, expect, it } from 'vitest';
import { bundledPackages, importedIn } from './bundled-packages.ts';
import { ROOT } from './of-this-repository.ts';

describe('the list of bundled packages', () => {
  it.each([
    [`import { a } from 'zod/mini';`, ['zod']],
    [`import a, { b } from '@scope/name/part.js';`, ['@scope/name']],
    [`import {\n  a,\n  b,\n} from 'lines';`, ['lines']],
    [`import 'effects';`, ['effects']],
    [`export { a } from 'again';`, ['again']],
    [`import { type A, b } from 'both';`, ['both']],
    [`const a = await import('late');`, ['late']],
    [`src: url('@fonts/one/files/one.woff2') format('woff2');`, ['@fonts/one']],
    [`import type { A } from 'types';`, []],
    [`import { a } from './own.ts';\nimport { b } from '../own.ts';`, []],
    [`import { a } from 'node:fs';\nimport { b } from '@lectern/contracts/fields';`, []],
  ])('is derived from %j', (source, names) => {
    expect(importedIn(source)).toEqual(names);
  });

  it('contains the packages of pages and processes, and none of tests', () => {
    const names = bundledPackages(ROOT);
    expect(names).toEqual(
      expect.arrayContaining([
        'react',
        'react-router-dom',
        '@tanstack/react-query',
        '@fontsource-variable/fraunces',
        'marked',
        'typeorm',
        'zod',
      ]),
    );
    for (const name of ['fast-check', 'vitest', 'testcontainers', 'vite']) expect(names).not.toContain(name);
  });
});
