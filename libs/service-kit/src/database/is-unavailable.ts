import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** SQLSTATEs by which Postgres says "not now": the connection failed, there are too many, or it is going down or coming up. */
const NOT_NOW = /^(?:08...|53300|57P0[123])$/;

/** What the operating system says of a server that is not there, or no longer. */
const NOT_THERE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** What the driver and its pool say without a code: nobody gave a connection back in time, or the server cut it. */
const WITHOUT_CODE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * What TypeORM says within a transaction whose connection ended between two statements: it gives the connection back at once, and the
 * next statement, or the commit, finds none. Nothing of the transaction was kept.
 */
const LOST_WITHIN = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError] as const;

/**
 * Whether an error says that the database cannot be reached now, rather than that something is wrong with what was asked. Whoever
 * asked may ask again; what was asked may still have been done, if the connection was lost at its end.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if (LOST_WITHIN.some((lost) => error instanceof lost)) return true;
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  // A server with several addresses was not reached at any of them.
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  if (typeof code === 'string') return NOT_NOW.test(code) || NOT_THERE.has(code);
  return typeof message === 'string' && WITHOUT_CODE.test(message);
};
