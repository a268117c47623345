import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import type { DatabaseSchema } from '../database/data-source.ts';
import { runAsOwner, migrateSchema } from '../database/migrate.ts';

/*
 * Migrations run while the previous revision serves, which continues on the migrated schema (docs/adr/0019). This check
 * finds migrations that remove something that it reads, refuse something that it writes, or make it wait: from the
 * catalog before and after each migration, and from its statements where the catalog does not show it.
 */

/** A migration with a finding may declare why it is allowed: the finding, and the reason. */
interface Migration {
  new (): MigrationInterface;
  readonly whileServing?: Readonly<Record<string, string>>;
}

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Rule {
  readonly table: string;
  /** c, f, u, p or x, as in pg_constraint. */
  readonly kind: string;
  readonly isChecked: boolean;
  readonly definition: string;
  readonly index: string | null;
  readonly columns: readonly string[];
}

interface Index {
  readonly table: string;
  readonly definition: string;
  /** The unique columns, in no order; null where nothing is unique. */
  readonly unique: string | null;
}

interface Catalog {
  /** The file of each table, which changes when the table is rewritten. */
  readonly tables: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Rule>;
  readonly indexes: ReadonlyMap<string, Index>;
}

const HERE = `relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`;

const readCatalog = async (runner: QueryRunner): Promise<Catalog> => {
  const read = async <V>(sql: string): Promise<Map<string, V>> => {
    const rows = (await runner.query(sql)) as { key: string; value: V }[];
    return new Map(rows.map(({ key, value }) => [key, value]));
  };
  return {
    tables: await read(`SELECT relname AS key, relfilenode::text AS value FROM pg_class WHERE ${HERE}`),
    columns: await read(`SELECT relname || '.' || attname AS key,
        json_build_object('type', format_type(atttypid, atttypmod), 'isRequired', attnotnull, 'hasDefault', atthasdef OR attidentity <> '') AS value
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE ${HERE} AND attnum > 0 AND NOT attisdropped`),
    rules:
      await read(`SELECT relname || '.' || conname AS key, json_build_object('table', relname, 'kind', contype, 'isChecked', convalidated,
        'definition', pg_get_constraintdef(pg_constraint.oid), 'index', NULLIF(conindid, 0)::regclass::text,
        'columns', ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))) AS value
      FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE ${HERE} AND contype IN ('c', 'f', 'u', 'p', 'x')`),
    indexes:
      await read(`SELECT indexrelid::regclass::text AS key, json_build_object('table', relname, 'definition', pg_get_indexdef(indexrelid), 'unique', CASE WHEN indisunique THEN
        (SELECT string_agg(part, ', ' ORDER BY part) FROM (SELECT pg_get_indexdef(indexrelid, place, false) AS part FROM generate_series(1, indnkeyatts) AS place) AS parts)
        || COALESCE(' where ' || pg_get_expr(indpred, indrelid), '') END) AS value
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${HERE}`),
  };
};

/** Names that are in the first and not in the other. */
const without = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] =>
  [...one.keys()].filter((key) => !other.has(key));

const taken = (before: Catalog, after: Catalog): string[] => {
  const tableOf = (column: string): string => column.slice(0, column.indexOf('.'));
  const uniqueOf = ({ indexes }: Catalog): Map<string, true> =>
    new Map(
      [...indexes.values()].flatMap(({ table, unique }) =>
        unique === null ? [] : [[`${table} (${unique})`, true] as const],
      ),
    );
  return [
    ...without(before.tables, after.tables).map((table) => `takes the table ${table}`),
    ...without(before.columns, after.columns)
      .filter((column) => after.tables.has(tableOf(column)))
      .map((column) => `takes the column ${column}`),
    ...without(uniqueOf(before), uniqueOf(after))
      .filter((rule) => after.tables.has(rule.slice(0, rule.indexOf(' '))))
      .map((rule) => `no longer keeps unique: ${rule}`),
  ];
};

const refused = (before: Catalog, after: Catalog): string[] => {
  const found: string[] = [];
  for (const [name, column] of after.columns) {
    const table = name.slice(0, name.indexOf('.'));
    if (!before.tables.has(table)) continue;
    const was = before.columns.get(name);
    if (was === undefined) {
      if (column.isRequired && !column.hasDefault) found.push(`requires the new column ${name}, which has no default`);
      continue;
    }
    if (was.type !== column.type) found.push(`makes ${name} ${column.type}, which was ${was.type}`);
    if (was.hasDefault && !column.hasDefault && column.isRequired)
      found.push(`takes the default of ${name}, which is required`);
    if (!was.isRequired && column.isRequired) {
      found.push(`requires ${name}`);
      // Postgres scans every row, unless a validated constraint already proves it.
      const proof = `CHECK ((${name.slice(table.length + 1)} IS NOT NULL))`;
      if (
        ![...before.rules.values()].some((rule) => rule.table === table && rule.isChecked && rule.definition === proof)
      )
        found.push(`looks at every row of ${table} to require ${name}`);
    }
  }
  for (const [name, rule] of after.rules) {
    if (!before.tables.has(rule.table) || before.rules.get(name)?.definition === rule.definition) continue;
    // The previous revision writes nothing to new columns.
    if (rule.columns.some((column) => before.columns.has(`${rule.table}.${column}`)))
      found.push(`holds what is written to ${name}`);
    if (rule.index === null || rule.kind === 'f' ? rule.isChecked : !before.indexes.has(rule.index))
      found.push(`looks at every row of ${rule.table} for ${name}`);
  }
  return found;
};

const SQL_BODIES = /\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;
const CHANGES_ROWS = /\b(?:UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?(?:\w+\.)?"?(\w+)"?/gi;
const LOCKS =
  /\b(?:LOCK\s+(?:TABLE\s+)?|TRUNCATE\s+(?:TABLE\s+)?|CLUSTER\s+|REINDEX\s+(?:TABLE|INDEX)\s+|VACUUM\s+FULL\s+)(?:\w+\.)?"?(\w+)"?/gi;
const BUILT_BESIDE = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi;

const delayed = (before: Catalog, after: Catalog, statements: readonly string[]): string[] => {
  // Statements in function bodies run later, so they are not the migration's own.
  const text = statements.map((statement) => statement.replaceAll(SQL_BODIES, ' ')).join(';\n');
  const named = (pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];
  const besides = new Set(named(BUILT_BESIDE));
  const ofRules = new Set([...after.rules.values()].map(({ index }) => index));
  return [
    ...[...after.tables]
      .filter(([table, file]) => before.tables.has(table) && before.tables.get(table) !== file)
      .map(([table]) => `rewrites ${table}`),
    ...[...after.indexes]
      .filter(
        ([name, { table, definition }]) =>
          before.tables.has(table) &&
          before.indexes.get(name)?.definition !== definition &&
          !besides.has(name) &&
          !ofRules.has(name),
      )
      .map(([name, { table }]) => `builds ${name} while nobody may write to ${table}`),
    ...named(CHANGES_ROWS)
      .filter((table) => before.tables.has(table))
      .map((table) => `changes rows of ${table} and holds them to its end`),
    ...named(LOCKS)
      .filter((table) => before.tables.has(table))
      .map((table) => `locks ${table}`),
  ];
};

const run = async (runner: QueryRunner, migration: MigrationInterface): Promise<string[]> => {
  const statements: string[] = [];
  const query = runner.query.bind(runner);
  const recorded: QueryRunner['query'] = (sql: string, ...rest: unknown[]) => {
    statements.push(sql);
    return (query as (...all: unknown[]) => Promise<never>)(sql, ...rest);
  };
  const isWhole = migration.transaction !== false;
  if (isWhole) await runner.startTransaction();
  try {
    runner.query = recorded;
    await migration.up(runner);
  } finally {
    runner.query = query;
  }
  if (isWhole) await runner.commitTransaction();
  return statements;
};

const findIn = async (
  schema: DatabaseSchema,
  newer: readonly Migration[],
  environment: Record<string, string>,
): Promise<string[]> =>
  runAsOwner(schema, environment, async (dataSource) => {
    const runner = dataSource.createQueryRunner();
    const found: string[] = [];
    try {
      for (const Each of newer) {
        const before = await readCatalog(runner);
        const statements = await run(runner, new Each());
        const after = await readCatalog(runner);
        const all = [...taken(before, after), ...refused(before, after), ...delayed(before, after, statements)];
        const allowed = Each.whileServing ?? {};
        found.push(
          ...all
            .filter((finding) => (allowed[finding] ?? '').trim() === '')
            .map((finding) => `${Each.name} ${finding}`),
        );
        found.push(
          ...Object.keys(allowed)
            .filter((finding) => !all.includes(finding))
            .map((finding) => `${Each.name} says why it may do what it does not: ${finding}`),
        );
      }
    } finally {
      await runner.release();
    }
    return found;
  });

/**
 * Runs a schema's migrations on an empty database and answers the findings of those after `served` (the name of the
 * newest one before this rule existed) that declare no reason. Empty where all may run while the previous revision
 * serves.
 */
export const problemsWhileServing = async (schema: DatabaseSchema, served: string): Promise<string[]> => {
  const place = schema.migrations.findIndex(({ name }) => name === served);
  if (place < 0) throw new Error(`${schema.service} has no migration ${served}`);
  const newer = schema.migrations.slice(place + 1) as readonly Migration[];
  if (newer.length === 0) return [];
  const database = await createTestDatabase();
  try {
    const old = { ...schema, migrations: schema.migrations.slice(0, place + 1) };
    const environment = { DATABASE_URL: database.urlFor(schema.service), DATABASE_ADMIN_URL: database.adminUrl };
    await migrateSchema(old, environment);
    return await findIn(old, newer, environment);
  } finally {
    await database.drop();
  }
};
