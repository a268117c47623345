import { type Copied, type CopiedTables, KEPT } from './anonymize.ts';
import type { TimelineSource } from './timeline-source.ts';

/** A column: in the file that a person downloads, and in a copy for testing. */
export interface PersonColumn {
  /** Its name in the file, in camel case like the column's own unless set. A name of an amount in cents ends in `Cents`. */
  readonly as?: string;
  /** Why it is not in the file. */
  readonly omitted?: string;
  /** Its treatment in a copy. Columns with text need one; the others stay as they are. */
  readonly copy?: Copied;
  /** SQL of its value after the erasure of the person, where the row stays to be counted. */
  readonly erased?: string;
}

/** A table with personal data: the person that each row belongs to, and what becomes of its columns. */
export interface PersonTable {
  /** The section's name in the file that a person downloads. */
  readonly section: string;
  /**
   * A SQL condition that is true for the person's rows. `kept` is the row, `person.user_id` the account's id, and `person.email_key`
   * the key of its email address, which is null while the address is not verified.
   */
  readonly ownerCondition: string;
  /** The column by which rows are ordered, oldest first. */
  readonly order: string;
  readonly columns: Readonly<Record<string, PersonColumn>>;
  /** Exported values that are not columns of the table: name in the file to a SQL expression over `kept`. */
  readonly computed?: Readonly<Record<string, string>>;
  /** A copy has no rows. */
  readonly copy?: 'emptied';
  /** Its items in the timeline that administrators read, or why it has none. */
  readonly timeline: readonly TimelineSource[] | string;
}

/** A table from which nothing is exported, and the reason. */
export interface OtherTable {
  readonly reason: string;
  /** Columns that a spec would report as personal data by their names, and that are deliberately not exported. */
  readonly personal?: readonly string[];
  /** The columns with text in a copy; every other column stays as it is. */
  readonly copy?: 'emptied' | Readonly<Record<string, Copied>>;
}

/**
 * All tables of a service. A spec compares this with the database, so a new table or column must be listed here: either
 * exported, or omitted with a reason.
 */
export interface PersonalData {
  readonly tables: Readonly<Record<string, PersonTable>>;
  readonly otherTables: Readonly<Record<string, OtherTable>>;
}

/** Reasons for columns that many tables have and that are never exported. */
export const OMITTED = {
  row: 'an id of this database, without a meaning outside it',
  key: 'the email address, lower-cased for comparison; the address itself is exported',
  search: 'name and email address, prepared for search; both are exported themselves',
  version: 'the version by which events of other services are ordered',
  provider: 'an id of the provider',
} as const;

/** The table of deleted accounts, for services that have it. */
export const ERASED_ACCOUNTS: OtherTable = { reason: 'ids of deleted accounts', personal: ['user_id'] };

/** The table of content's texts, for services that follow some of them. A copy has no texts of staff. */
export const PUBLISHED_TEXTS: OtherTable = { reason: 'the association’s own data and weekly times', copy: 'emptied' };

/** The tables that every service has. */
export const COMMON_TABLES: Readonly<Record<string, OtherTable>> = {
  migrations: { reason: 'the migrations that ran', personal: ['name'], copy: { name: KEPT } },
  // A copy continues no work in progress.
  outbox: {
    reason: 'events to other services, kept for eight days; they repeat the contents of the tables',
    personal: ['name', 'payload'],
    copy: 'emptied',
  },
  inbox: { reason: 'ids of processed events', personal: ['name'], copy: 'emptied' },
  relay_state: { reason: 'the Redis instance that the outbox was published to', copy: 'emptied' },
};

/** The name of a column in the file that a person downloads. */
export const exportedName = (column: string, { as }: PersonColumn): string =>
  as ?? column.replaceAll(/_([a-z])/g, (_match, next: string) => next.toUpperCase());

/** The assignments of an UPDATE that erases the person from rows of a table. */
export const erasureOf = ({ tables }: PersonalData, table: string): string =>
  Object.entries(tables[table]?.columns ?? {})
    .flatMap(([column, { erased }]) => (erased === undefined ? [] : [`"${column}" = ${erased}`]))
    .join(', ');

/** The treatment of these tables in a copy for testing. */
export const copiedTables = ({ tables, otherTables }: PersonalData): CopiedTables => ({
  ...Object.fromEntries(
    Object.entries(tables).map(([table, { columns, copy }]) => [
      table,
      copy ??
        Object.fromEntries(
          Object.entries(columns).flatMap(([column, it]) => (it.copy === undefined ? [] : [[column, it.copy]])),
        ),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...COMMON_TABLES, ...otherTables }).map(([table, { copy = {} }]) => [table, copy]),
  ),
});

/** The columns of an {@link OtherTable} that a copy has as they are. */
export const kept = (...columns: string[]): Record<string, Copied> =>
  Object.fromEntries(columns.map((column) => [column, KEPT]));
