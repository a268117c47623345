import { setFlagsFromString } from 'node:v8';
import { ConfigError, type Environment } from '../config/load-config.ts';
import { createLogger } from '../logging/logger.ts';
import { stopOnSignals } from './shutdown.ts';

/** EX_CONFIG of sysexits.h: restarting will not help, somebody has to change the configuration. */
const EX_CONFIG = 78;

/**
 * A fifth of what an idle process holds: V8 gives it back when it wants more, not when it is idle. Where it can be told to (`--expose-gc`,
 * as in the images), it is, before there is anything to do. Code goes too, most of which ran for the start alone: what runs again is
 * compiled again.
 */
const giveBackWhatTheStartNeeded = (): void => {
  if (globalThis.gc === undefined) return;
  setFlagsFromString('--stress-flush-code');
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-stress-flush-code');
};

/**
 * The `main` of every process: starts it, stops it on a signal. A process that cannot start says why and exits, with 78 when
 * its configuration is at fault, before it has taken any work.
 */
export const runProcess = async (
  processName: string,
  environment: Environment,
  start: (environment: Environment) => Promise<{ close(): Promise<void> }>,
): Promise<void> => {
  const logger = createLogger(processName, environment['LOG_LEVEL'] ?? 'info');
  try {
    const running = await start(environment);
    giveBackWhatTheStartNeeded();
    stopOnSignals(logger, () => running.close(), environment['LECTERN_SUPERVISED'] === '1');
  } catch (error) {
    if (error instanceof ConfigError) {
      // For a person: the sentences alone, no stack.
      process.stderr.write(`${error.message}\n`);
      process.exit(EX_CONFIG);
    }
    logger.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
};
