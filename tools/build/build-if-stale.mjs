import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, saveStamp, sourceStamp } from './build-stamp.mjs';

/** Builds every project when a source is newer than its build. Answers whether everything is built now. */
export function buildIfStale(root) {
  const stamp = sourceStamp(root);
  if (isBuilt(root, stamp)) return true;
  const isTerminal = process.stdout.isTTY === true;
  console.log('Building Lectern (only what has changed)');
  const { status } = spawnSync(
    process.execPath,
    [
      nxProgram(root),
      'run-many',
      '--target=build',
      `--outputStyle=${isTerminal ? 'dynamic-legacy' : 'static'}`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      // Its daemon would stay behind; the terminal's interface would take the screen.
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NODE_OPTIONS: '' },
    },
  );
  if (status === 0) saveStamp(root, stamp);
  return status === 0;
}

function nxProgram(root) {
  const folder = join(root, 'node_modules', 'nx');
  return join(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin.nx);
}
