import * as z from 'zod/mini';
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

/** A CSV file, named `{kind}-{date}.csv`. The answer is a stream, not JSON. */
export const exportCsv = route({
  method: 'GET',
  path: '/api/admin/export/:kind',
  audience: 'admin',
  rateLimit: 'none',
  params: z.strictObject({ kind: z.enum(['debate-club', 'tournaments', 'newsletter']) }),
  response: z.string(),
});
