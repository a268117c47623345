import { DomainError } from '@lectern/contracts/errors';

/** How many unpaid registrations of one event a mailbox has at a time while nobody has verified it: two people may share it. */
const MOST_UNPAID = 2;

/** Why a mailbox with so many unpaid registrations of an event gets no further one; null where it does. */
export const unpaidRefusal = (unpaid: number, title: string): DomainError | null =>
  unpaid < MOST_UNPAID
    ? null
    : new DomainError('too_many_unpaid', {
        message:
          `There are ${unpaid} unpaid registrations for the ${title} with this email address. Pay for one of them, or try again after they have expired. ` +
          'If you have an account with this email address, log in and confirm your email in your account settings first.',
      });
