import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { eventNotice, noticePreview } from '../registrations/event-notice-model.ts';
import { eventNoticeDue } from '../registrations/events.ts';
import { rpc } from '../rpc.ts';

/** The emails of an event's notices by the notice and when it was due, counted by their status. */
export const countEventEmails = rpc({
  name: 'messaging.count-event-emails.v1',
  input: z.object({ eventId: uuid() }),
  output: z.array(
    z.object({
      notice: eventNotice,
      dueAt: instant(),
      sent: z.number(),
      failed: z.number(),
      /** Withdrawn, because they were out of date before they were sent. */
      withdrawn: z.number(),
    }),
  ),
});

/** A notice as its reader would see it. */
export const renderEventNotice = rpc({
  name: 'messaging.render-event-notice.v1',
  input: eventNoticeDue.payload,
  output: noticePreview,
});
