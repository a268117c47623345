import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from '../error-code.ts';

/** Whether a process of this number lives (another user's too). */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

/**
 * Whether process `pid` works in `folder`: its working folder is there, or its command line names it. Numbers are
 * reused, quickly so in containers, so a recorded number alone proves nothing.
 */
export const worksIn = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === folder) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder);
  } catch {
    // No /proc (macOS), or not ours to read.
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return typeof stdout === 'string' && stdout.includes(folder);
  }
};

/** The start time of process `pid`, in the system's own format: together with the number, it identifies the process. */
export const startMark = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold blanks and brackets, the 20th field is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return typeof stdout === 'string' ? stdout.trim() : '';
  }
};
