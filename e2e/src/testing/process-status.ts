import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_MS = 50;

/** A column of `ps`, which every Unix has. */
export const psOf = async (pid: number, column: 'rss' | 'args'): Promise<string> =>
  (await run('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)])).stdout.trim();

/** The command line of a process, and after it its environment. */
export const environmentOf = async (pid: number): Promise<string> =>
  (await run('ps', ['eww', '-o', 'args=', '-p', String(pid)], { maxBuffer: 1024 * 1024 })).stdout;

/** The bytes of memory that a process has. */
export const memoryOf = async (pid: number): Promise<number> => Number(await psOf(pid, 'rss')) * 1024;

/** How many more bytes than at its beginning a process had during this, by samples. */
export const growthOf = async (pid: number, work: () => Promise<void>): Promise<number> => {
  const before = await memoryOf(pid);
  let most = before;
  const done = new AbortController();
  const sampling = (async () => {
    while (!done.signal.aborted) {
      most = Math.max(most, await memoryOf(pid));
      await delay(SAMPLE_MS);
    }
  })();
  try {
    await work();
  } finally {
    done.abort();
    await sampling;
  }
  return Math.max(most, await memoryOf(pid)) - before;
};
