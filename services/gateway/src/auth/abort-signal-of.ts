import type { ServerResponse } from 'node:http';
import { tooManyRequests } from '../edge/rate-limiter.ts';

/** Seconds. Never sent: the caller has hung up. */
const RETRY_AFTER = 2;

/** Aborts once an answer has gone out, or its caller has hung up. */
export const abortSignalOf = (reply: ServerResponse): AbortSignal => {
  const hungUp = new AbortController();
  const abort = (): void => hungUp.abort(tooManyRequests(RETRY_AFTER));
  if (reply.destroyed) abort();
  else reply.once('close', abort);
  return hungUp.signal;
};
