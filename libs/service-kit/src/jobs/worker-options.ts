import { QUEUE_PREFIX } from '../outbox/event-frame.ts';

/** What every worker of a queue has in common. */
export const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  skipVersionCheck: true,
  // What a killed process had taken is given to another one when its hold has run out: after 15 seconds, not after a minute. A
  // process that was merely slow finds that its work was done twice, for which handlers are made.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  // However many processes die over it: the queue would otherwise give it up, silently and for good, at the second.
  maxStalledCount: Number.MAX_SAFE_INTEGER,
} as const;
