import type { RpcContract } from '@lectern/contracts/rpc';

const MINUTE_MS = 60_000;

/**
 * The same request, waited for a minute. For a spec that makes more haste than a slow machine answers in time, and that has to
 * know how each request ended: who is told `service_unavailable` does not know.
 */
export const patient = <C extends RpcContract>(contract: C): C => ({ ...contract, timeoutMs: MINUTE_MS });
