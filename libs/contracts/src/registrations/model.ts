import * as z from 'zod/mini';
import { division, experienceLevel, instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';
import { eventSetup } from './event-setup.ts';
import { refundSteps } from './refund-steps.ts';

export const debateClubStatus = z.enum(['active', 'pending', 'paused', 'cancelled']);
export type DebateClubStatus = z.output<typeof debateClubStatus>;

export const debateClubRegistration = z.object({
  id: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  division: division(),
  billingCycle: plan(),
  experienceLevel: z.nullable(experienceLevel()),
  goals: z.nullable(z.string()),
  referralSource: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  status: debateClubStatus,
  billingStartDate: z.nullable(instant()),
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  registeredAt: z.nullable(instant()),
});
export type DebateClubRegistration = z.output<typeof debateClubRegistration>;

export const registrationPaymentStatus = z.enum(['pending', 'paid', 'failed', 'refunded']);

export const tournamentRegistration = z.object({
  id: uuid(),
  eventId: uuid(),
  /** The tournament. Left out by older revisions. */
  event: z.optional(z.object({ title: z.string(), datetime: instant(), timezone: z.string() })),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  division: division(),
  /** The names of its competitions. Left out by older revisions. */
  competitions: z.optional(z.array(z.string())),
  experienceLevel: z.nullable(experienceLevel()),
  specialRequests: z.nullable(z.string()),
  paymentStatus: registrationPaymentStatus,
  /** The position on the waitlist, from 1; null for an entry with a place. Left out by older revisions. */
  position: z.optional(z.nullable(z.number())),
  /** Whether it is unpaid and has released its place, or left the waitlist. Left out by older revisions. */
  isReleased: z.optional(z.boolean()),
  /** To the questions of its tournament, also to hidden ones, in their order. Left out by older revisions. */
  answers: z.optional(z.array(z.object({ question: z.string(), answer: z.string() }))),
  /** The rule of its tournament that it breaks by now, in words; null where it breaks none. Left out by older revisions. */
  ruleBroken: z.optional(z.nullable(z.string())),
  /**
   * Set once its person has withdrawn it: the cents that were to be refunded then, null for staff who may not see payments. `isOwed`:
   * staff had recorded its payment and have not undone it, so the association has the money to return. Left out by older revisions.
   */
  withdrawn: z.optional(z.nullable(z.object({ at: instant(), refund: z.nullable(cents), isOwed: z.boolean() }))),
  /** Null before there is one, and for staff who may not see payments. */
  paymentAmount: z.nullable(cents),
  registeredAt: instant(),
});
export type TournamentRegistration = z.output<typeof tournamentRegistration>;

/**
 * A tournament or a bootcamp run as every visitor sees it, without the Zoom link. `now` is the product's time, by which
 * registration opens and closes, independent of the reader's own clock.
 */
export const publicEvent = z.object({
  id: uuid(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['tournament', 'bootcamp']),
  division: z.nullable(division()),
  /** When it begins. */
  datetime: instant(),
  /** When its last session ends. */
  endsAt: instant(),
  /** IANA zone of its displayed times. */
  timezone: z.string(),
  location: z.string(),
  capacity: z.nullable(z.number()),
  registrationDeadline: instant(),
  /** At `now`; the later ones of a tournament are in its set-up. */
  price: cents,
  /** The price for active monthly members; null where members pay the standard price. */
  memberPrice: z.nullable(cents),
  /** `closed`: after the deadline; `full`: new registrations join the waitlist. */
  state: z.enum(['open', 'closed', 'full']),
  /** The places open to new registrations, so none while people are on the waitlist; null where there is no limit. */
  placesLeft: z.nullable(z.number()),
  /** Whether a registration that names no event is for this one: the soonest of its type whose deadline has not passed. */
  isNext: z.boolean(),
  /** The competitions of a tournament; null for a bootcamp. Left out by older revisions. */
  setup: z.optional(z.nullable(eventSetup)),
  /** Its limited competitions and divisions, with the places open to new registrations. Left out where none is limited. */
  places: z.optional(
    z.array(z.object({ of: z.enum(['competition', 'division']), id: z.string(), placesLeft: z.number() })),
  ),
  /** The part of a payment that a withdrawal gives back, by date; without steps nothing. Left out by older revisions. */
  refundSteps: z.optional(refundSteps),
  /** The number of changes of its times, place or text, for calendars. */
  sequence: z.number(),
  now: instant(),
});
export type PublicEvent = z.output<typeof publicEvent>;

/**
 * The reason for a price: the standard one, that of active monthly members, free for active annual members, or free
 * because a bootcamp seat includes the entry.
 */
export const priceReason = z.enum(['standard', 'member', 'annual_member', 'bootcamp_entry']);

/** `pending`: payment is due; `waiting`: on the waitlist, whether or not it costs anything. */
export const entryStatus = z.enum(['paid', 'pending', 'waiting']);

/** An event of the public list with the signed-in member's price and entry. */
export const myEvent = z.object({
  eventId: uuid(),
  /** The price of a new entry or seat for this member, or of the member's unpaid one. */
  price: cents,
  reason: priceReason,
  entry: z.nullable(
    z.object({
      status: entryStatus,
      /** The position on the waitlist, from 1; null for an entry with a place. */
      position: z.nullable(z.number()),
      /** The payment link of its email, while it can be paid. */
      payUrl: z.nullable(z.string()),
      /** The link to the meeting: of a paid entry, from a day before the event begins until it is over. */
      zoomLink: z.nullable(z.string()),
      /** The part of its payment that a withdrawal gives back, by date. Of an entry that something was paid for; left out of others, and by older revisions. */
      refundSteps: z.optional(refundSteps),
      /** The page of the entry, on which the member can withdraw. Of a tournament; left out of others, and by older revisions. */
      entryUrl: z.optional(z.nullable(z.string())),
      /** The rule of the tournament that it breaks by now, in words: on the waitlist, others get places before it. Left out by older revisions. */
      ruleBroken: z.optional(z.nullable(z.string())),
    }),
  ),
});
export type MyEvent = z.output<typeof myEvent>;

/** The contents of a payment link's page. */
export const paymentPreview = z.object({
  kind: z.enum(['tournament', 'bootcamp']),
  /** `closed`: cannot be paid, or not yet; `message` gives the reason. */
  state: z.enum(['payable', 'paid', 'closed']),
  title: z.string(),
  beginsAt: instant(),
  firstName: z.string(),
  lastName: z.string(),
  /** Before the discount of the promo code, which the provider's page applies. */
  amount: cents,
  promoCode: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** The part of the payment that a withdrawal would give back, by date, in this zone of its event. Left out by older revisions. */
  refunds: z.optional(z.object({ steps: refundSteps, timezone: z.string() })),
});
export type PaymentPreview = z.output<typeof paymentPreview>;

/** A payment preview with the current discount of its promo code. An unusable code is left out, and `message` says so. */
export const pricedPayment = z.extend(paymentPreview, { discount: cents });
export type PricedPayment = z.output<typeof pricedPayment>;

/** A time at which a member may talk to an expert alone. */
export const officeHoursSlot = z.object({
  startsAt: instant(),
  endsAt: instant(),
  /** Of the office hours. */
  timeZone: z.string(),
  isTaken: z.boolean(),
});

/** A slot that a member has. */
export const officeHoursRequest = z.object({
  id: uuid(),
  startsAt: instant(),
  endsAt: instant(),
  /** Of the office hours at the moment, which may have been another one when the member requested the slot. */
  timeZone: z.string(),
  topic: z.string(),
  requestedAt: instant(),
});
export type OfficeHoursRequest = z.output<typeof officeHoursRequest>;
