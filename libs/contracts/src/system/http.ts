import * as z from 'zod/mini';
import { fileStream } from '../file-stream.ts';
import { exportFilter } from '../list-export.ts';
import { csvFile, IMPORT_LIMIT_BYTES, importKind, importMapping, importName, listImport } from '../list-import.ts';
import { route } from '../route.ts';

/** 200 once every service and its database answer a ping; otherwise 503 with the parts that do not. */
export const health = route({
  method: 'GET',
  path: '/api/health',
  audience: 'public',
  rateLimit: 'none',
  response: z.object({ status: z.enum(['ok', 'unavailable']), failing: z.optional(z.array(z.string())) }),
});

/** The six counts above the administrator's tabs. */
export const dashboardCounts = route({
  method: 'GET',
  path: '/api/admin/dashboard',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  response: z.object({
    activeDebateClubMembers: z.number(),
    totalTournamentRegistrations: z.number(),
    activeNewsletterSubscribers: z.number(),
    totalEmailCampaigns: z.number(),
    sentEmailCampaigns: z.number(),
    draftEmailCampaigns: z.number(),
  }),
});

/**
 * A list as a CSV file (RFC 4180), named `{kind}-{date}.csv` by the date in the association's time zone; `kind` is
 * debate-club, tournaments, bootcamp, workshops, newsletter, people or payments; any other is `not_found`. It begins with the byte
 * order mark by which spreadsheet programs recognize UTF-8. A cell that they would read as a formula, such as a phone number with a
 * plus sign, begins with an apostrophe. `columns` names columns of the console's table: the file then has these, under their headings and
 * in the words of the table. Recorded as an action.
 */
export const exportCsv = route({
  method: 'GET',
  path: '/api/admin/export/:kind',
  audience: 'admin',
  permission: 'people:export',
  rateLimit: 'none',
  params: z.strictObject({ kind: z.string() }),
  query: exportFilter,
  response: fileStream,
});

const importParams = z.strictObject({ kind: importKind, id: z.uuid() });

/**
 * Reads a CSV file for an import: the separator may be a comma, a semicolon or a tab; the first row names the columns.
 * Changes no list. Deleted after a day.
 */
export const readImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  bodyLimit: IMPORT_LIMIT_BYTES,
  params: z.strictObject({ kind: importKind }),
  query: importName,
  takesFile: ['text/csv'],
  body: csvFile,
  response: listImport,
  status: 201,
});

/** Checks a file: the rows that can be imported, and the refused ones with the reason. Changes no list, and may be repeated. */
export const checkImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind/:id/check',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: importParams,
  body: importMapping,
  response: listImport,
});

/** Imports all valid rows into the list or, where something fails, none. Repeated, it answers the first result. */
export const doImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind/:id/do',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: importParams,
  response: listImport,
});

/** The refused rows as a CSV file: their own columns, and the reason in one more. */
export const refusedRowsCsv = route({
  method: 'GET',
  path: '/api/admin/imports/:kind/:id/refused',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: importParams,
  response: fileStream,
});
