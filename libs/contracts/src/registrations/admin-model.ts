import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { division, experienceLevel, instant, uuid } from '../fields.ts';
import { eventSetup } from './event-setup.ts';
import { registrationPaymentStatus } from './model.ts';
import { refundSteps } from './refund-steps.ts';

// Models for administrators only, apart so that pages of the site do not load their schemas.

export const eventType = z.enum(['tournament', 'bootcamp', 'workshop']);

/**
 * The state of an event. `closed`: after its deadline, or closed manually; `sold_out`: new registrations join the
 * waitlist; `hidden`: not on the site.
 */
export const adminEventState = z.enum(['open', 'closed', 'sold_out', 'over', 'hidden']);
export type AdminEventState = z.output<typeof adminEventState>;

/** A filter of the list of events: a state, or `coming` for every event that is not over. */
export const adminEventFilter = z.enum(['coming', ...adminEventState.options]);
export type AdminEventFilter = z.output<typeof adminEventFilter>;

/** The fields of an event that administrators edit. */
export const eventFields = {
  title: z.string(),
  description: z.string(),
  type: eventType,
  division: z.nullable(division()),
  datetime: instant(),
  /** When its last session ends. */
  endsAt: instant(),
  timezone: z.string(),
  location: z.string(),
  zoomLink: z.nullable(z.string()),
  /** Null: unlimited. */
  capacity: z.nullable(z.number()),
  registrationDeadline: instant(),
  price: cents,
  /** Whether it is on the site. */
  isActive: z.boolean(),
  /**
   * Null for an event that is no tournament. Left out by older revisions; an edit without it leaves the set-up as it is, and a new
   * tournament without it has the shipped one.
   */
  setup: z.optional(z.nullable(eventSetup)),
  /** The part of a payment that a withdrawal gives back, by date. Left out by older revisions; an edit without it leaves the steps as they are, and a new event has none. */
  refundSteps: z.optional(refundSteps),
};

/** An event as administrators see it, with its editable fields and its numbers of people. */
export const adminEvent = z.object({
  id: uuid(),
  ...eventFields,
  /** When an administrator closed its registration manually; null otherwise. */
  closedAt: z.nullable(instant()),
  state: adminEventState,
  /**
   * The number of people with a place (paid or not), on the waitlist, and with a paid place; and the number of places
   * open to new registrations, null where there is no limit.
   */
  counts: z.object({ entries: z.number(), waiting: z.number(), paid: z.number(), placesLeft: z.nullable(z.number()) }),
  version: z.number(),
});
export type AdminEvent = z.output<typeof adminEvent>;

/** An event as a role reads it: without the Zoom link for staff who may write neither events nor content. */
export const shownEvent = z.extend(adminEvent, { zoomLink: z.optional(eventFields.zoomLink) });
export type ShownEvent = z.output<typeof shownEvent>;

const rosterCounts = z.object({
  /** With a place, paid or not. */
  entered: z.number(),
  paid: z.number(),
  waiting: z.number(),
  /** Withdrawn by their people. Left out by older revisions. */
  withdrawn: z.optional(z.number()),
});
export type RosterCounts = z.output<typeof rosterCounts>;

const rosterRow = z.object({
  /** Of a competition; null for the tournament as a whole, in which an entry counts once. */
  id: z.nullable(z.string()),
  name: z.string(),
  development: rosterCounts,
  professional: rosterCounts,
  /** Null where there is no limit. */
  placesLeft: z.nullable(z.number()),
});
export type RosterRow = z.output<typeof rosterRow>;

/** How many people a tournament has by competition and division: each competition in the order of the entry form, and the tournament last. */
export const eventRoster = z.object({
  rows: z.array(rosterRow),
  /** Of the tournament's divisions, as `placesLeft`. */
  divisionPlacesLeft: z.object({ development: z.nullable(z.number()), professional: z.nullable(z.number()) }),
});
export type EventRoster = z.output<typeof eventRoster>;

/** The copy of an event into the next quarter, created or only previewed. */
export const eventCopy = z.object({
  sourceId: uuid(),
  sourceTitle: z.string(),
  /**
   * `new`: the copy is created, or would be; `exists`: it was created before, or an event of its name exists; `past`:
   * it would be in the past.
   */
  outcome: z.enum(['new', 'exists', 'past']),
  /** The existing event; null in a preview of a new one. */
  eventId: z.nullable(uuid()),
  type: eventType,
  title: z.string(),
  description: z.string(),
  datetime: instant(),
  endsAt: instant(),
  registrationDeadline: instant(),
  timezone: z.string(),
  capacity: z.nullable(z.number()),
  price: cents,
  /** Whether its description names months or seasons, which are copied unchanged and may be wrong. */
  descriptionNamesDates: z.boolean(),
});
export type EventCopy = z.output<typeof eventCopy>;

/**
 * The status of a bootcamp registration. `paid`: its seat is paid; `held`: its seat is reserved for a payment that has
 * begun; `offered`: its seat is reserved for the first on the waitlist; `waiting`: on the waitlist; `released`: its
 * seat was released; `refunded`: its payment was refunded.
 */
export const bootcampStatus = z.enum(['paid', 'held', 'offered', 'waiting', 'released', 'refunded']);
export type BootcampStatus = z.output<typeof bootcampStatus>;

/** Each status as staff read it. */
export const BOOTCAMP_STATUS_WORDS: Readonly<Record<BootcampStatus, string>> = {
  paid: 'Paid',
  held: 'Awaiting payment',
  offered: 'Seat offered',
  waiting: 'On the waitlist',
  released: 'Seat released',
  refunded: 'Refunded',
};

export const bootcampRegistration = z.object({
  id: uuid(),
  eventId: uuid(),
  eventTitle: z.string(),
  eventBegins: instant(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  experienceLevel: experienceLevel(),
  goals: z.nullable(z.string()),
  referralSource: z.nullable(z.string()),
  specialRequests: z.nullable(z.string()),
  status: bootcampStatus,
  /** The position on the waitlist, from 1; null outside the waitlist. */
  position: z.nullable(z.number()),
  /** When the seat offer expires. */
  offeredUntil: z.nullable(instant()),
  paymentStatus: registrationPaymentStatus,
  /** Null for staff who may not see payments. */
  paymentAmount: z.nullable(cents),
  registeredAt: instant(),
});
export type BootcampRegistration = z.output<typeof bootcampRegistration>;

/**
 * The status of a member's sign-up for a workshop. `taken`: it has a seat; `waiting`: on the waitlist; `cancelled`: the
 * member gave it up; `released`: the annual plan, the account or the workshop ended before it.
 */
export const workshopStatus = z.enum(['taken', 'waiting', 'cancelled', 'released']);
export type WorkshopStatus = z.output<typeof workshopStatus>;

/** Each status as staff read it. */
export const WORKSHOP_STATUS_WORDS: Readonly<Record<WorkshopStatus, string>> = {
  taken: 'Has a seat',
  waiting: 'On the waitlist',
  cancelled: 'Cancelled by the member',
  released: 'Seat released',
};

export const workshopRegistration = z.object({
  id: uuid(),
  eventId: uuid(),
  eventTitle: z.string(),
  eventBegins: instant(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: workshopStatus,
  /** The position on the waitlist, from 1; null outside the waitlist. */
  position: z.nullable(z.number()),
  registeredAt: instant(),
  /** When the seat was given up or released. */
  endedAt: z.nullable(instant()),
});
export type WorkshopRegistration = z.output<typeof workshopRegistration>;
