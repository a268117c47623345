import * as z from 'zod/mini';
import { route } from '../route.ts';
import { eventNotice, noticePreview, plannedNotice } from './event-notice-model.ts';

const byId = z.strictObject({ id: z.uuid() });

/** The emails of an event to the people with a place, soonest first, and how many of them were sent. */
export const listEventNotices = route({
  method: 'GET',
  path: '/api/admin/events/:id/notices',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: z.object({
    /** Whether it has no link to a meeting that its emails could name. */
    needsLink: z.boolean(),
    notices: z.array(
      z.extend(plannedNotice, {
        /** Emails that the provider has. */
        sent: z.number(),
        /** Emails that the provider or the mailbox refused. */
        failed: z.number(),
      }),
    ),
  }),
});

/** One of these emails with the event's data, to a fictional person. */
export const previewEventNotice = route({
  method: 'GET',
  path: '/api/admin/events/:id/notices/:notice',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: z.strictObject({ id: z.uuid(), notice: eventNotice }),
  response: noticePreview,
});
