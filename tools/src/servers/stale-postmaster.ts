import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, worksIn } from '../process/process-owner.ts';

/**
 * Ends what a killed supervisor left behind in a PostgreSQL data folder. Call only under the lock of the data folder.
 *
 * A postmaster that still runs there is asked to stop. One whose number now belongs to a stranger would make
 * PostgreSQL refuse to start for ever; its file is then given the number of a dead process instead of being deleted,
 * because PostgreSQL finds by the file's other lines whether old backends still use its shared memory.
 */
export const clearStalePostmaster = async (dataFolder: string): Promise<void> => {
  const file = join(dataFolder, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number.parseInt(content, 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!worksIn(pid, dataFolder)) {
    const dead = spawnSync('/bin/sh', ['-c', ':']).pid;
    await writeFile(file, content.replace(/^\s*\d+/, String(dead)));
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 20_000;
  // Not our child, so there is no event to wait for.
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(50);
  }
};
