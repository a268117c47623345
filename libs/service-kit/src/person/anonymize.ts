import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { type Environment } from '../config/load-config.ts';
import type { DatabaseSchema } from '../database/data-source.ts';
import { runAsOwner } from '../database/migrate.ts';

/** The replacement of a value: SQL over the column. Null stays null. */
export type Replacement = (column: string) => string;

/** A column in a copy for testing. */
export const KEPT = 'kept';
export type Copied = Replacement | typeof KEPT;
/** The columns of each table that a copy decides about; other columns hold no text and stay. */
export type CopiedTables = Readonly<Record<string, 'emptied' | Readonly<Record<string, Copied>>>>;

/**
 * Hexadecimal digits that depend on the value and on the key of this copy. Letter case and surrounding spaces make no
 * difference.
 */
const digits = (column: string, count: number): string =>
  `left(encode(sha256(convert_to(current_setting('lectern.anonymize_key') || lower(btrim(${column})), 'UTF8')), 'hex'), ${count})`;

/* A value gets the same replacement in every column of every service, so that the records of a person stay together. */

/** An email address that receives no email (RFC 2606). */
export const EMAIL: Replacement = (column) => `'person-' || ${digits(column, 16)} || '@example.test'`;
/** Word by word, so that a whole name matches its parts. */
export const NAME: Replacement = (column) =>
  `CASE WHEN btrim(${column}) = '' THEN ${column} ELSE (SELECT left(string_agg('Name-' || ${digits('word', 6)}, ' ' ORDER BY place), 100) FROM regexp_split_to_table(btrim(${column}), '\\s+') WITH ORDINALITY AS words (word, place)) END`;
export const PHONE: Replacement = (column) =>
  `'+1 555 ' || lpad((('x' || ${digits(column, 7)})::bit(28)::int % 10000000)::text, 7, '0')`;
/** A text that a person wrote. */
export const TEXT: Replacement = (column) =>
  `CASE WHEN ${column} = '' THEN ${column} ELSE 'Written text ' || ${digits(column, 8)} END`;
/** A code or an id of ours, of its former length, up to 64 digits. */
export const CODE: Replacement = (column) => `upper(left(${digits(column, 64)}, greatest(length(${column}), 16)))`;
/** An id at a provider, with the prefix of its kind. */
export const PROVIDER_ID: Replacement = (column) =>
  `coalesce(substring(${column} FROM '^[a-z]+_'), '') || 'anonymized' || ${digits(column, 16)}`;
export const UUID: Replacement = (column) => `CASE WHEN ${column} IS NULL THEN NULL ELSE gen_random_uuid() END`;
export const NOTHING: Replacement = () => 'NULL';
export const WEB_ADDRESS: Replacement = () => `'https://example.test/'`;
export const EMPTY_OBJECT: Replacement = (column) => `CASE WHEN ${column} IS NULL THEN NULL ELSE '{}'::jsonb END`;
export const EMPTY_LIST: Replacement = (column) => `CASE WHEN ${column} IS NULL THEN NULL ELSE '[]'::jsonb END`;
/** The same text for every value, such as the hash of an unknown password. */
export const always =
  (text: string): Replacement =>
  (column) =>
    `CASE WHEN ${column} IS NULL THEN NULL ELSE '${text.replaceAll("'", "''")}' END`;

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

/** Every column of the service that may contain text, except generated ones. */
const textColumns = (manager: Pick<EntityManager, 'query'>): Promise<TextColumn[]> =>
  manager.query<TextColumn[]>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema = current_schema() AND c.is_generated = 'NEVER'
       AND (c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'inet', 'ARRAY') OR c.data_type = 'USER-DEFINED')
     ORDER BY 1, 2`,
  );

/** Differences between the database and the description of its copy: undecided columns, and names that do not exist. */
export const undecidedOfCopies = async (
  manager: Pick<EntityManager, 'query'>,
  decided: CopiedTables,
): Promise<string[]> => {
  const there = await textColumns(manager);
  const all = await manager.query<TextColumn[]>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  const isThere = (table: string, column?: string): boolean =>
    all.some((it) => it.table === table && (column === undefined || it.column === column));
  return [
    ...there.flatMap(({ table, column }) => {
      const rule = decided[table];
      return rule === 'emptied' || rule?.[column] !== undefined
        ? []
        : [`${table}.${column} is neither replaced nor kept`];
    }),
    ...Object.entries(decided).flatMap(([table, rule]) => {
      if (!isThere(table)) return [`${table} is not there`];
      const named = rule === 'emptied' ? [] : Object.keys(rule);
      return named.filter((column) => !isThere(table, column)).map((column) => `${table}.${column} is not there`);
    }),
  ];
};

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Replaces all personal data in a copy of a service's schema, completely or not at all. The URLs of migrations name the
 * copy; `ANONYMIZE_KEY` is the key of this copy: the same for each service, and discarded afterwards, so that nobody
 * can reverse it. Refuses where a column is undecided. Counts and references stay.
 */
export const anonymizeSchema = async (
  schema: DatabaseSchema,
  environment: Environment,
  tables: CopiedTables,
): Promise<void> => {
  const key = environment['ANONYMIZE_KEY'];
  if (!key) throw new Error('ANONYMIZE_KEY must be set');
  await runAsOwner(schema, environment, (dataSource: DataSource) =>
    dataSource.transaction(async (manager) => {
      const undecided = await undecidedOfCopies(manager, tables);
      if (undecided.length > 0) throw new Error(`Nobody decided what becomes of: ${undecided.join('; ')}`);
      await manager.query(`SELECT set_config('lectern.anonymize_key', $1, true)`, [key]);
      // An id that other tables reference is replaced in its own row and in theirs; in between they differ.
      const keys = await manager.query<ForeignKey[]>(
        `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
      );
      for (const { table, name } of keys) await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
      for (const [table, rule] of Object.entries(tables)) {
        if (rule === 'emptied') {
          await manager.query(`DELETE FROM "${table}"`);
          continue;
        }
        const sets = Object.entries(rule).flatMap(([column, copied]) =>
          copied === KEPT ? [] : [`"${column}" = ${copied(`"${column}"`)}`],
        );
        if (sets.length > 0) await manager.query(`UPDATE "${table}" SET ${sets.join(', ')}`);
      }
      for (const { table, name, definition } of keys)
        await manager.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }),
  );
};

/** A key for one copy. */
export const newAnonymizeKey = (): string => randomBytes(32).toString('hex');
