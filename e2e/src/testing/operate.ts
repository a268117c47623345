import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunningSystem } from './start-system.ts';

const OPERATE = fileURLToPath(new URL('../../../services/operator/dist/main.js', import.meta.url));

/** Runs an operator's command, as it is built, to its end; `typed` is its standard input, `said` what it printed to either stream. */
export const operateOn = async (
  { dataDir }: Pick<RunningSystem, 'dataDir'>,
  args: readonly string[],
  typed = '',
  environment: Record<string, string> = {},
): Promise<{ status: number; said: string }> => {
  const child = spawn(process.execPath, [OPERATE, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment },
    timeout: 100_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(typed);
  const [status] = (await once(child, 'close')) as [number];
  return { status, said };
};
