import * as z from 'zod/mini';
import { LINE_MAX, requiredLine, uuid } from './fields.ts';
import { actor } from './identity/model.ts';
import { exportRequest, exportSlice } from './list-export.ts';
import { rpc } from './rpc.ts';

/** Largest file to import (decisions, "Mail"). */
export const IMPORT_LIMIT_BYTES = 20 * 1024 * 1024;
/** The most rows of a file, because one transaction imports all of them. */
export const IMPORT_ROWS_MAX = 20_000;
export const IMPORT_COLUMNS_MAX = 100;

/** A field that a column of a file can be imported into. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  /** Other headings that other programs use for it; letter case and punctuation do not matter. */
  readonly alsoCalled?: readonly string[];
  readonly isRequired?: boolean;
  /** All possible values; a file may write them in any letter case. */
  readonly values?: readonly string[];
  /** The value of rows without one, unless the administrator chooses another. */
  readonly fallback?: string;
  /** Explains the field to the administrator. */
  readonly help?: string;
}

/** The lists that can be imported, by the names of their exports. */
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
    {
      name: 'source',
      label: 'Source',
      fallback: 'import',
      help: 'Where these addresses come from, for example “Book fair 2026”. Administrators see it in the newsletter list; emails do not show it.',
    },
    {
      name: 'tags',
      label: 'Tags',
      alsoCalled: ['tag', 'groups', 'labels'],
      help: 'Words for your own notes, separated by commas. Administrators see them in the newsletter list; emails do not show them.',
    },
  ],
} as const satisfies Record<string, readonly ImportField[]>;

export const importKind = z.enum(['debate-club', 'newsletter']);
export type ImportKind = z.output<typeof importKind>;

/** The text of a file, or its bytes as they arrive. */
export type CsvFile = string | AsyncIterable<Uint8Array>;

/** A CSV file (`text/csv`, UTF-8). A client sends its text; the gateway reads it as it arrives. */
export const csvFile = z.custom<CsvFile>();

export const importName = z.strictObject({ name: requiredLine('The file has no name', LINE_MAX) });

/** A row of a file: the number of its last line in the file, and its cells. */
export const importRow = z.object({ line: z.int(), cells: z.array(z.string()) });
export type ImportRow = z.output<typeof importRow>;

/** The column (from 0) from which each field is read, and the values of rows without one. */
export const importMapping = z.strictObject({
  columns: z.record(z.string().check(z.maxLength(40)), z.int().check(z.gte(0), z.lt(IMPORT_COLUMNS_MAX))),
  fallbacks: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(LINE_MAX))),
});
export type ImportMapping = z.output<typeof importMapping>;

/** `read`: the file is stored; `checked`: tried out with a mapping; `done`: its rows are in the list. */
export const importStatus = z.enum(['read', 'checked', 'done']);

/** A file that is being imported into a list. */
export const listImport = z.object({
  id: uuid(),
  name: z.string(),
  status: importStatus,
  columns: z.array(z.string()),
  /** The first rows of the file, unchanged. */
  sample: z.array(z.array(z.string())),
  /** The number of rows in the file. */
  rows: z.number(),
  /** The last mapping that was checked; before that, a suggestion from the headings. */
  mapping: importMapping,
  /** The number of rows that can be imported, or were. Zero until checked. */
  ready: z.number(),
  refused: z.number(),
  /** The first refused rows, each with its line in the file. */
  problems: z.array(z.object({ line: z.number(), problem: z.string(), cells: z.array(z.string()) })),
});
export type ListImport = z.output<typeof listImport>;

const byId = z.object({ id: uuid() });

/**
 * The requests of a service with imports. A file is read, checked any number of times (which changes no list), and then
 * imported: as a whole, once however often it is requested, and recorded in that transaction. Every import that is not
 * done is deleted after a day.
 */
export const importRpcs = <S extends 'registrations' | 'messaging'>(service: S) => ({
  /**
   * Begins a file. Its id is not published before {@link finishImport}, so the rows of an interrupted upload are
   * removed with expired imports.
   */
  startImport: rpc({
    name: `${service}.start-import.v1`,
    input: z.object({ name: z.string(), columns: z.array(z.string()) }),
    output: byId,
  }),
  /** Stores more of its rows; a stored row stays. `not_found`. */
  addImportRows: rpc({
    name: `${service}.add-import-rows.v1`,
    input: z.extend(byId, { rows: z.array(importRow) }),
    output: z.object({}),
    timeoutMs: 30_000,
  }),
  /** Discards a file that was refused while it was read. Idempotent. */
  discardImport: rpc({ name: `${service}.discard-import.v1`, input: byId, output: z.object({}) }),
  /** Marks the file as completely stored. `not_found`. */
  finishImport: rpc({ name: `${service}.finish-import.v1`, input: byId, output: listImport }),
  /** `not_found` for an import that was deleted; `invalid_request` for a mapping without a required field. */
  checkImport: rpc({
    name: `${service}.check-import.v1`,
    input: z.extend(byId, { mapping: importMapping }),
    output: listImport,
    timeoutMs: 30_000,
  }),
  /** Checks every row again. `not_found`; `invalid_request` for one that was never checked. */
  doImport: rpc({
    name: `${service}.do-import.v1`,
    permission: 'people:write',
    input: z.extend(byId, { by: actor }),
    output: listImport,
    timeoutMs: 60_000,
  }),
  /** The refused rows with their own columns and the reason, as a file that can be corrected and imported again. `not_found`. */
  listRefusedRows: rpc({
    name: `${service}.list-refused-rows.v2`,
    input: z.extend(z.pick(exportRequest, { cursor: true }), { id: uuid() }),
    output: exportSlice,
  }),
});
