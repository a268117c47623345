import { DomainError } from '@lectern/contracts/errors';

/** The 400 of a file, with the reason for the person who chose it. */
export const refusedFile = (reason: string): DomainError =>
  new DomainError('invalid_request', { message: reason, fields: { file: reason } });
