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
  rateLimit: 'none',
  response: z.object({ queues: z.array(queueState) }),
});

/** Retries every failed job of one queue now. A job that had its effect already has no second one. Recorded as an action. */
export const retryGivenUp = route({
  method: 'POST',
  path: '/api/admin/queues/retry',
  audience: 'admin',
  rateLimit: 'none',
  body: z.strictObject({ queue: queueName }),
  response: z.extend(acknowledgement, { retried: z.number() }),
});

/*
 * Requests of the job board (Bull Board, on its page `/admin/queues/board`): its own reads under their own names, and
 * none of its writes. The answers are its own as well, without texts of people (`mask-personal-data.ts` of the gateway).
 */

const BOARD = '/api/admin/queue-board';
/** A number that the queue assigned, an event's id, or a run of a schedule. No other key of Redis is read. */
const jobId = z
  .string()
  .check(
    z.regex(
      /^(\d{1,19}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|repeat:[a-z-]{1,60}:\d{1,19})$/,
      'This is not the id of a job',
    ),
  );
const ofQueue = z.strictObject({ queueName });
const ofJob = z.strictObject({ queueName, jobId });
const digits = (most: number) => z.string().check(z.regex(new RegExp(`^\\d{1,${most}}$`)));
const boardAnswer = z.record(z.string(), z.unknown());

const boardRead = { method: 'GET', audience: 'admin', rateLimit: 'none', response: boardAnswer } as const;

/** Every queue with its counts, and a page of one queue's jobs: ten by default, 300 at most. */
export const boardQueues = route({
  ...boardRead,
  path: `${BOARD}/queues`,
  query: z.strictObject({
    activeQueue: z.optional(z.union([queueName, z.literal('')])),
    status: z.optional(z.string().check(z.regex(/^[a-z-]{0,30}$/))),
    page: z.optional(digits(6)),
    jobsPerPage: z.optional(digits(3)),
  }),
});

export const boardSchedules = route({
  ...boardRead,
  path: `${BOARD}/job-schedulers`,
  query: z.strictObject({ queueName: z.optional(queueName) }),
});

export const boardMetrics = route({ ...boardRead, path: `${BOARD}/queues/:queueName/metrics`, params: ofQueue });

export const boardRateLimit = route({ ...boardRead, path: `${BOARD}/queues/:queueName/rate-limit`, params: ofQueue });

export const boardJob = route({ ...boardRead, path: `${BOARD}/queues/:queueName/:jobId`, params: ofJob });

export const boardJobLogs = route({
  ...boardRead,
  path: `${BOARD}/queues/:queueName/:jobId/logs`,
  params: ofJob,
  response: z.array(z.string()),
});

export const boardJobFlow = route({ ...boardRead, path: `${BOARD}/queues/:queueName/:jobId/flow`, params: ofJob });
