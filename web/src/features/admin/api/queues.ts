import { listQueues, retryGivenUp } from '@lectern/contracts/system/queues-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** As the board's own. */
const REFRESH_MS = 5_000;

/** How far each queue is. */
export const queuesQuery = queryOptions({
  queryKey: ['admin', 'queues'],
  queryFn: ({ signal }) => callAdmin(listQueues, { signal }),
  refetchInterval: REFRESH_MS,
});

/** Has what a queue gave up tried again; the message says how much that is. */
export const retryQueue = (queue: string) => callAdmin(retryGivenUp, { body: { queue } });
