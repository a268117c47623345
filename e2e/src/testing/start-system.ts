import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedSystemsFolder } from '@lectern/test-kit/test-servers-env';
import { readRunFile, type RunFile, runFilePath, waitForRun } from '@lectern/tools/local/run-file';

const LOCAL_SYSTEM = fileURLToPath(new URL('../../../tools/dist/local.js', import.meta.url));
const READY_WITHIN_MS = 200_000;

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
  const child = await spawnSystem(dataDir, environment);
  const closed = once(child, 'close');
  return {
    ...(await readySystem(dataDir, child)),
    stop: async ({ keepsData } = { keepsData: false }) => {
      child.kill('SIGTERM');
      await closed;
      if (!keepsData) await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** When the clock of a shared system starts: before the season of the specification, so that the seeded events are ahead on every day. */
export const NOW = '2026-09-01T12:00:00Z';

/**
 * A system with usual settings for the specs of one worker of Vitest, one after another: for those that look at nothing but what they made, end no process,
 * and leave no fault, and no second factor of the first administrator, behind. Its clock starts at `NOW` and may be days ahead. The first of them
 * starts it, the end of the run ends it.
 */
export const sharedSystem = async (): Promise<RunningSystem> => {
  // A worker that is replaced takes its system along, so the next one never finds it stopping.
  const dataDir = join(sharedSystemsFolder(), String(process.pid));
  const isThere = (await readRunFile(runFilePath(dataDir))) !== undefined;
  if (!isThere) await mkdir(dataDir, { recursive: true });
  const child = isThere ? undefined : await spawnSystem(dataDir, { APP_CLOCK: NOW });
  const system = await readySystem(dataDir, child);
  // The worker ends as if it had started none. Under npm the system ends with it, too.
  child?.unref();
  return { ...system, stop: () => Promise.resolve() };
};

const spawnSystem = async (dataDir: string, environment: Record<string, string>): Promise<ChildProcess> => {
  // Started by root, Postgres runs as another user, who has to pass through.
  await chmod(dataDir, 0o711);
  const output = await open(outputOf(dataDir), 'a');
  const child = spawn(process.execPath, [LOCAL_SYSTEM], {
    env: {
      ...process.env,
      POSTGRES_DURABILITY: 'fast',
      ...environment,
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', output.fd, output.fd],
  });
  await output.close();
  return child;
};

const outputOf = (dataDir: string): string => join(dataDir, 'output.log');

const readySystem = async (dataDir: string, child: ChildProcess | undefined): Promise<Omit<RunningSystem, 'stop'>> => {
  const file = runFilePath(dataDir);
  const limit = AbortSignal.timeout(READY_WITHIN_MS);
  const gaveUp = child === undefined ? limit : AbortSignal.any([limit, abortOn(child)]);
  const first = await waitForRun(file, (run) => run.status === 'ready', gaveUp).catch(async (error: unknown) => {
    child?.kill('SIGTERM');
    throw new Error(`The system did not start:\n${await readFile(outputOf(dataDir), 'utf8')}`, { cause: error });
  });
  return {
    run: () => waitForRun(file, () => true, AbortSignal.timeout(5_000)),
    siteUrl: first.siteUrl,
    siteUrls: first.siteUrls,
    sandboxUrl: first.sandboxUrl,
    dataDir,
  };
};

const abortOn = (child: ChildProcess): AbortSignal => {
  const controller = new AbortController();
  child.once('close', () => controller.abort());
  return controller.signal;
};
