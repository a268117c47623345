import * as z from 'zod/mini';
import { acknowledgement } from '../fields.ts';
import { route } from '../route.ts';

/*
 * The queues of events and jobs, for administrators. Postgres holds the work itself; the queues only track its
 * progress, and losing them loses no data.
 */

const queueName = z.string().check(z.regex(/^[a-z][a-z-]{0,59}$/, 'This is not the name of a queue'));

export const queueState = z.object({
  queue: z.string(),
  waiting: z.number(),
  active: z.number(),
  delayed: z.number(),
  /** Failed after their last attempt. */
  failed: z.number(),
  /** The repeating jobs. */
  schedules: z.readonly(z.array(z.string())),
  /** A key of it in Redis has the wrong type, so none of the above is known. Deleting that key repairs the queue. */
  isUnreadable: z.optional(z.boolean()),
});
export type QueueState = z.output<typeof queueState>;

/** Every queue, by name. */
export const listQueues = route({
  method: 'GET',
  path: '/api/admin/queues',
  audience: 'admin',
  permission: 'system:read',
  rateLimit: 'none',
  response: z.object({ queues: z.array(queueState) }),
});

/** Retries every failed job of one queue now. A job that had its effect already has no second one. Recorded as an action. */
export const retryGivenUp = route({
  method: 'POST',
  path: '/api/admin/queues/retry',
  audience: 'admin',
  permission: 'system:write',
  rateLimit: 'none',
  body: z.strictObject({ queue: queueName }),
  response: z.extend(acknowledgement, { retried: z.number() }),
});

/** The states of a job whose lists an administrator reads. */
export const jobStates = ['failed', 'waiting', 'active', 'delayed', 'completed'] as const;
export type JobState = (typeof jobStates)[number];

export const JOBS_PER_PAGE = 20;

/** A job or an event of a queue, without what people wrote: `mask-personal-data.ts` of the gateway. */
export const queuedJob = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** The attempts that were made. */
  attempts: z.number(),
  /** The time of its next attempt; null unless it is delayed. */
  nextAt: z.nullable(z.string()),
  /** The last error with its stack trace; null where there is none. */
  error: z.nullable(z.string()),
  data: z.unknown(),
});
export type QueuedJob = z.output<typeof queuedJob>;

/** A page of a queue's jobs in one state, newest first. Completed jobs are kept for a short time only. */
export const listJobs = route({
  method: 'GET',
  path: '/api/admin/queues/:queue/jobs',
  audience: 'admin',
  permission: 'system:read',
  rateLimit: 'none',
  params: z.strictObject({ queue: queueName }),
  query: z.strictObject({
    state: z.enum(jobStates),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
  }),
  response: z.object({ jobs: z.readonly(z.array(queuedJob)), hasMore: z.boolean() }),
});
