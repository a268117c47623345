import type { Logger } from '../logging/logger.ts';

/** The longest time in which a process finishes its work; orchestrators must wait a little longer before they kill it. */
export const DRAIN_LIMIT_MS = 10_000;

/**
 * Stops the process once: on SIGTERM and SIGINT, or when its supervisor is gone (its channel closes; only where
 * `LECTERN_SUPERVISED=1`). `stop` finishes running work; past the limit the process ends anyway.
 */
export const stopOnSignals = (logger: Logger, stop: () => Promise<void>, supervised: boolean): void => {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'Stopping');
    const limit = setTimeout(() => {
      logger.error('Work under way did not finish in time');
      process.exit(1);
    }, DRAIN_LIMIT_MS);
    stop().then(
      () => {
        clearTimeout(limit);
        logger.info('Stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (supervised) process.on('disconnect', () => begin('supervisor gone'));
};
