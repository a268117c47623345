import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { inOrder, sliceRequest } from './list-page.ts';
import { encodeCursor } from './page-cursor.ts';

/** The first slice is small, so that a download begins immediately. */
const FIRST_SLICE = 200;
/** Later slices: large enough that requests cost little, small enough for little memory. */
const SLICE = 4_000;

/** The columns of an export by heading: SQL expressions of type text. */
export type ExportColumns = Readonly<Record<string, string>>;

/** The columns of a list's table by their key in the console: the heading, and an SQL expression of type text. */
export type TableColumns = Readonly<Record<string, readonly [heading: string, sql: string]>>;

/** The columns that a request names, in its order; without names `all`. Throws `invalid_request` for a name that `table` does not have. */
export const columnsOf = (
  { columns }: Pick<ExportRequest, 'columns'>,
  table: TableColumns,
  all: ExportColumns,
): ExportColumns => {
  if (columns === undefined) return all;
  return Object.fromEntries(
    columns.split(',').map((key) => {
      const column = Object.hasOwn(table, key) ? table[key] : undefined;
      if (column === undefined)
        throw new DomainError('invalid_request', { fields: { columns: `This list has no column “${key}”` } });
      return column;
    }),
  );
};

/** An instant as ISO 8601 in UTC, as text. */
export const instantText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The day of an instant as ISO 8601, in this time zone, as text. */
export const dayText = (column: string, timeZone: string): string =>
  `(${column} AT TIME ZONE '${timeZone.replaceAll("'", "''")}')::date::text`;

/** A word of the data as the console shows it, "in_progress" as "In progress"; as text. */
export const wordText = (column: string): string =>
  `(SELECT upper(left(word, 1)) || replace(substr(word, 2), '_', ' ') FROM (SELECT (${column})::text) AS plain (word))`;

/** A value as the words that the console shows for it; as text. */
export const wordsText = (column: string, words: Readonly<Record<string, string>>): string =>
  `CASE ${column} ${Object.entries(words)
    .map(([value, text]) => `WHEN '${value}' THEN '${text}'`)
    .join(' ')} END`;

/** Whole cents as dollars with two decimals, as text. */
export const dollarsText = (column: string): string => `(${column} / 100.0)::numeric(12, 2)::text`;

/** A JSON list of words as text. */
export const listText = (column: string): string =>
  `(SELECT string_agg(word, ', ') FROM jsonb_array_elements_text(${column}) AS word)`;

/**
 * A slice of `rows`, newest by `by` first unless `sort` says otherwise. Throws `invalid_request` or `cursor_invalid`. Postgres makes one JSON text of all rows, which
 * this process forwards unparsed: reading them cell by cell took ten times as long.
 */
export const exportSlice = async <T extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<T>,
  { cursor, sort }: Pick<ExportRequest, 'cursor' | 'sort'>,
  by: keyof T & string,
  columns: ExportColumns,
): Promise<ExportSlice> => {
  const size = cursor === undefined ? FIRST_SLICE : SLICE;
  const headings = Object.keys(columns);
  const request = sliceRequest<T>({ cursor, sort }, by, size);
  rows.select(`${rows.alias}.${by}`, 'at').addSelect(`${rows.alias}.id`, 'id');
  // Headings are for people; in SQL a column's name is its number.
  const cells = headings.map((heading, index) => {
    rows.addSelect(columns[heading]!, `c${index}`);
    return `c${index}`;
  });
  const [sql, parameters] = inOrder(rows, request).getQueryAndParameters();
  const [slice] = await rows.connection.query<[{ cells: string | null; count: number; at: Date; id: string }]>(
    // An array of text: `json_build_array` would look up the type of every cell.
    `SELECT array_to_json(array_agg(ARRAY[${cells.map((cell) => `${cell}::text`).join(', ')}]) FILTER (WHERE number <= ${size}))::text AS cells, count(*)::int AS count,
       max(at) FILTER (WHERE number = ${size}) AS at, max(id::text) FILTER (WHERE number = ${size}) AS id
     FROM (SELECT *, row_number() OVER () AS number FROM (${sql}) AS slice) AS numbered`,
    parameters,
  );
  return {
    columns: headings,
    rows: slice.cells ?? '[]',
    nextCursor: slice.count > size ? encodeCursor(request.sort, slice) : null,
  };
};
