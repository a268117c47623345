import { listQueues, retryGivenUp } from '@lectern/contracts/system/queues-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Milliseconds between refreshes, the same as on the queue board. */
const REFRESH_MS = 5_000;

/** The state of each queue. */
export const queuesQuery = queryOptions({
  queryKey: ['admin', 'queues'],
  queryFn: ({ signal }) => callAdmin(listQueues, { signal }),
  refetchInterval: REFRESH_MS,
});

/** Retries the jobs that a queue gave up on; the response's message says how many. */
export const retryQueue = (queue: string) => callAdmin(retryGivenUp, { body: { queue } });
