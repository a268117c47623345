import * as z from 'zod/mini';
import { paymentFilters } from './billing/listed-payment.ts';
import { personFilters } from './identity/listed-person.ts';
import { listQuery } from './page.ts';
import { clubListQuery, entryListQuery, eventListQuery, registeredQuery } from './registration-list.ts';

const columnNames = z
  .string({ error: 'Please name the columns' })
  .check(
    z.maxLength(200, 'Please name fewer columns'),
    z.regex(/^[a-z]+(?:,[a-z]+)*$/, 'Please name the columns, with commas between them'),
  );

/** The columns of a list's table that an export has, in this order; without them, all fields under their own names. */
const shownColumns = { columns: z.optional(columnNames) };

/**
 * The rows of an export and their order: as the list shows them with the same `q`, filters and `sort`. Filters other than `status` are for
 * lists that have them.
 */
export const exportFilter = z.extend(z.pick(entryListQuery, { q: true, status: true, sort: true }), {
  ...personFilters.shape,
  ...z.pick(clubListQuery, { billingCycle: true }).shape,
  ...z.pick(entryListQuery, { competition: true, place: true, rules: true }).shape,
  ...registeredQuery,
  ...paymentFilters,
  ...shownColumns,
});

/** Requests a slice of an export, newest first unless `sort` says otherwise: the first slice has 200 rows, each later one 4,000. */
export const exportRequest = z.extend(
  z.pick(listQuery, { q: true, status: true, sort: true, cursor: true }),
  shownColumns,
);
export type ExportRequest = z.output<typeof exportRequest>;

/** As {@link exportRequest}, for the list of the debate club. */
export const clubExportRequest = z.extend(exportRequest, {
  ...z.pick(clubListQuery, { division: true, billingCycle: true }).shape,
  ...registeredQuery,
});
export type ClubExportRequest = z.output<typeof clubExportRequest>;

/** As {@link exportRequest}, for a list whose rows are for an event. */
export const eventExportRequest = z.extend(exportRequest, {
  ...z.pick(eventListQuery, { event: true }).shape,
  ...registeredQuery,
});
export type EventExportRequest = z.output<typeof eventExportRequest>;

/** As {@link exportRequest}, for a list whose rows have a division and are for an event. */
export const entryExportRequest = z.extend(exportRequest, {
  ...z.pick(entryListQuery, { division: true, event: true, competition: true, place: true, rules: true }).shape,
  ...registeredQuery,
});
export type EntryExportRequest = z.output<typeof entryExportRequest>;

/** As {@link exportRequest}, for the list of people. */
export const personExportRequest = z.extend(exportRequest, personFilters.shape);
export type PersonExportRequest = z.output<typeof personExportRequest>;

/**
 * A slice of an export: text as a spreadsheet shows it, amounts as dollars with two decimals, instants as ISO 8601 in
 * UTC, days as ISO 8601 in the association's time zone. `columns` names the cells of each row, in this order, and is the same for every slice. The rows are one JSON
 * text, as Postgres made it: only the writer of the file parses it ({@link rowsOf}).
 */
export const exportSlice = z.object({
  columns: z.array(z.string()),
  rows: z.string(),
  nextCursor: z.nullable(z.string()),
});
export type ExportSlice = z.output<typeof exportSlice>;

/** The cells of a slice, row by row. */
export const rowsOf = ({ rows }: Pick<ExportSlice, 'rows'>): (string | null)[][] =>
  JSON.parse(rows) as (string | null)[][];
