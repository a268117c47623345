import { spawnSync } from 'node:child_process';
import { findPromtool } from '@lectern/tools/servers/promtool';

export interface Promtool {
  /** Runs it with these arguments in a folder, and answers its exit status and its output. */
  run(folder: string, ...words: string[]): { status: number | null; said: string };
}

/** Prometheus' own checker of rules and configurations. Throws where this machine has none and none can be fetched. */
export const promtool = async (): Promise<Promtool> => {
  const { command, env } = await findPromtool();
  return {
    run: (folder, ...words) => {
      const { status, stdout, stderr } = spawnSync(command, words, {
        cwd: folder,
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
      return { status, said: stdout + stderr };
    },
  };
};
