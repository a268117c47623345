import { spawnSync } from 'node:child_process';
import { fetchProgramWithApt, type Program } from './program-from-apt.ts';
import { SetupError } from '../setup-error.ts';

/** The RPC transport takes requests with BLMPOP, which version 7 brought. */
const OLDEST_MAJOR = 7;
const NAMES = ['redis-server', 'valkey-server'];

/**
 * A Redis (or Valkey) of version 7 or newer: on PATH, else fetched from the distribution where apt is, without root.
 * `onProgress` receives the slow steps. Throws {@link SetupError} saying what to install.
 */
export const findRedisProgram = async (onProgress: (text: string) => void): Promise<Program> => {
  let tooOld = '';
  for (const command of NAMES) {
    const version = versionOf({ command, env: {} });
    if (version === undefined) continue;
    if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return { command, env: {} };
    tooOld = ` (${command} here is ${version}, too old)`;
  }
  const fetched = await fetchProgramWithApt({ title: 'Redis', names: NAMES, isUsable, onProgress });
  if (fetched !== undefined) return fetched;
  throw new SetupError(`Redis ${OLDEST_MAJOR} or newer is needed${tooOld}: ${installHint()}, or set REDIS_URL.`);
};

const isUsable = (program: Program): boolean => {
  return Number.parseInt(versionOf(program) ?? '0', 10) >= OLDEST_MAJOR;
};

const versionOf = ({ command, env }: Program): string | undefined => {
  const { stdout } = spawnSync(command, ['--version'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return /v=(\d+\.\d+[.\d]*)/.exec(stdout ?? '')?.[1];
};

const installHint = (): string => {
  if (process.platform === 'darwin') return '"brew install redis"';
  if (process.platform === 'win32')
    return 'use WSL, or "docker run -p 6379:6379 redis:7-alpine" with REDIS_URL=redis://127.0.0.1:6379';
  return 'install redis-server or valkey-server with your package manager';
};
