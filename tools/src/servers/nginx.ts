import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { SetupError } from '../setup-error.ts';
import { fetchProgramWithApt, type Program } from './program-from-apt.ts';

const runs = ({ command, env }: Program): boolean =>
  spawnSync(command, ['-v'], { env: { ...process.env, ...env } }).status === 0;

/**
 * nginx: from PATH, otherwise from the distribution's package. Throws {@link SetupError} when this machine has none and none can be
 * fetched.
 */
export const findNginx = async (onProgress: (text: string) => void = () => undefined): Promise<Program> => {
  // Distributions put it where the PATH of ordinary users does not lead.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const installed = folders.map((folder) => ({ command: join(folder, 'nginx'), env: {} })).find(runs);
  const program =
    installed ?? (await fetchProgramWithApt({ title: 'nginx', names: ['nginx'], isUsable: runs, onProgress }));
  if (program !== undefined) return program;
  throw new SetupError('There is no nginx on PATH, and apt cannot bring one. Install nginx.');
};
