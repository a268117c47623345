import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunFile, runFilePath, waitForRun } from '@lectern/tools/local/run-file';

const LOCAL_SYSTEM = fileURLToPath(new URL('../../../tools/dist/local.js', import.meta.url));
const READY_WITHIN_MS = 90_000;

export interface RunningSystem {
  /** As it is now: process ids change when something was started again. */
  run(): Promise<RunFile>;
  readonly siteUrl: string;
  /** Of every gateway, the site’s own first. */
  readonly siteUrls: readonly string[];
  readonly sandboxUrl: string;
  /** Where its data and logs are. */
  readonly dataDir: string;
  /** Ends every process, and removes the data folder unless it is wanted. */
  stop(options?: { readonly keepsData: boolean }): Promise<void>;
}

/** The whole built system in real processes, on ports of its own, and on a data folder of its own unless `DATA_DIR` names one. */
export const startSystem = async (environment: Record<string, string> = {}): Promise<RunningSystem> => {
  const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'lectern-system-')));
  // Started by root, Postgres runs as another user, who has to pass through.
  await chmod(dataDir, 0o711);
  const output: string[] = [];
  const child: ChildProcess = spawn(process.execPath, [LOCAL_SYSTEM], {
    env: { ...process.env, ...environment, DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const closed = once(child, 'close');
  const gaveUp = AbortSignal.any([AbortSignal.timeout(READY_WITHIN_MS), abortOn(child)]);
  const file = runFilePath(dataDir);
  const first = await waitForRun(file, (run) => run.status === 'ready', gaveUp).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw new Error(`The system did not start:\n${output.join('')}`, { cause: error });
  });
  return {
    run: () => waitForRun(file, () => true, AbortSignal.timeout(5_000)),
    siteUrl: first.siteUrl,
    siteUrls: first.siteUrls,
    sandboxUrl: first.sandboxUrl,
    dataDir,
    stop: async ({ keepsData } = { keepsData: false }) => {
      child.kill('SIGTERM');
      await closed;
      if (!keepsData) await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const abortOn = (child: ChildProcess): AbortSignal => {
  const controller = new AbortController();
  child.once('close', () => controller.abort());
  return controller.signal;
};
