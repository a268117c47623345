import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ends process `pid` with `signal` when this process is gone, however it went (SIGKILL too): a shell of about one
 * megabyte waits on a pipe that closes with us. Node cannot ask the kernel for that, and macOS has nothing to ask.
 * Call the returned function once the process has ended, so that its number can be reused safely.
 */
export function endWithParent(pid: number, signal: NodeJS.Signals): () => void {
  const name = signal.replace(/^SIG/, '');
  const script = 'while read -r _; do :; done; kill -s "$1" "$0" 2>/dev/null';
  const watch = spawn('/bin/sh', ['-c', script, String(pid), name], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  return () => {
    watch.kill('SIGKILL');
  };
}
