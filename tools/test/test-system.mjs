import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MILLISECONDS = 120_000;
const GONE_WITHIN_MILLISECONDS = 5000;

/**
 * Starts the built local system on a data folder and ports of its own, and waits until it is ready. It ends with this
 * process in any case. `stop` answers what was wrong with its end: an exit code, a process that stayed behind.
 */
export const startTestSystem = async (root, dataDir) => {
  const runFile = join(dataDir, 'run.json');
  const output = [];
  const child = spawn(process.execPath, [join(root, 'tools', 'dist', 'local.js')], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
      NODE_OPTIONS: '',
      POSTGRES_DURABILITY: 'fast',
    },
    // Its own group: a Ctrl-C ends it when the journeys have ended. The channel ends it with us.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  let end;
  void ended.then((it) => (end = it));

  const deadline = Date.now() + READY_WITHIN_MILLISECONDS;
  while (readRun(runFile)?.status !== 'ready') {
    if (end !== undefined || Date.now() > deadline) {
      child.kill('SIGTERM');
      await ended;
      throw new Error(`The local system did not start:\n${output.join('')}`);
    }
    await delay(50);
  }
  return {
    runFile,
    stop: async () => {
      const pids = (readRun(runFile)?.processes ?? []).map(({ pid }) => pid).filter((pid) => pid > 0);
      child.kill('SIGTERM');
      await ended;
      const problems = end === 0 ? [] : [`The local system ended with ${end}:\n${output.join('')}`];
      const goneBy = Date.now() + GONE_WITHIN_MILLISECONDS;
      while (pids.some(isAlive) && Date.now() < goneBy) await delay(50);
      const left = pids.filter(isAlive);
      if (left.length > 0) problems.push(`The local system left processes behind: ${left.join(', ')}`);
      return problems;
    },
  };
};

const readRun = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};
