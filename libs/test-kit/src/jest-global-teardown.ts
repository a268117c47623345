import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile, runFilePath } from '@lectern/tools/local/run-file';
import { runningServers } from './jest-running-servers.ts';
import { sharedSystemsFolder } from './test-servers-env.ts';

/** Jest's `globalTeardown` of the integration project. */
export default async function tearDown(): Promise<void> {
  const shared = sharedSystemsFolder();
  await Promise.all((await readdir(shared)).map((name) => stopSystem(join(shared, name))));
  await rm(shared, { recursive: true, force: true });
  for (const servers of runningServers) {
    await servers.stop();
    runningServers.delete(servers);
  }
}

/** Resolves once no system runs there. A system also ends with the Jest worker that started it. */
const stopSystem = async (dataDir: string): Promise<void> => {
  const run = await readRunFile(runFilePath(dataDir));
  // A second SIGTERM would end it during its shutdown; 0 only checks whether it runs.
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; run !== undefined && reaches(run.pid, signal); signal = 0)
    await delay(50);
};

const reaches = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};
