import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_12 } from '../route-docs/samples.ts';
import type * as http from './event-access-http.ts';

export const eventAccessDocs = {
  openEventAccess: {
    summary: 'Reads the event of a paid place, by the token of its emails.',
    description:
      '`zoomLink` is null until `opensAt`, a day before the event begins, and while staff have not entered the link. The token ends with the registration.',
    errors: ['event_link_unknown'],
    body: { token: 'an opaque token' },
    response: {
      type: 'tournament',
      title: 'Spring Tournament',
      beginsAt: APRIL_12,
      endsAt: APRIL_12,
      timezone: 'America/Los_Angeles',
      location: 'Zoom',
      opensAt: null,
      zoomLink: 'https://zoom.us/j/8005551234',
    },
  },
} satisfies DocsOf<typeof http>;
