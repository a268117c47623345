import type { RpcContract } from '@lectern/contracts/rpc';

const MINUTE_MS = 60_000;

/**
 * The same request with a timeout of a minute. For a spec that sends more than a slow machine answers in time, and that
 * has to know the outcome of each request: after `service_unavailable` it is unknown.
 */
export const withLongTimeout = <C extends RpcContract>(contract: C): C => ({ ...contract, timeoutMs: MINUTE_MS });
