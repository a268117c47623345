import * as z from 'zod/mini';
import { fileStream } from '../file-stream.ts';
import { exportFilter } from '../list-export.ts';
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
