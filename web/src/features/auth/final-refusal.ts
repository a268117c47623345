import { ApiError } from '../../lib/api-error.ts';

const FINAL = ['link_invalid', 'email_taken', 'account_deactivated'];

/** Whether a change of email cannot be undone by its link, whatever password is chosen. */
export const isFinalRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && FINAL.includes(error.code ?? '');
