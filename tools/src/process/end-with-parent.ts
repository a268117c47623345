import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Waits for its input to end, which it does when its parent is gone; then asks the process to end, and makes it end
 * if it has not after 15 s.
 */
const WATCH = `
while read -r _; do :; done
kill -s "$1" "$0" 2>/dev/null || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; kill -0 "$0" 2>/dev/null || exit 0; done
kill -s KILL "$0"`;

/**
 * Ends process `pid` with `signal` when this process is gone, however it went (SIGKILL too): a shell of about one
 * megabyte waits on a pipe that closes with us. Node cannot ask the kernel for that, and macOS has nothing to ask.
 * Call the returned function once the process has ended, because its number may be given to another.
 */
export const endWithParent = (pid: number, signal: NodeJS.Signals): (() => void) => {
  const watch = spawn('/bin/sh', ['-c', WATCH, String(pid), signal.replace(/^SIG/, '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] },
  });
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  return () => {
    watch.kill('SIGKILL');
  };
};
