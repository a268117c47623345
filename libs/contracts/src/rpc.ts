import type * as z from 'zod/mini';
import type { Actor } from './identity/model.ts';
import type { StaffAccess } from './identity/permission.ts';

type Schema = z.ZodMiniType;

/** The services that answer requests. Each owns one schema in Postgres, and one list in Redis for each process that calls it. */
export type ServiceName = 'identity' | 'billing' | 'registrations' | 'messaging' | 'content';

export const SERVICE_NAMES = [
  'identity',
  'billing',
  'registrations',
  'messaging',
  'content',
] as const satisfies readonly ServiceName[];

/** The processes that send requests to services. */
export type RpcCaller = 'gateway' | 'messaging-worker' | 'operator';

export const RPC_CALLERS = ['gateway', 'messaging-worker', 'operator'] as const satisfies readonly RpcCaller[];

/** The services that each of them calls. */
export const ASKED_SERVICES: Readonly<Record<RpcCaller, readonly ServiceName[]>> = {
  gateway: SERVICE_NAMES,
  'messaging-worker': ['identity', 'registrations'],
  operator: SERVICE_NAMES,
};

/** One request between processes: `<service>.<verb-noun>.v<n>`. */
export interface RpcContract<I extends Schema = Schema, O extends Schema = Schema> {
  readonly name: `${ServiceName}.${string}.v${number}`;
  readonly input: I;
  readonly output: O;
  /** How long a caller waits before it answers its own caller 503. */
  readonly timeoutMs: number;
  /** The processes whose requests are answered; all others are refused. */
  readonly callers: readonly RpcCaller[];
  /** The permission that the role of `by` in the input must have; the service refuses others. Only of a request with an actor. */
  readonly permission?: StaffAccess;
}

/** A request that acts for an administrator does not compile without a permission. */
type PermissionOf<I extends Schema> =
  z.output<I> extends { readonly by: Actor } ? { readonly permission: StaffAccess } : { readonly permission?: never };

export type RpcInput<C extends RpcContract> = z.output<C['input']>;
export type RpcOutput<C extends RpcContract> = z.output<C['output']>;

const DEFAULT_TIMEOUT_MS = 5_000;

/** Declares a request. Identity at run time, with the usual timeout and the usual caller, the gateway, filled in. */
export const rpc = <I extends Schema, O extends Schema>(
  contract: Omit<RpcContract<I, O>, 'timeoutMs' | 'callers' | 'permission'> &
    PermissionOf<I> & { timeoutMs?: number; callers?: readonly RpcCaller[] },
): RpcContract<I, O> => ({ timeoutMs: DEFAULT_TIMEOUT_MS, callers: ['gateway'], ...contract });

/** Declares a request of the operator's commands, which no route leads to. */
export const operatorRpc: typeof rpc = (contract) => rpc({ ...contract, callers: ['operator'] });

/** The service that answers a request, derived from its name. */
export const serviceOf = (contract: RpcContract): ServiceName =>
  contract.name.slice(0, contract.name.indexOf('.')) as ServiceName;
