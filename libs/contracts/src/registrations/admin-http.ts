import * as z from 'zod/mini';
import { line, list } from '../content/text-fields.ts';
import { version } from '../edited.ts';
import {
  acknowledgement,
  containsLink,
  division,
  LINE_MAX,
  lineOrBlank,
  MESSAGES,
  requiredLine,
  TEXT_MAX,
} from '../fields.ts';
import { canBePrice } from '../money.ts';
import { listOrPage, listQuery } from '../page.ts';
import { eventListQuery } from '../registration-list.ts';
import { route } from '../route.ts';
import { isTimeZone } from '../time-zone.ts';
import {
  adminEvent,
  bootcampRegistration,
  eventCopy,
  eventRoster,
  eventType,
  shownEvent,
  workshopRegistration,
} from './admin-model.ts';
import {
  COMPETITION_ID,
  COMPETITION_ID_MAX,
  COMPETITIONS_MAX,
  type EventSetup,
  LATER_PRICES_MAX,
  QUESTION_KINDS,
  QUESTIONS_MAX,
} from './event-setup.ts';
import { REFUND_STEPS_MAX, type RefundSteps } from './refund-steps.ts';

const CAPACITY_MAX = 100_000;
/** On a row of an email on a phone. */
const COMPETITION_NAME_MAX = 60;
const MOST_COMPETITIONS = `Enter how many competitions a person may enter at most, from 1 to ${COMPETITIONS_MAX}`;

const when = (message: string) => z.iso.datetime({ offset: true, error: message });

/** Null: unlimited. */
const capacity = () =>
  z.nullable(
    z
      .number({ error: 'Enter the number of places, or leave it blank' })
      .check(
        z.int('Number of places must be a whole number'),
        z.gte(1, 'Number of places must be at least 1'),
        z.lte(CAPACITY_MAX, `Number of places must be ${CAPACITY_MAX.toLocaleString('en')} or less`),
      ),
  );

/** Cents. */
const price = () =>
  z
    .number({ error: 'Enter the price' })
    .check(
      z.int('Price must be a whole number of cents'),
      z.gte(0, 'Price must be zero or more'),
      z.lte(1_000_000, 'Price must be $10,000.00 or less'),
      z.refine(canBePrice, 'Price must be 0, or at least $0.50'),
    );

const competitionForm = z.strictObject({
  id: z
    .string()
    .check(
      z.maxLength(COMPETITION_ID_MAX, { error: MESSAGES.tooLong }),
      z.regex(COMPETITION_ID, 'An id has lower-case letters, digits and underscores, such as prepared_speech'),
    ),
  /** Emails repeat it. */
  name: line('Enter the name of the competition', COMPETITION_NAME_MAX).check(
    z.refine((name: string) => !containsLink(name), 'Enter a name without a link'),
  ),
  description: lineOrBlank(LINE_MAX),
  /** For both when null. */
  division: z.nullable(division('Choose a division, or both')),
  deadline: z.nullable(when('Enter until when people can enter the competition, or leave it blank')),
  isClosed: z.boolean(),
  excludes: z.array(z.string()).check(z.maxLength(COMPETITIONS_MAX)),
  capacity: z._default(capacity(), null),
});

const QUESTION_OPTIONS_MAX = 20;

const questionForm = z.strictObject({
  id: z
    .string()
    .check(
      z.maxLength(COMPETITION_ID_MAX, { error: MESSAGES.tooLong }),
      z.regex(COMPETITION_ID, 'An id has lower-case letters, digits and underscores, such as shirt_size'),
    ),
  question: line('Enter the question'),
  kind: z.enum(QUESTION_KINDS, { error: 'Choose how it is answered' }),
  options: z
    .array(line('Enter an answer, or remove its line', COMPETITION_NAME_MAX))
    .check(z.maxLength(QUESTION_OPTIONS_MAX, `There can be at most ${QUESTION_OPTIONS_MAX} answers to choose from`)),
  isRequired: z.boolean(),
  isHidden: z.boolean(),
});

const REFUND_PERCENT = 'Enter a whole number from 1 to 100';
const refundPercent = () =>
  z
    .number({ error: REFUND_PERCENT })
    .check(z.int(REFUND_PERCENT), z.gte(1, REFUND_PERCENT), z.lte(100, REFUND_PERCENT));

const setupForm = z
  .strictObject({
    competitions: list(competitionForm, ['competition', 'competitions'], COMPETITIONS_MAX),
    mostCompetitions: z
      .number({ error: MOST_COMPETITIONS })
      .check(z.int(MOST_COMPETITIONS), z.gte(1, MOST_COMPETITIONS), z.lte(COMPETITIONS_MAX, MOST_COMPETITIONS)),
    divisionCapacities: z._default(z.strictObject({ development: capacity(), professional: capacity() }), {
      development: null,
      professional: null,
    }),
    laterPrices: z._default(
      z
        .array(z.strictObject({ from: when('Enter when the price begins'), price: price() }))
        .check(z.maxLength(LATER_PRICES_MAX, `There can be at most ${LATER_PRICES_MAX} later prices`)),
      [],
    ),
    questions: z._default(
      z.array(questionForm).check(z.maxLength(QUESTIONS_MAX, `There can be at most ${QUESTIONS_MAX} questions`)),
      [],
    ),
  })
  .check((payload) => {
    const { competitions, questions } = payload.value;
    const complainIn =
      (list: 'competitions' | 'questions') =>
      (index: number, field: string, message: string): void => {
        payload.issues.push({
          code: 'custom',
          message,
          path: [list, index, field],
          input: payload.value,
          continue: true,
        });
      };
    const complain = complainIn('competitions');
    const keyOf = ({ name }: { name: string }): string => name.trim().toLowerCase();
    for (const [index, one] of competitions.entries()) {
      const earlier = competitions.slice(0, index);
      if (earlier.some((other) => keyOf(other) === keyOf(one)))
        complain(index, 'name', 'Another competition has this name already');
      else if (earlier.some(({ id }) => id === one.id))
        complain(index, 'id', 'Another competition has this id already');
      if (one.excludes.some((id) => id === one.id || !competitions.some((other) => other.id === id)))
        complain(index, 'excludes', 'Choose other competitions of this tournament');
    }
    const complainOf = complainIn('questions');
    for (const [index, { id, question, kind, options }] of questions.entries()) {
      const earlier = questions.slice(0, index);
      if (earlier.some((other) => other.question.toLowerCase() === question.toLowerCase()))
        complainOf(index, 'question', 'Another question has these words already');
      else if (earlier.some((other) => other.id === id))
        complainOf(index, 'id', 'Another question has this id already');
      if (kind === 'choice' ? options.length < 2 : options.length > 0)
        complainOf(
          index,
          'options',
          kind === 'choice' ? 'Enter at least two answers to choose from' : 'Only a choice has answers to choose from',
        );
      else if (new Set(options).size < options.length) complainOf(index, 'options', 'Enter each answer once');
    }
  });

const eventFields = {
  /** Emails repeat it. */
  title: line('Enter a title').check(z.refine((title: string) => !containsLink(title), MESSAGES.titleWithLink)),
  description: requiredLine('Enter a description', TEXT_MAX),
  type: eventType,
  /** Open to both when null. */
  division: z.nullable(division('Choose a division, or both')),
  datetime: when('Enter when the event begins'),
  endsAt: when('Enter when the event ends'),
  timezone: z
    .string({ error: 'Enter a time zone' })
    .check(
      z.trim(),
      z.maxLength(60, { error: MESSAGES.tooLong }),
      z.refine(isTimeZone, 'Choose a time zone from the list, such as America/New_York for Eastern Time'),
    ),
  location: line('Enter a location'),
  zoomLink: z.nullable(
    z
      .url({ protocol: /^https$/, error: 'Enter a Zoom link that begins with https://' })
      .check(z.maxLength(500, { error: MESSAGES.tooLong })),
  ),
  capacity: capacity(),
  registrationDeadline: when('Enter the registration deadline'),
  /** Of entries until the first later price of the set-up. */
  price: price(),
  isActive: z.boolean(),
  /** Of a tournament. Left out: unchanged, and the shipped set-up for a new tournament. */
  setup: z.optional(z.nullable(setupForm)),
  /** Of a tournament or a bootcamp. Left out: unchanged, and none for a new event. */
  refundSteps: z.optional(
    z
      .array(z.strictObject({ until: when('Enter until when this part is refunded'), percent: refundPercent() }))
      .check(z.maxLength(REFUND_STEPS_MAX, `There can be at most ${REFUND_STEPS_MAX} steps`)),
  ),
};

interface Times {
  readonly datetime: string;
  readonly endsAt: string;
  readonly registrationDeadline: string;
}

interface Priced {
  readonly type: z.output<typeof eventType>;
  readonly division: string | null;
  readonly price: number;
  readonly setup?: EventSetup | null | undefined;
}

/** Later prices begin one after another, before the deadline, and each changes something. */
const pricesInOrder = (payload: z.core.ParsePayload<Times & Priced>): void => {
  const { setup, price: first, registrationDeadline } = payload.value;
  const prices = setup?.laterPrices ?? [];
  const complain = (index: number, field: string, message: string): void => {
    const path = ['setup', 'laterPrices', index, field];
    payload.issues.push({ code: 'custom', message, path, input: payload.value, continue: true });
  };
  for (const [index, { from, price: next }] of prices.entries()) {
    const before = prices[index - 1];
    if (Date.parse(from) >= Date.parse(registrationDeadline))
      complain(index, 'from', 'It must be before the registration deadline');
    else if (before !== undefined && Date.parse(from) <= Date.parse(before.from))
      complain(index, 'from', 'It must be after the price above it begins');
    if (next === (before?.price ?? first)) complain(index, 'price', 'The price before it is the same');
  }
};

/** A later deadline of a competition would never be reached. */
const competitionsCloseInTime = (payload: z.core.ParsePayload<Times & Priced>): void => {
  const { setup, registrationDeadline } = payload.value;
  for (const [index, { deadline }] of (setup?.competitions ?? []).entries())
    if (deadline !== null && Date.parse(deadline) > Date.parse(registrationDeadline)) {
      const path = ['setup', 'competitions', index, 'deadline'];
      const message = 'It must not be after the registration deadline';
      payload.issues.push({ code: 'custom', message, path, input: payload.value, continue: true });
    }
};

interface Refunding {
  readonly type: z.output<typeof eventType>;
  readonly datetime: string;
  readonly refundSteps?: RefundSteps | undefined;
}

/** Steps of refunds end one after another, before the event begins, and each gives back less. */
const refundsInOrder = (payload: z.core.ParsePayload<Refunding>): void => {
  const { refundSteps = [], datetime } = payload.value;
  const complain = (index: number, field: string, message: string): void => {
    const path = ['refundSteps', index, field];
    payload.issues.push({ code: 'custom', message, path, input: payload.value, continue: true });
  };
  for (const [index, { until, percent }] of refundSteps.entries()) {
    const before = refundSteps[index - 1];
    if (Date.parse(until) > Date.parse(datetime)) complain(index, 'until', 'It must be before the event begins');
    else if (before !== undefined && Date.parse(until) <= Date.parse(before.until))
      complain(index, 'until', 'It must be after the step above it ends');
    if (before !== undefined && percent >= before.percent)
      complain(index, 'percent', 'It must be lower than in the step above it');
  }
};

/** Of a form's fields with one another. */
const consistent = [
  z.refine<Times>((form) => Date.parse(form.endsAt) > Date.parse(form.datetime), {
    error: 'The event must end after it begins',
    path: ['endsAt'],
  }),
  z.refine<Times>((form) => Date.parse(form.registrationDeadline) < Date.parse(form.datetime), {
    error: 'The registration deadline must be before the event begins',
    path: ['registrationDeadline'],
  }),
  z.refine<Priced>((form) => form.type !== 'workshop' || form.price === 0, {
    error: 'A workshop is part of the annual plan: its price must be 0',
    path: ['price'],
  }),
  z.refine<Priced>((form) => form.type !== 'workshop' || form.division === null, {
    error: 'A workshop is for both divisions',
    path: ['division'],
  }),
  z.refine<Priced>((form) => form.type === 'tournament' || form.setup == null, {
    error: 'Only a tournament has competitions',
    path: ['setup'],
  }),
  z.refine<Priced>(
    (form) =>
      form.division === null ||
      form.setup == null ||
      form.setup.competitions.some(({ division: only }) => only === null || only === form.division),
    {
      error: 'Every competition is for the other division. Add one for the division of the tournament',
      path: ['setup'],
    },
  ),
  z.refine<Refunding>(({ type, refundSteps = [] }) => type !== 'workshop' || refundSteps.length === 0, {
    error: 'A workshop is part of the annual plan: there is nothing to refund',
    path: ['refundSteps'],
  }),
  pricesInOrder,
  competitionsCloseInTime,
  refundsInOrder,
] as const;

export const newEventForm = z.strictObject(eventFields).check(...consistent);
export const eventForm = z.strictObject({ ...eventFields, version: version() }).check(...consistent);

const byId = z.strictObject({ id: z.uuid() });
/** `message` describes the result, and the people affected. */
const changedEvent = z.object({ event: adminEvent, message: z.string() });

/** Newest date first; `q` searches title and place, `status` is a state. */
export const listAdminEvents = route({
  method: 'GET',
  path: '/api/admin/events',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(shownEvent),
});

export const getAdminEvent = route({
  method: 'GET',
  path: '/api/admin/events/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: shownEvent,
});

/** The counts of a tournament's entries by competition and division. `not_found` for other events as well. */
export const readEventRoster = route({
  method: 'GET',
  path: '/api/admin/events/:id/roster',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: eventRoster,
});

/** `event_exists` where another event of the same type and title begins at that time already; a repeated request answers the event of the first one. */
export const createEvent = route({
  method: 'POST',
  path: '/api/admin/events',
  audience: 'admin',
  permission: 'events:write',
  rateLimit: 'none',
  body: newEventForm,
  response: changedEvent,
  status: 201,
});

/** `version_conflict` where somebody else saved another edit meanwhile; a repeated edit gets the same answer. */
export const editEvent = route({
  method: 'PUT',
  path: '/api/admin/events/:id',
  audience: 'admin',
  permission: 'events:write',
  rateLimit: 'none',
  params: byId,
  body: eventForm,
  response: changedEvent,
});

/** Closes registration. Idempotent; `registration_closed` once the deadline has passed. */
export const closeEvent = route({
  method: 'POST',
  path: '/api/admin/events/:id/close',
  audience: 'admin',
  permission: 'events:write',
  rateLimit: 'none',
  params: byId,
  response: changedEvent,
});

/** Reopens a registration that was closed manually. Idempotent; `registration_closed` once the deadline has passed. */
export const reopenEvent = route({
  method: 'POST',
  path: '/api/admin/events/:id/reopen',
  audience: 'admin',
  permission: 'events:write',
  rateLimit: 'none',
  params: byId,
  response: changedEvent,
});

/** A calendar quarter: "2026-Q4". */
const quarter = z
  .string({ error: 'Please choose a quarter' })
  .check(z.regex(/^[12]\d{3}-Q[1-4]$/, 'Please name a quarter such as 2026-Q4'));

/**
 * Copies one event, or every event that begins in a quarter, into the next quarter: thirteen weeks later at the same
 * local time. With `dryRun` it answers the copies without creating them. An event that was copied before is not copied
 * again.
 */
export const cloneQuarter = route({
  method: 'POST',
  path: '/api/admin/events/clone-quarter',
  audience: 'admin',
  permission: 'events:write',
  rateLimit: 'none',
  body: z
    .strictObject({
      quarter: z.optional(quarter),
      eventId: z.optional(z.uuid()),
      dryRun: z._default(z.boolean(), false),
    })
    .check(
      z.refine((form) => (form.quarter === undefined) !== (form.eventId === undefined), {
        error: 'Please name either a quarter or an event',
        path: ['quarter'],
      }),
    ),
  response: z.object({ events: z.array(eventCopy), made: z.number(), message: z.string() }),
});

/** Newest first; `q` searches names and email address, `status` is a registration's status. */
export const listBootcampRegistrations = route({
  method: 'GET',
  path: '/api/admin/bootcamp-registrations',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: eventListQuery,
  response: listOrPage(bootcampRegistration),
});

export const deleteBootcampRegistration = route({
  method: 'DELETE',
  path: '/api/admin/bootcamp-registrations/:id',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

/** Newest first; `q` searches names and email address, `status` is a sign-up's status. */
export const listWorkshopRegistrations = route({
  method: 'GET',
  path: '/api/admin/workshop-registrations',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: eventListQuery,
  response: listOrPage(workshopRegistration),
});

export const deleteWorkshopRegistration = route({
  method: 'DELETE',
  path: '/api/admin/workshop-registrations/:id',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
