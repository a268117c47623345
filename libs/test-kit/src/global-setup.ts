import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile, runFilePath } from '@lectern/tools/local/run-file';
import { startBackingServers } from './backing-servers.ts';
import { announceServers, announceSharedSystems, areServersAnnounced } from './test-servers-env.ts';

/** Vitest's `globalSetup` of several projects: servers once for the run, whichever is first. Answers what ends them. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (areServersAnnounced()) return async () => undefined;
  const servers = await startBackingServers();
  announceServers(servers);
  const shared = await mkdtemp(join(tmpdir(), 'lectern-shared-'));
  // When root starts Postgres, it runs as another user, who needs access to the folder.
  await chmod(shared, 0o711);
  announceSharedSystems(shared);
  return async () => {
    await Promise.all((await readdir(shared)).map((name) => stopSystem(join(shared, name))));
    await rm(shared, { recursive: true, force: true });
    await servers.stop();
  };
}

/** Resolves once no system runs there. A system also ends with the worker that started it. */
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
