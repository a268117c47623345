import { DataSource, type EntityTarget, type MigrationInterface, type ObjectLiteral } from 'typeorm';
import type { ServiceName } from '@lectern/contracts/rpc';
import { InboxEntry } from '../outbox/inbox.entity.ts';
import { OutboxEntry } from '../outbox/outbox.entity.ts';
import { RelayState } from '../outbox/relay-state.entity.ts';
import { CreateOutbox1763600000000 } from '../outbox/create-outbox.migration.ts';
import { SnakeNamingStrategy } from './naming.ts';
import { PooledClient } from './pooled-client.ts';

/** What a service keeps: its schema, and the history that made it. */
export interface DatabaseSchema {
  readonly service: ServiceName;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  /** Oldest first. Never changed once released: a change is a new migration. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** What the service may do with a table, as `GRANT` takes it, where that is less than reading, adding, changing and deleting rows. */
  readonly rights?: Readonly<Record<string, string>>;
}

export interface DatabaseConnection {
  readonly url: string;
  readonly poolSize: number;
  /** Shown by Postgres in `pg_stat_activity`. */
  readonly processName: string;
  /** Other ones than the role's own ({@link REQUEST_LIMITS}). For direct connections alone: a transaction pooler refuses them. */
  readonly limits?: StatementLimits;
  /** Who does it, where that is another role than the one that signs in and that may become it. For direct connections alone. */
  readonly role?: string;
}

/** After how long Postgres ends a statement. 0 is never. */
export interface StatementLimits {
  readonly statementMs: number;
  /** Of that, how long it may wait for a lock. */
  readonly lockMs: number;
}

/**
 * For work that somebody waits for: longer than any of ours takes, shorter than a caller waits for ever. A service's role has them as its
 * settings, so that they hold on every connection of it, also on one that a transaction pooler opened.
 */
export const REQUEST_LIMITS: StatementLimits = { statementMs: 15_000, lockMs: 0 };
/** A transaction in which nothing happens for so long belongs to nobody any more. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * For migrations: a million rows take as long as they take. A lock that a migration waits for is one that everybody behind it waits for
 * too, so it gives up early, has changed nothing, and is run again.
 */
export const MIGRATION_LIMITS: StatementLimits = { statementMs: 0, lockMs: 10_000 };

/**
 * How long a request waits for a connection, new or given back by another. Shorter than its caller waits for an answer: work that
 * begins after that would be done for nobody.
 */
const CONNECTION_WAIT_MS = 4_000;

/** A TypeORM data source of one service, with the tables of outbox and inbox beside its own. Not yet connected. */
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
    // Provisioning made what is needed; a service's role may not, and asking would be logged as denied at every start.
    installExtensions: false,
    applicationName: connection.processName,
    poolSize: connection.poolSize,
    connectTimeoutMS: CONNECTION_WAIT_MS,
    extra: {
      Client: PooledClient,
      idleTimeoutMillis: 30_000,
      // Not as the driver's own settings, of which it sends none that is 0.
      ...(Object.keys(settings).length > 0 && {
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${escapeOption(String(value))}`)
          .join(' '),
      }),
    },
  });
};

/** As Postgres splits them: at spaces, but where a backslash says otherwise. */
const escapeOption = (value: string): string => value.replaceAll(/[\\\s]/g, '\\$&');
