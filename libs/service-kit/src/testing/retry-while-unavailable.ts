import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@lectern/contracts/errors';
import { RETRY_AFTER } from '../rpc/protocol.ts';

/**
 * Acts like a client that gets `service_unavailable`: repeats the request after the given pause, until there is another
 * answer. More concurrent callers than a slow machine serves within a request's limits get that error, and their
 * requests are safe to repeat.
 */
export const retryWhileUnavailable = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
      await pause((error.retryAfter ?? RETRY_AFTER) * 1_000);
    }
  }
};
