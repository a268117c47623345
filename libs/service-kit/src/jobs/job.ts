import * as z from 'zod/mini';
import type { ServiceName } from '@lectern/contracts/rpc';

/**
 * A piece of background work of one service. Postgres holds the work to do; a job is only the wake-up that makes a
 * worker check it, so losing one delays work until the next poll and never loses it.
 */
export interface JobContract<D extends z.ZodMiniType = z.ZodMiniType> {
  readonly service: ServiceName;
  readonly name: string;
  readonly data: D;
  /** The polling interval in seconds. */
  readonly everySeconds?: number;
  /** Polls also when a process that runs it starts, not only after the interval. */
  readonly atStart: boolean;
  /** Attempts after a failure, with growing pauses. */
  readonly attempts: number;
  /** The process of the service that runs it; the service itself by default. */
  readonly lane: string;
}

export type JobData<C extends JobContract> = z.output<C['data']>;

/** Declares a job. Every job needs exactly one handler in the process of its lane, or that process does not start. */
export const job = <D extends z.ZodMiniType = z.ZodMiniObject<Record<never, never>>>(
  contract: Pick<JobContract, 'service' | 'name'> & {
    data?: D;
    everySeconds?: number;
    atStart?: boolean;
    attempts?: number;
    lane?: string;
  },
): JobContract<D> => ({
  ...contract,
  data: contract.data ?? (z.object({}) as unknown as D),
  atStart: contract.atStart ?? false,
  attempts: contract.attempts ?? 10,
  lane: contract.lane ?? 'jobs',
});

export const jobQueueName = (service: ServiceName, lane: string): string => `${service}-${lane}`;
