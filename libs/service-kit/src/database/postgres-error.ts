import { QueryFailedError } from 'typeorm';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because a unique index (or the named one) holds such a row already. */
export const isUniqueViolation = (error: unknown, index?: string): boolean => {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && (index === undefined || constraint === index);
};
