import { DomainError, ERRORS } from '@lectern/contracts/errors';

/** The refusal of a code that a signed-in administrator typed, beside its field. */
export const codeWrong = (): DomainError =>
  new DomainError('code_wrong', { fields: { code: ERRORS.code_wrong.message } });
