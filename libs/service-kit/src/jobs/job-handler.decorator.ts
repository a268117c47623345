import { SetMetadata } from '@nestjs/common';
import type { JobContract, JobData } from './job.ts';

export const JOB_HANDLER = Symbol('job handler');

/** Makes a provider's method the handler of a job. It may run again after a failure, and concurrently in another replica. */
export const HandlesJob =
  <C extends JobContract>(contract: C) =>
  <M extends (data: JobData<C>) => Promise<void>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    SetMetadata(JOB_HANDLER, contract)(target, key, descriptor);
  };
