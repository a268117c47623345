import { setFlagsFromString } from 'node:v8';
import { ConfigError, type Environment } from '../config/load-config.ts';
import { createLogger } from '../logging/logger.ts';
import { stopOnSignals } from './shutdown.ts';

/** EX_CONFIG of sysexits.h: a restart will not help; an operator has to change the configuration. */
const EX_CONFIG = 78;

/**
 * Frees a fifth of the memory of an idle process: V8 returns it when it needs more, not when it is idle. Where garbage
 * collection can be requested (`--expose-gc`, as in the images), this runs once before the first work. It drops
 * compiled code too, most of which only the start used; the rest is compiled again.
 */
const giveBackWhatTheStartNeeded = (): void => {
  if (globalThis.gc === undefined) return;
  setFlagsFromString('--stress-flush-code');
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-stress-flush-code');
};

/**
 * The `main` of every process: starts it, and stops it on a signal. A process that cannot start reports why and exits
 * before it has taken any work, with 78 for a faulty configuration.
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
      // For a person: the messages only, no stack.
      process.stderr.write(`${error.message}\n`);
      process.exit(EX_CONFIG);
    }
    logger.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
};
