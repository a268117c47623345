import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * `run.json` in the data folder describes the local system that runs there, for tests and tools. It exists while the
 * system is (mode 0600: it holds passwords), and always whole.
 */
export interface RunFile {
  status: 'starting' | 'ready' | 'stopping';
  /** The supervisor's: SIGTERM to it stops everything. */
  pid: number;
  startedAt: string;
  dataDir: string;
  /** Without a slash at the end. */
  siteUrl: string;
  /** Of every gateway, the site’s own first. */
  siteUrls: string[];
  sandboxUrl: string;
  /** The administrator that the environment makes; an empty address where it makes none. */
  admin: { email: string; password: string };
  database: {
    /** An administrator's, naming the system's database. */
    adminUrl: string;
    /** Each service's own. */
    urls: Record<string, string>;
  };
  /** An administrator's of Redis. */
  redisUrl: string;
  /** The settings of the operator's commands. */
  operator: { redisUrl: string; requestKey: string; identityRequestKey: string };
  /** Postgres and Redis (unless they are somebody else's), the sandbox, the services, the worker. */
  processes: RunningProcess[];
}

export interface RunningProcess {
  name: string;
  /** 0 while it is down. Changes when it is started again. */
  pid: number;
  /** How often it was started again after a crash. */
  restarts: number;
  /** How it ended last, if it did: "exit code 0", or a signal's name. */
  lastEnd?: string;
  /** Distinguishes it from a stranger with the same number: an argument of its command line, or its working folder. */
  mark: string;
  logFile: string;
  /** Where it serves `/livez`, `/readyz` and `/metrics`, if it does. */
  opsUrl?: string;
}

export const runFilePath = (dataDir: string): string => {
  return join(dataDir, 'run.json');
};

export const readRunFile = async (path: string): Promise<RunFile | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunFile;
  } catch {
    return undefined;
  }
};

/** The run of `LECTERN_RUN_FILE`, which `npm test` sets for the browser journeys. Throws when there is none. */
export const currentRun = (env: NodeJS.ProcessEnv = process.env): RunFile => {
  const path = env['LECTERN_RUN_FILE'];
  if (!path) throw new Error('LECTERN_RUN_FILE is not set: run the journeys through "npm test -- --e2e"');
  return JSON.parse(readFileSync(path, 'utf8')) as RunFile;
};

/** Waits until the run file satisfies `isAsked`. Ends with the signal's reason when that comes first. */
export const waitForRun = async (
  path: string,
  isAsked: (run: RunFile) => boolean = (run) => run.status === 'ready',
  signal?: AbortSignal,
): Promise<RunFile> => {
  for (;;) {
    signal?.throwIfAborted();
    const run = await readRunFile(path);
    if (run !== undefined && isAsked(run)) return run;
    // Watching files is unreliable on shared and virtual disks; the file is small.
    await delay(50);
  }
};

export const writeRunFile = async (path: string, run: RunFile): Promise<void> => {
  await writeFile(`${path}.new`, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
};

export const removeRunFile = async (path: string): Promise<void> => {
  await rm(path, { force: true });
};
