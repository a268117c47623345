import pg from 'pg';
import { traceStatements } from '../tracing/trace-statements.ts';

/**
 * A connection of a pool whose end is never an uncaught error. The pool listens while nobody has it, and whoever took it listens after
 * that; but what the server sends together is read in one go, so that its last word may come right after the answer for which the
 * connection was handed over, before the taker could listen. Then the next statement tells of it.
 */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    traceStatements(this);
  }
}
