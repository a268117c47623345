import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** The services that answer requests. Each owns one list in Redis and one schema in Postgres. */
export type ServiceName = 'identity' | 'billing' | 'registrations' | 'messaging' | 'content';

export const SERVICE_NAMES = ['identity', 'billing', 'registrations', 'messaging', 'content'] as const satisfies readonly ServiceName[];

/** One request between processes: `<service>.<verb-noun>.v<n>`. */
export interface RpcContract<I extends Schema = Schema, O extends Schema = Schema> {
  readonly name: `${ServiceName}.${string}.v${number}`;
  readonly input: I;
  readonly output: O;
  /** How long a caller waits before it tells its own caller 503. */
  readonly timeoutMs: number;
}

export type RpcInput<C extends RpcContract> = z.output<C['input']>;
export type RpcOutput<C extends RpcContract> = z.output<C['output']>;

const DEFAULT_TIMEOUT_MS = 5_000;

/** Declares a request. Identity at run time, with the usual timeout filled in. */
export const rpc = <I extends Schema, O extends Schema>(
  contract: Omit<RpcContract<I, O>, 'timeoutMs'> & { timeoutMs?: number },
): RpcContract<I, O> => ({ timeoutMs: DEFAULT_TIMEOUT_MS, ...contract });

/** The service that answers a request, read off its name. */
export const serviceOf = (contract: RpcContract): ServiceName => contract.name.slice(0, contract.name.indexOf('.')) as ServiceName;
