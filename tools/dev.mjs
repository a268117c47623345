// `npm run dev`: checks what it needs, builds what is not rebuilt while it runs, and becomes the local system with reloading (src/dev.ts).
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPrecondition } from './build/preconditions.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const missing = missingPrecondition(root);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
// The gateway reads its list of pages when it starts; Vite serves the pages.
if (!existsSync(join(root, 'web', 'dist', 'pages.json'))) {
  const { buildIfStale } = await import('./build/build-if-stale.mjs');
  if (!(await buildIfStale(root))) process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
await import('./src/dev.ts');
