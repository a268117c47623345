import { createLogger, type Logger } from '../logging/logger.ts';

/** Silent, for tests that do not check log messages. */
export const testLogger = (): Logger => createLogger('test', 'silent');
