import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ORDER =
  /@layer [^{;]+;/.exec(readFileSync(new URL('../src/styles/layers.css', import.meta.url), 'utf8'))?.[0] ?? '';

/**
 * The style sheet that arrives first sets the order of the cascade layers, and with split chunks that can be any sheet. So every sheet
 * begins with the whole order.
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
