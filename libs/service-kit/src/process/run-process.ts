import { ConfigError, type Environment } from '../config/load-config.ts';
import { createLogger } from '../logging/logger.ts';
import { stopOnSignals } from './shutdown.ts';

/** EX_CONFIG of sysexits.h: a restart will not help; an operator has to change the configuration. */
const EX_CONFIG = 78;

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
