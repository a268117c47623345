import { SetMetadata } from '@nestjs/common';
import type { JobContract, JobData } from './job.ts';

export const JOB_HANDLER = Symbol('job handler');

/**
 * Makes a provider's method the handler of a job. It may run again after a failure, and concurrently in another replica. The signal is
 * aborted when the process stops: a job with several steps then ends before its next step.
 */
export const HandlesJob =
  <C extends JobContract>(contract: C) =>
  <M extends (data: JobData<C>, stopping: AbortSignal) => Promise<void>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    SetMetadata(JOB_HANDLER, contract)(target, key, descriptor);
  };
