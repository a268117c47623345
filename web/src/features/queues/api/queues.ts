import { type JobState, listJobs, listQueues, retryGivenUp } from '@lectern/contracts/system/queues-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Milliseconds between refreshes. */
const REFRESH_MS = 5_000;

/** The state of each queue. */
export const queuesQuery = queryOptions({
  queryKey: ['admin', 'queues'],
  queryFn: ({ signal }) => callAdmin(listQueues, { signal }),
  refetchInterval: REFRESH_MS,
});

/** A page of a queue's jobs in one state, newest first; the first page is 1. */
export const jobsQuery = (queue: string, state: JobState, page: number) =>
  queryOptions({
    queryKey: ['admin', 'queues', queue, state, page],
    queryFn: ({ signal }) => callAdmin(listJobs, { params: { queue }, query: { state, page }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Retries the jobs that a queue gave up on; the response's message says how many. */
export const retryQueue = (queue: string) => callAdmin(retryGivenUp, { body: { queue } });
