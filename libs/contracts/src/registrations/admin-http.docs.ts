import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, APRIL_12, ID, MARCH_1, MARCH_2, OTHER_ID, pageWith, PERSON } from '../route-docs/samples.ts';
import type * as http from './admin-http.ts';

const params = { id: ID };
const setup = {
  competitions: [
    {
      id: 'lincoln_douglas',
      name: 'Lincoln–Douglas Debate',
      description: 'One motion, one opponent.',
      division: 'professional' as const,
      deadline: MARCH_1,
      isClosed: false,
      excludes: ['poetry'],
      capacity: 16,
    },
    {
      id: 'poetry',
      name: 'Poetry',
      description: '',
      division: null,
      deadline: null,
      isClosed: false,
      excludes: [],
      capacity: null,
    },
  ],
  mostCompetitions: 2,
  divisionCapacities: { development: 40, professional: null },
  laterPrices: [{ from: MARCH_1, price: 5_500 }],
  questions: [
    {
      id: 'shirt_size',
      question: 'Shirt size',
      kind: 'choice' as const,
      options: ['S', 'M', 'L'],
      isRequired: true,
      isHidden: false,
    },
  ],
};
const form = {
  title: 'Spring Tournament',
  description: 'Four competitions in one day.',
  type: 'tournament' as const,
  division: null,
  datetime: APRIL_11,
  endsAt: APRIL_12,
  timezone: 'America/Los_Angeles',
  location: 'Online',
  zoomLink: 'https://zoom.us/j/8005551234',
  capacity: 60,
  registrationDeadline: MARCH_2,
  price: 4_500,
  isActive: true,
  setup,
  refundSteps: [
    { until: MARCH_2, percent: 100 },
    { until: APRIL_11, percent: 50 },
  ],
};
const event = {
  id: ID,
  ...form,
  closedAt: null,
  state: 'open' as const,
  counts: { entries: 48, waiting: 0, paid: 45, placesLeft: 12 },
  version: 1,
};
const { title, description, type, timezone, capacity, price } = form;

export const registrationsAdminDocs = {
  listAdminEvents: {
    summary: 'Lists the events, newest date first.',
    description: '`q` searches title and location; `status` is a state, or `coming` for all that are not over.',
    query: { limit: 50, status: 'open' },
    response: pageWith(event),
  },
  getAdminEvent: { summary: 'Reads an event with its counts.', params, response: event },
  readEventRoster: {
    summary: 'Counts the entries of a tournament by competition and division.',
    description:
      'An entry counts in each of its competitions, and once in the last row, which is the tournament as a whole. `entered` are the entries with a place, paid or not.',
    params,
    response: {
      rows: [
        {
          id: 'poetry',
          name: 'Poetry',
          development: { entered: 12, paid: 10, waiting: 0 },
          professional: { entered: 6, paid: 6, waiting: 2 },
          placesLeft: null,
        },
        {
          id: null,
          name: title,
          development: { entered: 30, paid: 27, waiting: 0 },
          professional: { entered: 18, paid: 18, waiting: 2 },
          placesLeft: 12,
        },
      ],
      divisionPlacesLeft: { development: 10, professional: null },
    },
  },
  createEvent: {
    summary: 'Creates an event.',
    description:
      'It begins in the future, and its registration deadline is before that. `setup` is for a tournament: without it, it has the four shipped competitions. `price` holds until the first of its `laterPrices` begins; an entry keeps the price of the time when it was entered.',
    errors: ['event_exists'],
    body: form,
    response: { event, message: `The ${title} has been created.` },
  },
  editEvent: {
    summary: 'Changes an event.',
    description:
      'Send the `version` that the edit began from. More places move people up from the waitlist; `message` names the people affected, and the number of entries that break a new rule: they keep their places. Without `setup` the competitions stay as they are; one that somebody entered cannot be removed, only closed, and a question that somebody answered only reworded or hidden; a number of places below those that are taken is refused at its field.',
    errors: ['event_exists'],
    params,
    body: { ...form, version: 1 },
    response: { event: { ...event, version: 2 }, message: `The ${title} has been saved.` },
  },
  closeEvent: {
    summary: 'Closes the registration of an event.',
    errors: ['registration_closed'],
    params,
    response: {
      event: { ...event, closedAt: MARCH_1, state: 'closed' },
      message: `Registration for the ${title} is closed.`,
    },
  },
  reopenEvent: {
    summary: 'Reopens a registration that was closed manually.',
    errors: ['registration_closed'],
    params,
    response: { event, message: `Registration for the ${title} is open again.` },
  },
  cloneQuarter: {
    summary: 'Copies an event, or every event of a quarter, into the next quarter.',
    description:
      'Copies begin thirteen weeks later at the same local time. Name either `quarter` or `eventId`. With `dryRun` nothing is created. An event that was copied before is not copied again.',
    errors: ['not_found'],
    body: { quarter: '2026-Q2', dryRun: true },
    response: {
      events: [
        {
          sourceId: ID,
          sourceTitle: title,
          outcome: 'new',
          eventId: null,
          ...{ type, title, description, timezone, capacity, price },
          datetime: '2026-07-11T16:00:00.000Z',
          endsAt: '2026-07-12T00:00:00.000Z',
          registrationDeadline: '2026-06-01T17:00:00.000Z',
          descriptionNamesDates: false,
        },
      ],
      made: 0,
      message: 'One event would be created.',
    },
  },
  listBootcampRegistrations: {
    summary: 'Lists the bootcamp registrations, newest first.',
    description: '`q` searches names and email address; `status` is a registration’s status.',
    query: { limit: 50, status: 'paid' },
    response: pageWith({
      id: OTHER_ID,
      eventId: ID,
      eventTitle: 'Spring Bootcamp',
      eventBegins: APRIL_11,
      userId: null,
      ...PERSON,
      phone: null,
      experienceLevel: 'beginner' as const,
      goals: null,
      referralSource: null,
      specialRequests: null,
      status: 'paid' as const,
      position: null,
      offeredUntil: null,
      paymentStatus: 'paid' as const,
      paymentAmount: 29_500,
      registeredAt: MARCH_1,
    }),
  },
  deleteBootcampRegistration: {
    summary: 'Deletes a bootcamp registration and offers its seat to the waitlist.',
    description: 'Its payment is not refunded.',
    params,
    response: { message: 'The registration has been deleted.' },
  },
  listWorkshopRegistrations: {
    summary: 'Lists the sign-ups for workshops, newest first.',
    description: '`q` searches names and email address; `status` is a sign-up’s status.',
    query: { limit: 50, status: 'taken' },
    response: pageWith({
      id: OTHER_ID,
      eventId: ID,
      eventTitle: 'Cross-examination that helps you',
      eventBegins: APRIL_11,
      userId: ID,
      ...PERSON,
      status: 'taken' as const,
      position: null,
      registeredAt: MARCH_1,
      endedAt: null,
    }),
  },
  deleteWorkshopRegistration: {
    summary: 'Deletes a sign-up for a workshop and gives its seat to the waitlist.',
    params,
    response: { message: 'The sign-up has been deleted.' },
  },
} satisfies DocsOf<typeof http>;
