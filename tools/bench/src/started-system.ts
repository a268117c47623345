import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RunFile, runFilePath, waitForRun } from '@lectern/tools/local/run-file';

const START = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const GIVE_UP_MS = 120_000;

export interface StartedSystem {
  readonly run: RunFile;
  readonly seconds: number;
  stop(): Promise<void>;
}

/** What `npm start` runs, on a data folder and free ports of its own, until `/api/health` answers 200. */
export const startSystem = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedSystem> => {
  const began = Date.now();
  const child: ChildProcess = spawn(process.execPath, [START], {
    env: { ...process.env, ...environment, DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const closed = once(child, 'close');
  const isOurs = (run: RunFile): boolean => run.status === 'ready' && run.pid === child.pid;
  const run = await waitForRun(runFilePath(dataDir), isOurs, AbortSignal.timeout(GIVE_UP_MS));
  const seconds = (Date.now() - began) / 1_000;
  return {
    run,
    seconds,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
};
