import pg from 'pg';
import { tracedQuery } from '../tracing/trace-statements.ts';

/**
 * A pooled connection whose end is never an uncaught error. The pool listens while the connection is free, and its
 * borrower listens afterwards; but the client reads everything that has arrived together, so that the server's last
 * message may directly follow the answer with which the connection was handed over, before the borrower listens. Then
 * the next statement reports the error.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** Traced. The library's overloads promise different types; this returns what they return. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...args: unknown[]): any {
    return tracedQuery(this, args, (passed) => super.query(...(passed as Parameters<pg.Client['query']>)));
  }
}
