// `npm run bench`: builds what has changed, then measures (bench/src/main.ts).
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeReady } from './build/make-ready.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await makeReady(root);
await import(pathToFileURL(join(root, 'tools', 'bench', 'dist', 'main.js')).href);
