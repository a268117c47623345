import { readFile } from 'node:fs/promises';
import type { RunningSystem } from './start-system.ts';

/** The setup code in the log of identity; each start writes at most one. */
export const setupCodesOf = async (system: Pick<RunningSystem, 'run'>): Promise<string[]> => {
  const { processes } = await system.run();
  const logs = await Promise.all(
    processes.filter(({ name }) => name.startsWith('identity')).map(({ logFile }) => readFile(logFile, 'utf8')),
  );
  return logs.flatMap((log) => [...log.matchAll(/with the setup code (\w{4}(?:-\w{4}){3})/g)].map(([, code]) => code!));
};
