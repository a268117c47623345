import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ORDER =
  /@layer [^{;]+;/.exec(readFileSync(new URL('../src/styles/layers.css', import.meta.url), 'utf8'))?.[0] ?? '';

/**
 * The order of cascade layers is settled by whichever style sheet arrives first, and with split chunks that can be any of them. So
 * each one begins with the whole order.
 */
export const layerOrder = (): Plugin => ({
  name: 'lectern:layer-order',
  apply: 'build',
  generateBundle(_options, bundle) {
    if (ORDER === '') this.error('src/styles/layers.css names no layer order');
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${ORDER}${String(file.source)}`;
    }
  },
});
