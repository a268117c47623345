// `npm run bench`: builds what has changed, then measures (bench/src/main.ts).
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { missingPrecondition } = await import('./build/preconditions.mjs');
const missing = missingPrecondition(root);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const { buildIfStale } = await import('./build/build-if-stale.mjs');
if (!(await buildIfStale(root))) process.exit(1);
await import(pathToFileURL(join(root, 'tools', 'bench', 'dist', 'main.js')).href);
