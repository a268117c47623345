import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isBuilt, saveStamp, sourceStamp } from './build-stamp.mjs';

/**
 * Builds what has changed since the last build. Answers whether everything is built now; shows each project's name as
 * it is done, and what the build said when it failed.
 */
export const buildIfStale = async (root) => {
  const stamp = sourceStamp(root);
  if (isBuilt(root, stamp)) return true;
  console.log('Building what has changed');
  const start = Date.now();
  const child = spawn(process.execPath, [nxProgram(root), 'run-many', '--target=build', '--outputStyle=static'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its daemon would stay behind; the terminal's interface would take the screen.
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NODE_OPTIONS: '' },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      const [, project] = /> nx run @lectern\/([\w-]+):build/.exec(line) ?? [];
      if (project !== undefined) console.log(`  ${project.padEnd(20)} ${((Date.now() - start) / 1000).toFixed(1)} s`);
    });
  }
  const isDone = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
  if (isDone) saveStamp(root, stamp);
  else console.error(said.join('\n'));
  return isDone;
};

const nxProgram = (root) => {
  const folder = join(root, 'node_modules', 'nx');
  return join(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin.nx);
};
