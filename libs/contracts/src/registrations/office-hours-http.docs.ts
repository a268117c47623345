import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID, MARCH_1, OTHER_ID } from '../route-docs/samples.ts';
import type * as http from './office-hours-http.ts';

export const officeHoursDocs = {
  listAllOfficeHours: {
    summary: 'Lists the sessions of office hours that members have.',
    description:
      'Those that are not over, soonest first. `isInSchedule` is false for a session at a time that the office hours no longer offer.',
    response: [
      {
        id: ID,
        startsAt: APRIL_11,
        endsAt: '2026-04-11T16:30:00.000Z',
        timeZone: 'America/New_York',
        topic: 'My opening statement',
        requestedAt: MARCH_1,
        userId: OTHER_ID,
        email: 'ada@example.org',
        firstName: 'Ada',
        lastName: 'Okafor',
        isInSchedule: true,
      },
    ],
  },
} satisfies DocsOf<typeof http>;
