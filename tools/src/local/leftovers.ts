import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, worksIn } from '../process/process-owner.ts';
import { readRunFile, removeRunFile } from './run-file.ts';

/** Ended in their own way when they are started again. */
const SERVERS = ['postgres', 'redis'];
const GRACE_MILLISECONDS = 10_000;

/**
 * Ends what a killed supervisor's run left behind and removes its run file. Call only under the lock of the data
 * folder. Normally there is nothing: processes end with their supervisor.
 */
export const endLeftovers = async (runFile: string): Promise<void> => {
  const run = await readRunFile(runFile);
  const pids = (run?.processes ?? [])
    .filter(({ name, pid, mark }) => !SERVERS.includes(name) && pid > 0 && worksIn(pid, mark))
    .map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + GRACE_MILLISECONDS;
  // Not our children, so there is no event to wait for.
  while (pids.some(isAlive) && Date.now() < deadline) await delay(50);
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  await removeRunFile(runFile);
};
