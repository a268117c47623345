import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { readSlice, sliceRequest } from './list-page.ts';

/** The first slice is small, so that a download begins at once. */
const FIRST_SLICE = 200;
/** Those after it: large enough that asking costs little, small enough that nobody notices them in memory. */
const SLICE = 4_000;

/** What a column of an export holds, by its heading: SQL expressions that are text. */
export type ExportColumns = Readonly<Record<string, string>>;

/** An instant as ISO 8601 in UTC, as text. */
export const instantText = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whole cents as dollars with two decimals, as text. */
export const dollarsText = (column: string): string => `(${column} / 100.0)::numeric(12, 2)::text`;

/** A JSON list of words as text. */
export const listText = (column: string): string => `(SELECT string_agg(word, ', ') FROM jsonb_array_elements_text(${column}) AS word)`;

/** A slice of what `rows` selects, newest by `by` first. Throws `cursor_invalid`. */
export const exportSlice = async <T extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<T>,
  request: Pick<ExportRequest, 'cursor'>,
  by: keyof T & string,
  columns: ExportColumns,
): Promise<ExportSlice> => {
  const headings = Object.keys(columns);
  // Headings are for people; a column's name in SQL is its number.
  const numbered = Object.fromEntries(headings.map((heading, index) => [`c${index}`, columns[heading]!]));
  const slice = await readSlice<T, Record<string, string | null>>(rows, sliceRequest<T>(request, by, request.cursor === undefined ? FIRST_SLICE : SLICE), numbered);
  return { columns: headings, rows: slice.rows.map((row) => headings.map((_heading, index) => row[`c${index}`] ?? null)), nextCursor: slice.nextCursor };
};
