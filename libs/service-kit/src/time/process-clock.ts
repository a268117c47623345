import type { ProcessConfig } from '../config/process-config.ts';
import type { Logger } from '../logging/logger.ts';
import { type Clock, SystemClock } from './clock.ts';
import { ClockFollower } from './clock-follower.ts';
import { LedClock } from './led-clock.ts';

export interface ProcessClock {
  readonly clock: Clock;
  /** Stops following. The clock continues with its last offset. */
  readonly close: () => void;
}

/**
 * The clock of this process: set by `APP_CLOCK`, and following the sandbox's where `APP_CLOCK_URL` names one. Resolves
 * once it has that time, after two seconds at most; a sandbox that is unavailable at first is followed once it answers.
 */
export const startProcessClock = async (
  config: Pick<ProcessConfig, 'APP_CLOCK' | 'APP_CLOCK_SET_AT' | 'APP_CLOCK_URL'>,
  logger: Logger,
): Promise<ProcessClock> => {
  const systemClock = new SystemClock(config.APP_CLOCK, config.APP_CLOCK_SET_AT);
  if (config.APP_CLOCK_URL === undefined) return { clock: systemClock, close: () => undefined };
  const clock = new LedClock(systemClock);
  const follower = new ClockFollower(config.APP_CLOCK_URL, (aheadMs) => clock.lead(aheadMs), logger);
  await follower.start();
  return { clock, close: () => follower.close() };
};
