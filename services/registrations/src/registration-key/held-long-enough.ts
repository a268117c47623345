import { DomainError } from '@lectern/contracts/errors';

/** A place that was held for as long as payment pages may hold one. Once the open page has ended, it can be had again where nobody waits. */
export const heldLongEnough = (): DomainError =>
  new DomainError('in_progress', {
    message: 'Your last payment page is about to close. Please try again in a few minutes.',
  });
