/** A table with data about persons: the owner of each row, and the columns that the person gets. */
export interface PersonTable {
  readonly table: string;
  /** The section's name in the file that a person downloads. */
  readonly section: string;
  /**
   * Whether a row (`kept`) is a person's: SQL with `person.user_id`, and `person.email_key`, which is null for an email
   * address that is not verified.
   */
  readonly whose: string;
  /** The exported columns, each under its name in the file. Names of amounts in cents say so. */
  readonly shown: Readonly<Record<string, string>>;
  /** Exported values beside the columns, by name: SQL over `kept`. */
  readonly also?: Readonly<Record<string, string>>;
  /** Every other column, with the reason why it is omitted. */
  readonly left: Readonly<Record<string, string>>;
  /** The column by which rows are ordered, oldest first. */
  readonly order: string;
}

/** A table that is part of no section of the file. */
export interface OtherTable {
  readonly because: string;
  /** Columns that look as if they held personal data. */
  readonly personal?: readonly string[];
}

/**
 * All tables of a service. A spec compares this with the database, so that every new table or column is either exported
 * or deliberately omitted.
 */
export interface PersonalData {
  readonly tables: readonly PersonTable[];
  readonly others: Readonly<Record<string, OtherTable>>;
}

/** Columns of the same name in many tables, and why none of them is exported. */
export const LEFT = {
  row: 'names the row, and nothing outside',
  key: 'the address again, as it is compared',
  search: 'the name and address again, as they are searched',
  version: 'orders the events between services',
  provider: 'the provider’s name of a thing',
} as const;

/** For a service that remembers deleted accounts. */
export const ERASED_ACCOUNTS: OtherTable = { because: 'ids of accounts that are gone', personal: ['user_id'] };

/** The tables of every service. */
export const COMMON_TABLES: Readonly<Record<string, OtherTable>> = {
  migrations: { because: 'which changes of the schema were made', personal: ['name'] },
  outbox: {
    because: 'events to other services, kept for eight days; they repeat the contents of the tables',
    personal: ['name', 'payload'],
  },
  inbox: { because: 'which events were processed', personal: ['name'] },
  relay_state: { because: 'to which instance of Redis the outbox was published' },
};
