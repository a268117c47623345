import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Follows one piece of work through every process that it touches. */
export interface Correlation {
  readonly correlationId: string;
}

const storage = new AsyncLocalStorage<Correlation>();

export const newCorrelationId = (): string => randomUUID();

/** Runs `work` under a correlation id: its log lines, requests, events and jobs carry it. */
export const withCorrelation = <T>(correlationId: string, work: () => T): T => storage.run({ correlationId }, work);

/** The id of the work at hand, or a new one where nothing set it. */
export const currentCorrelationId = (): string => storage.getStore()?.correlationId ?? newCorrelationId();

export const correlationFields = (): Partial<Correlation> => storage.getStore() ?? {};
