import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@lectern/contracts/errors';
import { RETRY_AFTER } from '../rpc/protocol.ts';

/**
 * Does what somebody does who is told `service_unavailable`: asks again after the pause that was named, until there is another
 * answer. More people at once than a slow machine serves within a request's limits are told so, and what they ask for can be
 * asked for repeatedly.
 */
export const askAgain = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
      await pause((error.retryAfter ?? RETRY_AFTER) * 1_000);
    }
  }
};
