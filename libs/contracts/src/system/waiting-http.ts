import * as z from 'zod/mini';
import { route } from '../route.ts';

const count = z.optional(z.number());

/**
 * The work that waits for staff, by kind, for the navigation of the console. Waitlists are none: people move up by themselves. A kind is left out where the role may not act on it, or its
 * service does not answer.
 */
export const waiting = z.object({
  /** Conversations of the inbox that nobody has answered since the last message; for `inbox:write`. */
  conversations: count,
  /** Paused campaigns, and drafts that could not be sent at their scheduled time; for `email:send`. */
  campaigns: count,
  /** Invited administrators who have not logged in; for `staff:write`. */
  invitations: count,
  /** Background jobs that failed after their last attempt; for `system:write`. */
  failedJobs: count,
});

export type Waiting = z.output<typeof waiting>;

export const countWaiting = route({
  method: 'GET',
  path: '/api/admin/waiting',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  response: waiting,
});
