import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { division, experienceLevel, instant, uuid } from '../fields.ts';
import { registrationPaymentStatus } from './model.ts';

// What administrators alone read, apart so that a page of the site does not bring their schemas along.

export const eventType = z.enum(['tournament', 'bootcamp']);

/**
 * How an event stands. `closed` from its deadline on, or by hand; `sold_out` while who registers joins the waitlist; `hidden`
 * ones are not on the site.
 */
export const adminEventState = z.enum(['open', 'closed', 'sold_out', 'over', 'hidden']);
export type AdminEventState = z.output<typeof adminEventState>;

/** An event as administrators read it, with what they may change and how many people there are. */
export const adminEvent = z.object({
  id: uuid(),
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
  /** Unlimited when null. */
  capacity: z.nullable(z.number()),
  registrationDeadline: instant(),
  price: cents,
  /** Whether it is on the site. */
  isActive: z.boolean(),
  /** When somebody closed its registration by hand; null while nobody did. */
  closedAt: z.nullable(instant()),
  state: adminEventState,
  /** How many have a place, paid or not; how many wait; how many have paid; how many places are free for somebody new, null where there is no limit. */
  counts: z.object({ entries: z.number(), waiting: z.number(), paid: z.number(), placesLeft: z.nullable(z.number()) }),
  version: z.number(),
});
export type AdminEvent = z.output<typeof adminEvent>;

/** What a copy of an event into the next quarter is or would be. */
export const eventCopy = z.object({
  sourceId: uuid(),
  sourceTitle: z.string(),
  /** `new` is made, or would be; `exists` was made before, or is there under its name; `past` would be in the past. */
  outcome: z.enum(['new', 'exists', 'past']),
  /** Of the event that is there; null in a preview of a new one. */
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
  /** Whether its description names months or seasons, which are copied as they are and may not fit any more. */
  descriptionNamesDates: z.boolean(),
});
export type EventCopy = z.output<typeof eventCopy>;

/**
 * How a bootcamp registration stands: its place is paid (`paid`), kept for a payment that has begun (`held`), or for the first of
 * the waitlist (`offered`); there is none yet (`waiting`) or any more (`released`); or it was paid back (`refunded`).
 */
export const bootcampStatus = z.enum(['paid', 'held', 'offered', 'waiting', 'released', 'refunded']);
export type BootcampStatus = z.output<typeof bootcampStatus>;

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
  /** On the waitlist, from 1 on; null for who does not wait. */
  position: z.nullable(z.number()),
  /** Until when an offered place is kept. */
  offeredUntil: z.nullable(instant()),
  paymentStatus: registrationPaymentStatus,
  paymentAmount: cents,
  registeredAt: instant(),
});
export type BootcampRegistration = z.output<typeof bootcampRegistration>;
