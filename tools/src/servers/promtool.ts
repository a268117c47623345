import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { SetupError } from '../setup-error.ts';
import { fetchProgramWithApt, type Program } from './program-from-apt.ts';

const runs = ({ command, env }: Program): boolean =>
  spawnSync(command, ['--version'], { env: { ...process.env, ...env } }).status === 0;

/**
 * Prometheus' own checker of rules: from PATH, otherwise from the distribution's package of Prometheus, where it stands beside the server.
 * Throws {@link SetupError} when this machine has none and none can be fetched.
 */
export const findPromtool = async (onProgress: (text: string) => void = () => undefined): Promise<Program> => {
  const installed: Program = { command: 'promtool', env: {} };
  if (runs(installed)) return installed;
  const prometheus = await fetchProgramWithApt({
    title: 'Prometheus',
    names: ['prometheus'],
    isUsable: runs,
    onProgress,
  });
  if (prometheus === undefined)
    throw new SetupError('There is no promtool on PATH, and apt cannot bring one. Install Prometheus.');
  return { command: join(dirname(prometheus.command), 'promtool'), env: prometheus.env };
};
