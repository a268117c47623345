import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './of-this-repository.ts';

const run = promisify(execFile);

/** The output of npm, whether it succeeds or not. Throws where it cannot be started or prints nothing. */
export const runNpm = async (args: readonly string[]): Promise<string> => {
  const answered = run('npm', args, { cwd: ROOT, maxBuffer: 256 * 1024 * 1024, shell: process.platform === 'win32' });
  return answered.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => {
      if (error.stdout === undefined || error.stdout.trim() === '') throw error;
      return error.stdout;
    },
  );
};
