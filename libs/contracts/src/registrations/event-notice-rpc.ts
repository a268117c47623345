import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { eventAccess, eventNotice, plannedNotice } from './event-notice-model.ts';
import { eventNoticeDue } from './events.ts';

/**
 * Whether a published notice is still the one that its person should get: the event was not moved or hidden meanwhile, no later
 * notice is due, and the registration has its place and its mailbox.
 */
export const checkEventNotice = rpc({
  name: 'registrations.check-event-notice.v1',
  callers: ['messaging-worker'],
  input: z.object({ noticeId: uuid() }),
  output: z.object({ isCurrent: z.boolean() }),
});

/** The notices of an event, soonest first. `not_found`. */
export const listEventNotices = rpc({
  name: 'registrations.list-event-notices.v1',
  input: z.object({ id: uuid() }),
  output: z.object({
    /** Whether it has no link to a meeting that one of its coming notices should name. */
    needsLink: z.boolean(),
    notices: z.array(plannedNotice),
  }),
});

/** The contents of a notice with the event's data, and a fictional person's. `not_found`. */
export const sampleEventNotice = rpc({
  name: 'registrations.sample-event-notice.v1',
  input: z.object({ id: uuid(), notice: eventNotice }),
  output: eventNoticeDue.payload,
});

/** The event of a person with a paid place, by the token of their emails. `event_link_unknown` for any other token, and once the place has ended. */
export const openEventAccess = rpc({
  name: 'registrations.open-event-access.v1',
  input: z.object({ token: z.string() }),
  output: eventAccess,
});
