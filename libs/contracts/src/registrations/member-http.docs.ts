import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID, MARCH_1 } from '../route-docs/samples.ts';
import type * as http from './member-http.ts';

const slot = { startsAt: APRIL_11, endsAt: '2026-04-11T16:30:00.000Z', timeZone: 'America/New_York' };
const topic = 'My opening statement';
const request = { id: ID, ...slot, topic, requestedAt: MARCH_1 };
const feed = { url: 'https://example.org/api/calendar/c2FtcGxl.a2V5.ics', createdAt: MARCH_1 };

export const memberEventDocs = {
  listOfficeHours: {
    summary: 'Lists the slots of office hours that can be requested, and the member’s own.',
    response: { slots: [{ ...slot, isTaken: false }], mine: null },
  },
  requestOfficeHours: {
    summary: 'Requests a slot of office hours.',
    description: 'For active members. An email confirms it. A repeated request answers the same.',
    errors: ['membership_required', 'office_hours_held', 'slot_unknown', 'slot_taken'],
    body: { startsAt: slot.startsAt, topic },
    response: { message: 'The session is yours. We have sent you an email with the details.', request },
  },
  cancelOfficeHours: {
    summary: 'Cancels the member’s own slot before it begins.',
    errors: ['slot_begun'],
    params: { id: ID },
    response: { message: 'Your session has been cancelled.' },
  },
  getCalendarFeed: {
    summary: 'Answers the URL at which calendar programs read the member’s calendar.',
    description: '`url` is `null` while there is none.',
    response: feed,
  },
  makeCalendarFeed: {
    summary: 'Creates the URL of the member’s calendar, or replaces it.',
    description: 'A former URL stops working immediately.',
    response: feed,
  },
  endCalendarFeed: {
    summary: 'Removes the URL of the member’s calendar.',
    response: { url: null, createdAt: null },
  },
  readCalendar: {
    summary: 'Reads a member’s calendar as an iCalendar file.',
    description: 'The key alone opens it, because calendar programs send no token. It may end with `.ics`.',
    errors: ['calendar_unknown'],
    params: { key: 'c2FtcGxl.a2V5.ics' },
    file: 'text/calendar',
  },
} satisfies DocsOf<typeof http>;
