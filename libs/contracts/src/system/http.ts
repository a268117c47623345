import * as z from 'zod/mini';
import { fileStream } from '../file-stream.ts';
import { exportFilter } from '../list-export.ts';
import { csvFile, IMPORT_LIMIT_BYTES, importKind, importMapping, importName, listImport } from '../list-import.ts';
import { route } from '../route.ts';

/** 200 once every service answers a ping and its database; otherwise 503 with the parts that do not. */
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
 * A list as a CSV file (RFC 4180), named `{kind}-{date}.csv` by the day where the association is; `kind` is debate-club, tournaments,
 * bootcamp or newsletter, and `not_found` what is none. It begins with the mark by which spreadsheet programs know UTF-8. A cell that one
 * would take for a formula, which a phone number with a plus sign is too, begins with an apostrophe. Recorded as an action.
 */
export const exportCsv = route({
  method: 'GET',
  path: '/api/admin/export/:kind',
  audience: 'admin',
  rateLimit: 'none',
  params: z.strictObject({ kind: z.string() }),
  query: exportFilter,
  response: fileStream,
});

const importParams = z.strictObject({ kind: importKind, id: z.uuid() });

/**
 * Reads a CSV file that is to be brought into a list: the separator may be a comma, a semicolon or a tab, the first row names the
 * columns. Changes no list. Forgotten after a day.
 */
export const readImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind',
  audience: 'admin',
  rateLimit: 'none',
  bodyLimit: IMPORT_LIMIT_BYTES,
  params: z.strictObject({ kind: importKind }),
  query: importName,
  takes: 'csv',
  body: csvFile,
  response: listImport,
  status: 201,
});

/** Tries a file out: what would be taken, and what not and why. Changes no list, and may be done as often as one likes. */
export const checkImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind/:id/check',
  audience: 'admin',
  rateLimit: 'none',
  params: importParams,
  body: importMapping,
  response: listImport,
});

/** Brings the rows that can be taken into the list, all of them or, when something fails, none. A second time it answers what was done. */
export const doImport = route({
  method: 'POST',
  path: '/api/admin/imports/:kind/:id/do',
  audience: 'admin',
  rateLimit: 'none',
  params: importParams,
  response: listImport,
});

/** The refused rows as a CSV file: their own columns, and the reason in one more. */
export const refusedRowsCsv = route({
  method: 'GET',
  path: '/api/admin/imports/:kind/:id/refused',
  audience: 'admin',
  rateLimit: 'none',
  params: importParams,
  response: fileStream,
});
