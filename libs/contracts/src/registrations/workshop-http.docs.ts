import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID, MARCH_2 } from '../route-docs/samples.ts';
import type * as http from './workshop-http.ts';

const params = { id: ID };

export const workshopDocs = {
  listWorkshops: {
    summary: 'Lists the workshops that are not over, soonest first.',
    description:
      'Every member reads the list; `isIncluded` says whether their plan includes a seat. Only a member with a seat gets the `zoomLink`.',
    response: {
      isIncluded: true,
      workshops: [
        {
          id: ID,
          title: 'Cross-examination that helps you',
          description: 'Questions that set up your next speech.',
          datetime: APRIL_11,
          endsAt: '2026-04-11T18:00:00.000Z',
          timezone: 'America/Los_Angeles',
          location: 'Zoom',
          registrationDeadline: MARCH_2,
          state: 'open',
          placesLeft: 7,
          seat: { status: 'taken', position: null },
          zoomLink: 'https://zoom.us/j/8005551234',
          sequence: 0,
        },
      ],
    },
  },
  signUpForWorkshop: {
    summary: 'Signs the member up for a workshop.',
    description: 'The annual plan includes it. Where it is full, the answer has the position on the waitlist.',
    errors: ['membership_required', 'registration_exists', 'registration_closed'],
    params,
    response: { message: 'You have a seat. We have sent you an email with the details.', position: null },
  },
  cancelWorkshopSeat: {
    summary: 'Gives up the member’s seat in a workshop, or their position on its waitlist.',
    description: 'A seat goes to the first member on the waitlist.',
    errors: ['registration_closed'],
    params,
    response: { message: 'Your seat is cancelled.' },
  },
} satisfies DocsOf<typeof http>;
