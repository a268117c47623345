/** What a service keeps of persons in one of its tables: whose each row is, and which columns the person gets. */
export interface PersonTable {
  readonly table: string;
  /** Its name in the file that a person downloads. */
  readonly section: string;
  /** Whether a row (`kept`) is a person's: SQL with `who.user_id`, and `who.email_key`, which is null for an address that is not verified. */
  readonly whose: string;
  /** The columns that are handed out, each under its name in the file. Cents are named so. */
  readonly shown: Readonly<Record<string, string>>;
  /** What is handed out beside the columns, by name: SQL over `kept`. */
  readonly also?: Readonly<Record<string, string>>;
  /** Every other column, with the reason why it is left out. */
  readonly left: Readonly<Record<string, string>>;
  /** The column by which rows are ordered, oldest first. */
  readonly order: string;
}

/** A table that no section of the file is made of. */
export interface OtherTable {
  readonly because: string;
  /** Columns that look as if they told of a person. */
  readonly personal?: readonly string[];
}

/**
 * All tables of a service. A spec compares this with the database, so that nobody adds a table or a column and forgets that a
 * person can ask for what it holds.
 */
export interface KeptOfPersons {
  readonly tables: readonly PersonTable[];
  readonly others: Readonly<Record<string, OtherTable>>;
}

/** Columns of the same name in many tables, and why none of them is handed out. */
export const LEFT = {
  row: 'names the row, and nothing outside',
  key: 'the address again, as it is compared',
  search: 'the name and address again, as they are searched',
  version: 'orders what services tell each other',
  provider: 'the provider’s name of a thing',
} as const;

/** Of a service that remembers deleted accounts. */
export const ERASED_ACCOUNTS: OtherTable = { because: 'ids of accounts that are gone', personal: ['user_id'] };

/** Those that each service has. */
export const COMMON_TABLES: Readonly<Record<string, OtherTable>> = {
  migrations: { because: 'which changes of the schema were made', personal: ['name'] },
  outbox: {
    because: 'what was told to other services, kept for eight days; it repeats what the tables say',
    personal: ['name', 'payload'],
  },
  inbox: { because: 'which events were heard', personal: ['name'] },
  relay_state: { because: 'which life of Redis the outbox was told to' },
};
