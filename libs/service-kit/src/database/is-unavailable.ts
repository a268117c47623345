import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** SQLSTATEs of a temporary failure: the connection failed, there are too many, or the server is going down or coming up. */
const NOT_NOW = /^(?:08...|53300|57P0[123])$/;

/** The operating system's codes for a server that is unreachable or gone. */
const NOT_THERE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Messages of the driver and its pool without a code: no connection was returned in time, or the server cut it. */
const WITHOUT_CODE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * TypeORM's errors in a transaction whose connection ended between two statements: it returns the connection
 * immediately, and the next statement, or the commit, has none. Nothing of the transaction was stored.
 */
const LOST_WITHIN = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError] as const;

/**
 * Whether an error means that the database is unreachable now, rather than that the query is wrong. The caller may
 * retry; the query may still have taken effect, if the connection was lost at its end.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if (LOST_WITHIN.some((lost) => error instanceof lost)) return true;
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown };
  // A server with several IP addresses was unreachable at all of them.
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  if (typeof code === 'string') return NOT_NOW.test(code) || NOT_THERE.has(code);
  return typeof message === 'string' && WITHOUT_CODE.test(message);
};
