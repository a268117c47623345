import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether a process of this number lives (another user's too). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether process `pid` works in `folder`: its working folder is there, or its command line names it. Numbers are
 * reused, quickly so in containers, so a recorded number alone proves nothing.
 */
export function worksIn(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === folder) return true;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder);
  } catch {
    // No /proc (macOS), or not ours to read.
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return typeof stdout === 'string' && stdout.includes(folder);
  }
}
