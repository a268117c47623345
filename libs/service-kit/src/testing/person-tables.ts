import type { DataSource } from 'typeorm';
import { COMMON_TABLES, type PersonalData } from '../person/person-tables.ts';

/** Matches column names that suggest personal data. */
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
 * Compares a database with its {@link PersonalData}. Reports tables and columns that the description does not mention, columns of other
 * tables whose names suggest personal data, and described names that the database does not have. Empty when both agree.
 */
export const undescribedColumns = async (dataSource: DataSource, kept: PersonalData): Promise<string[]> => {
  const there = await columnsIn(dataSource);
  const others: PersonalData['otherTables'] = { ...COMMON_TABLES, ...kept.otherTables };
  const named = new Map(Object.entries(kept.tables).map(([table, { columns }]) => [table, Object.keys(columns)]));
  const problems: string[] = [];
  for (const [table, columns] of there) {
    const decided = named.get(table);
    const personal = others[table]?.personal ?? [];
    if (decided === undefined && others[table] === undefined) problems.push(`${table} is not named`);
    else if (decided !== undefined)
      problems.push(
        ...columns
          .filter((column) => !decided.includes(column))
          .map((column) => `${table}.${column} is neither exported nor omitted`),
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

/** All rows of a service's tables that contain one of the texts, ignoring case, each as `table: row`. A spec uses it to find data that an erasure missed. */
export const rowsContaining = async (dataSource: DataSource, texts: readonly string[]): Promise<string[]> => {
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
