// `npm run chaos`: builds what has changed, then strikes the whole system (e2e/src/chaos/main.ts). Without words it goes on with the
// specs that are too long for `npm test`, and with the long forms of those that run short there.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReady } from './build/make-ready.mjs';

const LONG_SPECS = ['chaos/long', 'ownership-histories', 'random-histories', 'crash-points'];
const LONG_FORMS = { OWNERSHIP_HISTORIES: '200', HISTORIES: '100', CRASH_STEP: '1' };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
let child;
let isStopped = false;
const run = (args) =>
  new Promise((resolve) => {
    child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...LONG_FORMS, ...process.env } });
    child.on('exit', (code) => resolve(code ?? 1));
  });

await makeReady(root);
// The child gets the terminal's Ctrl-C itself, and ends after it has stopped what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopped = true;
    child.kill(signal);
  });
const codes = [await run(['--import', 'tsx', join(root, 'e2e', 'src', 'chaos', 'main.ts'), ...words])];
// Each in a process of its own: what a crash leaves behind in one of them would slow the next one down.
for (const spec of words.length === 0 ? LONG_SPECS : [])
  if (!isStopped)
    codes.push(
      await run([
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '--project=integration', '--project=chaos', '--maxWorkers=1', spec],
      ]),
    );
process.exit(Math.max(...codes));
