import * as z from 'zod/mini';
import { LINE_MAX, requiredLine, uuid } from './fields.ts';
import { actingAdmin } from './identity/model.ts';
import { exportRequest, exportSlice } from './list-export.ts';
import { rpc } from './rpc.ts';

/** Largest file to import (decisions, "Mail"). */
export const IMPORT_LIMIT_BYTES = 20 * 1024 * 1024;
/** More rows than this are several files: an import is done whole, in one transaction. */
export const IMPORT_ROWS_MAX = 20_000;
export const IMPORT_COLUMNS_MAX = 100;

/** A field that a column of a file can be brought into. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  /** Other headings under which other programs write it; letter case and signs do not matter. */
  readonly alsoCalled?: readonly string[];
  readonly isRequired?: boolean;
  /** All values there are; a file may write them in any letter case. */
  readonly values?: readonly string[];
  /** For rows without a value, where the administrator chooses no other. */
  readonly fallback?: string;
}

/** The lists that can be imported, by the name that their export has. */
export const IMPORT_FIELDS = {
  'debate-club': [
    { name: 'email', label: 'Email', isRequired: true, alsoCalled: ['email address', 'e-mail', 'mail'] },
    { name: 'firstName', label: 'First name', isRequired: true, alsoCalled: ['first', 'given name', 'forename'] },
    { name: 'lastName', label: 'Last name', isRequired: true, alsoCalled: ['last', 'surname', 'family name'] },
    { name: 'phone', label: 'Phone', alsoCalled: ['phone number', 'mobile', 'telephone'] },
    { name: 'division', label: 'Division', values: ['development', 'professional'], fallback: 'development' },
    {
      name: 'billingCycle',
      label: 'Billing',
      values: ['monthly', 'annual'],
      fallback: 'monthly',
      alsoCalled: ['billing cycle', 'plan', 'interval'],
    },
    {
      name: 'experienceLevel',
      label: 'Experience',
      values: ['beginner', 'intermediate', 'advanced'],
      alsoCalled: ['experience level', 'level'],
    },
    { name: 'goals', label: 'Goals' },
    { name: 'referralSource', label: 'Referral source', alsoCalled: ['source'] },
    { name: 'status', label: 'Status', values: ['active', 'pending', 'paused', 'cancelled'], fallback: 'active' },
  ],
  newsletter: [
    { name: 'email', label: 'Email', isRequired: true, alsoCalled: ['email address', 'e-mail', 'mail'] },
    { name: 'source', label: 'Source', fallback: 'import' },
    { name: 'tags', label: 'Tags', alsoCalled: ['tag', 'groups', 'labels'] },
  ],
} as const satisfies Record<string, readonly ImportField[]>;

export const importKind = z.enum(['debate-club', 'newsletter']);
export type ImportKind = z.output<typeof importKind>;

/** The text of a file, or its bytes as they arrive. */
export type CsvFile = string | AsyncIterable<Uint8Array>;

/** A CSV file (`text/csv`, UTF-8). A client sends its text; the gateway reads it as it arrives. */
export const csvFile = z.custom<CsvFile>();

export const importName = z.strictObject({ name: requiredLine('The file has no name', LINE_MAX) });

/** A row of a file: the line of the file that it ends on, and its cells. */
export const importRow = z.object({ line: z.int(), cells: z.array(z.string()) });
export type ImportRow = z.output<typeof importRow>;

/** Which column (from 0) each field is read from, and what rows without a value get. */
export const importMapping = z.strictObject({
  columns: z.record(z.string().check(z.maxLength(40)), z.int().check(z.gte(0), z.lt(IMPORT_COLUMNS_MAX))),
  fallbacks: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(LINE_MAX))),
});
export type ImportMapping = z.output<typeof importMapping>;

/** `read`: the file is here; `checked`: tried out with a mapping; `done`: its rows are in the list. */
export const importStatus = z.enum(['read', 'checked', 'done']);

/** A file on its way into a list. */
export const listImport = z.object({
  id: uuid(),
  name: z.string(),
  status: importStatus,
  columns: z.array(z.string()),
  /** The first rows as they stand in the file. */
  sample: z.array(z.array(z.string())),
  /** How many rows the file has. */
  rows: z.number(),
  /** What was checked last; before that, what the headings suggest. */
  mapping: importMapping,
  /** Rows that can be taken, or were. Zero until checked. */
  ready: z.number(),
  refused: z.number(),
  /** The first refused rows, each with its line in the file. */
  problems: z.array(z.object({ line: z.number(), problem: z.string(), cells: z.array(z.string()) })),
});
export type ListImport = z.output<typeof listImport>;

const byId = z.object({ id: uuid() });

/**
 * The requests of a service that takes imports. A file is read, tried out as often as one likes (which changes no list), and then
 * done: whole, once however often it is asked for, and recorded in that transaction. All but `done` is forgotten after a day.
 */
export const importRpcs = <S extends 'registrations' | 'messaging'>(service: S) => ({
  /** Begins a file. Its id is not published before {@link finishImport}, so a file that breaks off is removed with the others. */
  startImport: rpc({
    name: `${service}.start-import.v1`,
    input: z.object({ name: z.string(), columns: z.array(z.string()) }),
    output: byId,
  }),
  /** Keeps more of its rows; a row that is there already stays. `not_found`. */
  addImportRows: rpc({
    name: `${service}.add-import-rows.v1`,
    input: z.extend(byId, { rows: z.array(importRow) }),
    output: z.object({}),
    timeoutMs: 30_000,
  }),
  /** The file was refused further down: nothing of it stays. Idempotent. */
  discardImport: rpc({ name: `${service}.discard-import.v1`, input: byId, output: z.object({}) }),
  /** The file is here whole. `not_found`. */
  finishImport: rpc({ name: `${service}.finish-import.v1`, input: byId, output: listImport }),
  /** `not_found` for what is forgotten; `invalid_request` for a mapping without a required field. */
  checkImport: rpc({
    name: `${service}.check-import.v1`,
    input: z.extend(byId, { mapping: importMapping }),
    output: listImport,
    timeoutMs: 30_000,
  }),
  /** Looks at every row again. `not_found`; `invalid_request` for one that was never checked. */
  doImport: rpc({
    name: `${service}.do-import.v1`,
    input: z.extend(byId, { by: actingAdmin }),
    output: listImport,
    timeoutMs: 60_000,
  }),
  /** The refused rows with their own columns and the reason, for a file that can be mended and brought again. `not_found`. */
  listRefusedRows: rpc({
    name: `${service}.list-refused-rows.v2`,
    input: z.extend(z.pick(exportRequest, { cursor: true }), { id: uuid() }),
    output: exportSlice,
  }),
});
