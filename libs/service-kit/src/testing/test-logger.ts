import { createLogger, type Logger } from '../logging/logger.ts';

/** Silent, for tests that look at what happens and not at what is said of it. */
export const testLogger = (): Logger => createLogger('test', 'silent');
