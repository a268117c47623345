import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Identifies one piece of work in every process that takes part in it. */
export interface Correlation {
  readonly correlationId: string;
}

const storage = new AsyncLocalStorage<Correlation>();

export const newCorrelationId = (): string => randomUUID();

/** Runs `work` under a correlation id: its log lines, requests, events and jobs carry it. */
export const withCorrelation = <T>(correlationId: string, work: () => T): T => storage.run({ correlationId }, work);

/** The id of the current work, or a new one where there is none. */
export const currentCorrelationId = (): string => storage.getStore()?.correlationId ?? newCorrelationId();

export const correlationFields = (): Partial<Correlation> => storage.getStore() ?? {};
