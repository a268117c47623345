import { DomainError } from '@lectern/contracts/errors';

/**
 * The error for a place that was held for as long as payment pages may hold one. After the open page has ended, the place can be
 * held again where nobody waits.
 */
export const holdLimitReached = (): DomainError =>
  new DomainError('in_progress', {
    message: 'Your last payment page is about to close. Please try again in a few minutes.',
  });
