import { spawn } from 'node:child_process';

/** Runs Node with these arguments, its output on ours. Answers the exit code, or 1 when a signal ended it. */
export const run = (args, { cwd, env = process.env }) => {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};
