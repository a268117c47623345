/** A table with personal data: the person that each row belongs to, and the columns that are in the file this person can download. */
export interface PersonTable {
  readonly table: string;
  /** The section's name in the file that a person downloads. */
  readonly section: string;
  /**
   * A SQL condition that is true for the person's rows. `kept` is the row, `person.user_id` the account's id, and `person.email_key`
   * the key of its email address, which is null while the address is not verified.
   */
  readonly ownerCondition: string;
  /** The exported columns: column name to name in the file. A name of an amount in cents ends in `Cents`. */
  readonly exported: Readonly<Record<string, string>>;
  /** Exported values that are not columns of the table: name in the file to a SQL expression over `kept`. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Every other column, with the reason why it is not exported. */
  readonly omitted: Readonly<Record<string, string>>;
  /** The column by which rows are ordered, oldest first. */
  readonly order: string;
}

/** A table from which nothing is exported, and the reason. */
export interface OtherTable {
  readonly reason: string;
  /** Columns that a spec would report as personal data by their names, and that are deliberately not exported. */
  readonly personal?: readonly string[];
}

/**
 * All tables of a service. A spec compares this with the database, so a new table or column must be listed here: either
 * exported, or omitted with a reason.
 */
export interface PersonalData {
  readonly tables: readonly PersonTable[];
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

/** The tables that every service has. */
export const COMMON_TABLES: Readonly<Record<string, OtherTable>> = {
  migrations: { reason: 'the migrations that ran', personal: ['name'] },
  outbox: {
    reason: 'events to other services, kept for eight days; they repeat the contents of the tables',
    personal: ['name', 'payload'],
  },
  inbox: { reason: 'ids of processed events', personal: ['name'] },
  relay_state: { reason: 'the Redis instance that the outbox was published to' },
};
