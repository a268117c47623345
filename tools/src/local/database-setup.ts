import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SetupError } from '../setup-error.ts';
import type { MigrationSpec } from './process-plan.ts';

export interface DatabaseSetup {
  /** The built `migrate-all.ts`. */
  program: string;
  databaseAdminUrl: string;
  migrations: MigrationSpec[];
  /** The environment that the process inherits. */
  inherited: NodeJS.ProcessEnv;
  signal: AbortSignal;
  logPath: string;
  onLine: (line: string) => void;
}

/**
 * Makes the database if it is missing, migrates every service's schema and seeds it, in a process of its own: what that
 * loads is free again before the services start. Returns the names of the migrations that were applied.
 */
export const setUpDatabase = async (setup: DatabaseSetup): Promise<string[]> => {
  const loader = setup.program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, '--enable-source-maps', setup.program], {
    env: { ...setup.inherited, NODE_ENV: 'production', DEPLOYMENT: 'local' },
    // A Ctrl-C at the terminal is for the supervisor. Its channel ends with us, and the child with its channel.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: setup.signal,
    serialization: 'json',
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', setup.onLine);
  }
  return new Promise((resolve, reject) => {
    let outcome: MigrationOutcome = { failure: 'the process ended without a word' };
    child.on('message', (message) => (outcome = message as MigrationOutcome));
    child.once('error', reject);
    child.once('close', () => {
      if ('applied' in outcome) resolve(outcome.applied);
      else reject(new SetupError(`The database could not be set up: ${outcome.failure} (log: ${setup.logPath})`));
    });
    child.send({
      databaseAdminUrl: setup.databaseAdminUrl,
      migrations: setup.migrations,
    } satisfies MigrationOrder);
  });
};

export interface MigrationOrder {
  databaseAdminUrl: string;
  migrations: MigrationSpec[];
}

export type MigrationOutcome = { applied: string[] } | { failure: string };
