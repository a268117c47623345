import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, APRIL_12, ID, MARCH_1 } from '../route-docs/samples.ts';
import type * as http from './event-list-http.ts';

export const eventListDocs = {
  listEvents: {
    summary: 'Lists the tournaments and bootcamp runs that are not over, soonest first.',
    response: [
      {
        id: ID,
        title: 'Spring Tournament',
        description: 'Four competitions in one day.',
        type: 'tournament',
        division: null,
        datetime: APRIL_11,
        endsAt: APRIL_12,
        timezone: 'America/Los_Angeles',
        location: 'Online',
        capacity: 60,
        registrationDeadline: MARCH_1,
        price: 4_500,
        memberPrice: 2_500,
        state: 'open',
        placesLeft: 12,
        isNext: true,
        setup: {
          competitions: [
            {
              id: 'poetry',
              name: 'Poetry',
              description: 'Of somebody else, performed by you.',
              division: null,
              deadline: null,
              isClosed: false,
              excludes: [],
              capacity: 20,
            },
          ],
          mostCompetitions: 1,
          divisionCapacities: { development: null, professional: null },
          laterPrices: [{ from: MARCH_1, price: 4_500 }],
        },
        places: [{ of: 'competition', id: 'poetry', placesLeft: 3 }],
        refundSteps: [{ until: MARCH_1, percent: 100 }],
        sequence: 0,
        now: MARCH_1,
      },
    ],
  },
  listMyEvents: {
    summary: 'Lists the same events with the price and the entry of the signed-in member.',
    description: 'Entries that were made without the member’s token are not included.',
    response: [{ eventId: ID, price: 2_500, reason: 'member', entry: null }],
  },
} satisfies DocsOf<typeof http>;
