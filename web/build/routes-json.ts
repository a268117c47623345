import type { Plugin } from 'vite';
import { BUILT_PATHS } from '../src/config/paths.ts';

/**
 * Writes `routes.json`, the path patterns that exist. The server answers 404 (with the same page) for every other path,
 * so that a mistyped address is not a success.
 */
export const routesJson = (): Plugin => ({
  name: 'lectern:routes-json',
  apply: 'build',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'routes.json',
      source: `${JSON.stringify(BUILT_PATHS, null, 2)}\n`,
    });
  },
});
