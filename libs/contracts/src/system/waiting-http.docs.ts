import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './waiting-http.ts';

export const waitingDocs = {
  countWaiting: {
    summary: 'Counts the work that waits for staff, by kind.',
    description: 'A kind is left out where the role may not act on it, or its service does not answer.',
    response: {
      conversations: 3,
      campaigns: 0,
      invitations: 1,
      failedJobs: 0,
    },
  },
} satisfies DocsOf<typeof http>;
