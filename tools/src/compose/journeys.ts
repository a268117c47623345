import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunFile, writeRunFile } from '../local/run-file.ts';
import { runProgram } from './run-program.ts';

export interface JourneyTarget {
  siteUrl: string;
  sandboxUrl: string;
  admin: { email: string; password: string };
}

/** Runs the browser journeys of e2e against a running system. Returns how many passed and were skipped; rejects when one failed. */
export const runBrowserJourneys = async (
  root: string,
  workFolder: string,
  target: JourneyTarget,
  signal: AbortSignal,
): Promise<string> => {
  const runFile = join(workFolder, 'run.json');
  const report = join(workFolder, 'journeys.json');
  // Databases and processes are out of reach here: that is the point of the composed system.
  const run: RunFile = {
    ...target,
    siteUrls: [target.siteUrl],
    status: 'ready',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    dataDir: workFolder,
    database: { adminUrl: '', urls: {} },
    redisUrl: '',
    operator: { redisUrl: '', requestKey: '', identityRequestKey: '' },
    processes: [],
  };
  await writeRunFile(runFile, run);
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  await runProgram(process.execPath, [playwright, 'test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: { ...process.env, LECTERN_RUN_FILE: runFile, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    signal,
    isShown: true,
    timeoutMilliseconds: 1_800_000,
  });
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; flaky: number; skipped: number };
  };
  return `${stats.expected + stats.flaky} passed, ${stats.skipped} left out that need more than the site`;
};
