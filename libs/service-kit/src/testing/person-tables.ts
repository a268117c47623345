import type { DataSource } from 'typeorm';
import { COMMON_TABLES, type PersonalData } from '../person/person-tables.ts';

/** Columns whose names suggest personal data. */
const PERSONAL =
  /email|user|name|phone|address|agent|customer|admin|referr?e[er]|author|host|created_by|^to$|payload|^data$|details|result|message|goals|requests?$/;

const columnsIn = async (dataSource: DataSource): Promise<Map<string, string[]>> => {
  const rows = await dataSource.query<{ table: string; column: string }[]>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
};

/**
 * Differences between the database and the description of its personal data: undecided tables and columns, and names
 * that do not exist. Empty when all is well.
 */
export const undecidedColumns = async (dataSource: DataSource, kept: PersonalData): Promise<string[]> => {
  const there = await columnsIn(dataSource);
  const others: PersonalData['others'] = { ...COMMON_TABLES, ...kept.others };
  const named = new Map(
    kept.tables.map((table) => [table.table, [...Object.keys(table.shown), ...Object.keys(table.left)]]),
  );
  const problems: string[] = [];
  for (const [table, columns] of there) {
    const decided = named.get(table);
    const personal = others[table]?.personal ?? [];
    if (decided === undefined && others[table] === undefined) problems.push(`${table} is not named`);
    else if (decided !== undefined)
      problems.push(
        ...columns
          .filter((column) => !decided.includes(column))
          .map((column) => `${table}.${column} is neither shown nor left`),
      );
    else
      problems.push(
        ...columns
          .filter((column) => PERSONAL.test(column) && !personal.includes(column))
          .map((column) => `${table}.${column} may identify a person`),
      );
  }
  for (const [table, columns] of named)
    problems.push(
      ...columns
        .filter((column) => there.get(table)?.includes(column) !== true)
        .map((column) => `${table}.${column} is not there`),
    );
  for (const [table, { personal = [] }] of Object.entries(others)) {
    problems.push(
      ...personal
        .filter((column) => there.get(table)?.includes(column) !== true)
        .map((column) => `${table}.${column} is not there`),
    );
    if (!there.has(table)) problems.push(`${table} is not there`);
  }
  return problems;
};

/** Rows of any table of a service that contain one of these texts, in any letter case, as `table: row`. */
export const rowsHolding = async (dataSource: DataSource, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const table of (await columnsIn(dataSource)).keys()) {
    const rows = await dataSource.query<{ row: string }[]>(`SELECT kept::text AS row FROM "${table}" kept`);
    found.push(
      ...rows
        .filter(({ row }) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase())))
        .map(({ row }) => `${table}: ${row}`),
    );
  }
  return found;
};

/** Tables of persons that a timeline neither shows nor deliberately omits, and names that are not tables of persons. */
export const missingFromTimeline = (
  kept: PersonalData,
  timeline: readonly { readonly table: string }[],
  unpublished: Readonly<Record<string, string>>,
): string[] => {
  const named = new Set([...timeline.map(({ table }) => table), ...Object.keys(unpublished)]);
  const tables = new Set(kept.tables.map(({ table }) => table));
  return [
    ...[...tables].filter((table) => !named.has(table)).map((table) => `${table} is neither shown nor left out`),
    ...[...named].filter((table) => !tables.has(table)).map((table) => `${table} is no table of persons`),
  ];
};
