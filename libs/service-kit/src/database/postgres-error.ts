import { QueryFailedError } from 'typeorm';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

const violates = (error: unknown, code: string, constraint: string | undefined): boolean => {
  if (!(error instanceof QueryFailedError)) return false;
  const failure = error.driverError as { code?: string; constraint?: string };
  return failure.code === code && (constraint === undefined || failure.constraint === constraint);
};

/** Whether a write failed because a unique index (or the named one) has such a row already. */
export const isUniqueViolation = (error: unknown, index?: string): boolean => violates(error, UNIQUE_VIOLATION, index);

/** Whether a write failed because the row that a foreign key (or the named one) references does not exist (any more). */
export const isForeignKeyViolation = (error: unknown, key?: string): boolean =>
  violates(error, FOREIGN_KEY_VIOLATION, key);
