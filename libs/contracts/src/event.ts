import type * as z from 'zod/mini';
import type { ServiceName } from './rpc.ts';

type Schema = z.ZodMiniType;

/**
 * An event that one service publishes to others: `<service>.<noun-past-participle>.v<n>`. Delivered at least once, in
 * any order; the consumer's inbox makes it take effect once.
 */
export interface EventContract<P extends Schema = Schema> {
  readonly name: `${ServiceName}.${string}.v${number}`;
  readonly payload: P;
  /** The consumers. Each of these services has exactly one handler, or it does not start. */
  readonly subscribers: readonly ServiceName[];
}

export type EventPayload<C extends EventContract> = z.output<C['payload']>;

/** Declares an event. Identity at run time. */
export const event = <P extends Schema>(contract: EventContract<P>): EventContract<P> => contract;

/** The service that publishes an event, derived from its name. */
export const publisherOf = (contract: EventContract): ServiceName =>
  contract.name.slice(0, contract.name.indexOf('.')) as ServiceName;
