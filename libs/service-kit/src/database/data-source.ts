import { DataSource, type EntityTarget, type MigrationInterface, type ObjectLiteral } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { InboxEntry } from './inbox.entity.ts';
import { OutboxEntry } from './outbox.entity.ts';
import { RelayState } from './relay-state.entity.ts';
import { CreateOutbox1763600000000 } from './create-outbox.migration.ts';
import { SnakeNamingStrategy } from './naming.ts';
import { PooledClient } from './pooled-client.ts';

/** A service's database: its schema, and the migrations that created it. */
export interface DatabaseSchema {
  readonly service: ServiceName;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  /** Oldest first. Never changed once released: a change is a new migration. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /**
   * The service's rights on a table, as `GRANT` takes them, where they are fewer than to read, insert, update and
   * delete rows.
   */
  readonly rights?: Readonly<Record<string, string>>;
}

export interface DatabaseConnection {
  readonly url: string;
  readonly poolSize: number;
  /** Shown by Postgres in `pg_stat_activity`. */
  readonly processName: string;
  /**
   * Limits other than the role's own ({@link REQUEST_LIMITS}). For direct connections only: a transaction pooler
   * refuses them.
   */
  readonly limits?: StatementLimits;
  /** The acting role, where it is another than the role that signs in, which may become it. For direct connections only. */
  readonly role?: string;
}

/** After how many milliseconds Postgres ends a statement. 0 is never. */
export interface StatementLimits {
  readonly statementMs: number;
  /** The part of it for which a statement may wait for a lock. */
  readonly lockMs: number;
}

/**
 * For work within a request: longer than any statement of ours takes, and shorter than forever. A service's role has
 * them as its settings, so that they apply to every connection, also to one that a transaction pooler opened.
 */
export const REQUEST_LIMITS: StatementLimits = { statementMs: 15_000, lockMs: 0 };
/** A transaction that is idle for this long was abandoned. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * For migrations: a million rows take as long as they take. Every statement behind a migration's lock request waits
 * too, so a migration gives up early, has changed nothing, and is run again.
 */
export const MIGRATION_LIMITS: StatementLimits = { statementMs: 0, lockMs: 10_000 };

/**
 * How long a request waits for a connection, new or returned by another. Shorter than its caller waits for an answer:
 * work that begins later would have no recipient.
 */
const CONNECTION_WAIT_MS = 4_000;

/** A TypeORM data source of one service, with the tables of outbox and inbox beside its own. Not connected yet. */
export const createDataSource = (
  schema: DatabaseSchema,
  { limits, role, ...connection }: DatabaseConnection,
): DataSource => {
  const settings = {
    ...(limits && { statement_timeout: limits.statementMs, lock_timeout: limits.lockMs }),
    ...(role !== undefined && { role, search_path: `${schema.service},public` }),
  };
  return new DataSource({
    type: 'postgres',
    url: connection.url,
    schema: schema.service,
    entities: [...(schema.entities as (new () => ObjectLiteral)[]), OutboxEntry, InboxEntry, RelayState],
    migrations: [CreateOutbox1763600000000, ...schema.migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    // Provisioning created the extensions; a service's role may not, and trying would log a denial at every start.
    installExtensions: false,
    applicationName: connection.processName,
    poolSize: connection.poolSize,
    connectTimeoutMS: CONNECTION_WAIT_MS,
    extra: {
      Client: PooledClient,
      idleTimeoutMillis: 30_000,
      // Not as the driver's own settings, because it omits a value of 0.
      ...(Object.keys(settings).length > 0 && {
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${escapeOption(String(value))}`)
          .join(' '),
      }),
    },
  });
};

/** Postgres splits options at spaces, except where a backslash escapes them. */
const escapeOption = (value: string): string => value.replaceAll(/[\\\s]/g, '\\$&');
