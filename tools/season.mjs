// `npm run season`: builds what has changed, then lives a year of the association (e2e/src/season/main.ts).
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReady } from './build/make-ready.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await makeReady(root);
const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'e2e', 'src', 'season', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
});
// The child gets the terminal's Ctrl-C itself, and ends after it has stopped what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
