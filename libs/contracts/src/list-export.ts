import * as z from 'zod/mini';
import { listQuery } from './page.ts';

/** Which of a list's rows an export holds: those that the list shows with the same `q` and `status`. */
export const exportFilter = z.pick(listQuery, { q: true, status: true });

/** Asks for a slice of an export, newest first: 200 rows, and 4,000 each after them. */
export const exportRequest = z.pick(listQuery, { q: true, status: true, cursor: true });
export type ExportRequest = z.output<typeof exportRequest>;

/**
 * A slice of an export: text as a spreadsheet shows it, amounts as dollars with two decimals, instants as ISO 8601 in UTC. `columns`
 * names what stands in each row, in this order, and is the same for every slice.
 */
export const exportSlice = z.object({
  columns: z.array(z.string()),
  // Text by its making in SQL; to look at each of tens of thousands of cells would cost more than to read them.
  rows: z.custom<(string | null)[][]>(Array.isArray),
  nextCursor: z.nullable(z.string()),
});
export type ExportSlice = z.output<typeof exportSlice>;
