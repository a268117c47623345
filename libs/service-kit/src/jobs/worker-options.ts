import { QUEUE_PREFIX } from './event-frame.ts';

/** The common options of every queue worker. */
export const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  skipVersionCheck: true,
  // Another process gets the jobs of a killed one after its lock expires: after 15 seconds, not after a minute. The job
  // of a process that was merely slow may run twice, which handlers allow.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  // Unlimited: BullMQ would otherwise give a job up, silently and permanently, when a second process dies over it.
  maxStalledCount: Number.MAX_SAFE_INTEGER,
} as const;
