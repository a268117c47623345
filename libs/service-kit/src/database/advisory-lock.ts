import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DomainError } from '@lectern/contracts/errors';
import { LOGGER } from '../logging/tokens.ts';
import { FairTurns } from '../load/fair-turns.ts';
import type { Logger } from '../logging/logger.ts';
import { LOCK_KEY } from './lock-key.ts';
import { PooledClient } from './pooled-client.ts';

export interface AdvisoryLockOptions {
  readonly url: string;
  readonly processName: string;
  /** Milliseconds after which a caller that waits for its turn gets `service_unavailable`. */
  readonly waitLimitMs?: number;
}

export const ADVISORY_LOCK_OPTIONS = Symbol('advisory lock options');

/**
 * The most locks that one process holds at a time. They have their own connections, so that queries never wait for a
 * lock holder.
 */
const CONNECTIONS = 4;
/** A holder calls an external provider for at most this long. */
const HOLD_LIMIT_MS = 60_000;
/**
 * Set for the transaction: a transaction pooler accepts no settings of a connection, and the role's settings are for
 * requests.
 */
const BEGIN = [
  'BEGIN',
  'SET LOCAL statement_timeout = 0',
  `SET LOCAL lock_timeout = ${HOLD_LIMIT_MS}`,
  `SET LOCAL idle_in_transaction_session_timeout = ${HOLD_LIMIT_MS}`,
].join('; ');

/**
 * Lets one process at a time work on one thing, across all replicas. For work that spans calls to a provider; work that
 * fits into one transaction locks its rows instead. The lock belongs to a transaction, so it always ends with its
 * connection.
 */
@Injectable()
export class AdvisoryLock implements OnApplicationShutdown {
  private readonly pool: pg.Pool;
  /** By kind of key: a person who pays does not wait behind jobs that sync a crowd of customers. */
  private readonly turns = new FairTurns({ concurrent: CONNECTIONS, mostWaiting: Infinity, retryAfter: 0 });
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly held = new AsyncLocalStorage<pg.PoolClient>();

  constructor(
    @Inject(ADVISORY_LOCK_OPTIONS) private readonly options: AdvisoryLockOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.pool = new pg.Pool({
      Client: PooledClient,
      connectionString: options.url,
      max: CONNECTIONS,
      application_name: `${options.processName}-lock`,
      connectionTimeoutMillis: HOLD_LIMIT_MS,
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'A lock connection failed'));
  }

  /**
   * Runs `work` while holding the lock `key` (`kind:id`); waits for its holder, and takes turns with other kinds for a
   * connection. Work may hold further keys, always in the same order of kinds, on the same connection; they are released
   * with the outermost one. Not reentrant for one key. Throws `service_unavailable` where its turn does not come in time.
   */
  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const outer = this.held.getStore();
    if (outer !== undefined) {
      // On the holder's own connection, ahead of callers that wait for one: they may be waiting for this very holder.
      await outer.query(LOCK_KEY, [key]);
      return work();
    }
    // Callers of this process wait here, so that a crowd at one key does not occupy all connections.
    const before = this.tails.get(key);
    const result = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.inTurn(key, work));
    const tail = result.catch(() => undefined);
    this.tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limit = AbortSignal.timeout(this.options.waitLimitMs ?? HOLD_LIMIT_MS);
    try {
      return await this.turns.run(key.split(':')[0]!, () => this.holdInDatabase(key, work), limit);
    } catch (error) {
      throw limit.aborted && error === limit.reason ? new DomainError('service_unavailable', { cause: error }) : error;
    }
  }

  private async holdInDatabase<T>(key: string, work: () => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // No query reads from this connection during the work: without a listener its end would be an uncaught error.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      await client.query(BEGIN);
      await client.query(LOCK_KEY, [key]);
      return await this.held.run(client, work);
    } finally {
      await client.query('COMMIT').catch((error: Error) => (broken = error));
      client.off('error', onError);
      client.release(broken);
    }
  }
}
