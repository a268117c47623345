import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID } from '../route-docs/samples.ts';
import type * as http from './event-notice-http.ts';

export const eventNoticeDocs = {
  listEventNotices: {
    summary: 'Lists the emails of an event to the people with a place.',
    description:
      'Reminders follow from the event’s present dates. `skipped` counts people who got a later email instead, or got their place too late. Contains no email addresses.',
    params: { id: ID },
    response: {
      needsLink: false,
      notices: [
        { notice: 'one_day', at: APRIL_11, state: 'over', people: 45, written: 44, sent: 43, failed: 1, skipped: 1 },
      ],
    },
  },
  previewEventNotice: {
    summary: 'Shows one of these emails with the data of the event.',
    description: 'The reader in it is fictional. Staff who do not see the event’s Zoom link do not see it here.',
    params: { id: ID, notice: 'one_day' },
    response: {
      subject: 'Your link: Spring Tournament',
      html: '<p>Hello Alex,</p>',
      text: 'Hello Alex,',
    },
  },
} satisfies DocsOf<typeof http>;
