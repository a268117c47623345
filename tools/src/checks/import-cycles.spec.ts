import { expect, it } from 'vitest';
import { wrongImports } from './import-cycles.ts';

const from = (...paths: string[]): string => paths.map((path) => `import { x } from '${path}';`).join('\n');

it('imports in circles, between features and upwards are found', () => {
  expect(
    wrongImports({
      'services/a/src/one/first.ts': `import type { X } from './second.ts';`,
      'services/a/src/one/second.ts': from('./first.ts'),
      'services/b/src/one/up.ts': from('../two/down.ts'),
      'services/b/src/two/down.ts': '',
      'services/b/src/two/other.ts': from('../three/third.ts'),
      'services/b/src/three/third.ts': from('../one/last.ts'),
      'services/b/src/one/last.ts': '',
      'web/src/features/join/form.tsx': from(
        '../settings/form.tsx',
        '../settings/form.module.css',
        '../../lib/lists.ts',
      ),
      'web/src/features/settings/form.tsx': '',
      'web/src/features/settings/form.module.css': '',
      'web/src/lib/lists.ts': `const page = () => import('../app/page.tsx');`,
      'web/src/app/page.tsx': '',
    }),
  ).toEqual([
    'services/a/src/one/first.ts imports itself by way of others',
    'services/a/src/one/second.ts imports itself by way of others',
    'services/b/src/one/up.ts imports services/b/src/two/down.ts: their folders import each other',
    'services/b/src/three/third.ts imports services/b/src/one/last.ts: their folders import each other',
    'services/b/src/two/other.ts imports services/b/src/three/third.ts: their folders import each other',
    'web/src/features/join/form.tsx imports web/src/features/settings/form.module.css: a feature imports no feature',
    'web/src/features/join/form.tsx imports web/src/features/settings/form.tsx: a feature imports no feature',
    'web/src/lib/lists.ts imports web/src/app/page.tsx: a layer above it',
  ]);
});

it('imports in one direction, tests and files that wire folders together are not', () => {
  expect(
    wrongImports({
      'services/a/src/a.module.ts': from('./one/first.ts', './two/second.ts'),
      'services/a/src/one/first.ts': from('../two/second.ts', '../a.config.ts'),
      'services/a/src/two/second.ts': '',
      'services/a/src/two/second.spec.ts': from('../one/first.ts'),
      'services/a/src/a.config.ts': '',
      'web/src/features/join/form.tsx': from('../../components/ui/form.tsx'),
      'web/src/components/ui/form.tsx': '',
    }),
  ).toEqual([]);
});
