import * as z from 'zod/mini';
import { division, experienceLevel, instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';

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
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  division: division(),
  experienceLevel: z.nullable(experienceLevel()),
  specialRequests: z.nullable(z.string()),
  paymentStatus: registrationPaymentStatus,
  /** On the waitlist, from 1 on; null for an entry that has a place. Left out by revisions that did not answer it. */
  position: z.optional(z.nullable(z.number())),
  /** Whether it is unpaid and has given its place back, or its place on the waitlist. Left out by revisions that did not answer it. */
  isGivenUp: z.optional(z.boolean()),
  paymentAmount: z.nullable(cents),
  registeredAt: instant(),
});
export type TournamentRegistration = z.output<typeof tournamentRegistration>;

export const competition = z.enum(['prepared_speech', 'prepared_acting', 'spontaneous_speech', 'spontaneous_debate']);

/**
 * A dated happening as everybody may read it: a tournament or a bootcamp run. The Zoom link is not part of it. Whether one can
 * register is told by the product's clock, which is `now`, so that no reader's own clock decides it.
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
  /** IANA zone in which its times are told. */
  timezone: z.string(),
  location: z.string(),
  capacity: z.nullable(z.number()),
  registrationDeadline: instant(),
  price: cents,
  /** What an active monthly member pays; null where members pay the price. */
  memberPrice: z.nullable(cents),
  /** `closed` from the deadline on; `full` while who registers joins the waitlist. */
  state: z.enum(['open', 'closed', 'full']),
  /** For somebody new, so none while others wait; null where there is no limit. */
  placesLeft: z.nullable(z.number()),
  /** Whether a registration that names no event is for this one: the soonest of its type whose deadline has not passed. */
  isNext: z.boolean(),
  /** How often its times, place or words were changed, for calendars. */
  sequence: z.number(),
  now: instant(),
});
export type PublicEvent = z.output<typeof publicEvent>;

/**
 * Why a price is what it is: everybody's, that of active monthly members, nothing for active annual members, or nothing because
 * a bootcamp seat includes the entry.
 */
export const priceReason = z.enum(['standard', 'member', 'annual_member', 'bootcamp_entry']);

/** `pending` is to be paid still; `waiting` has no place yet, whether or not it costs anything. */
export const entryStatus = z.enum(['paid', 'pending', 'waiting']);

/** An event of the public list as it concerns the signed-in member. */
export const myEvent = z.object({
  eventId: uuid(),
  /** What an entry or a place would cost this member now, or what theirs costs that is not paid. */
  price: cents,
  reason: priceReason,
  entry: z.nullable(
    z.object({
      status: entryStatus,
      /** On the waitlist, from 1 on; null for who is in. */
      position: z.nullable(z.number()),
      /** The payment link of its email, while it can be paid. */
      payUrl: z.nullable(z.string()),
    }),
  ),
});
export type MyEvent = z.output<typeof myEvent>;

/** Why a payment for a registration is not accepted. */
export const paymentRefusal = z.enum(['over', 'full', 'withdrawn', 'free']);
export type PaymentRefusal = z.output<typeof paymentRefusal>;

/** What a payment link is for, as its page shows it. */
export const paymentPreview = z.object({
  kind: z.enum(['tournament', 'bootcamp']),
  /** `closed` can no longer be paid, or not yet: `message` says why. */
  state: z.enum(['payable', 'paid', 'closed']),
  title: z.string(),
  beginsAt: instant(),
  firstName: z.string(),
  lastName: z.string(),
  /** Before the promo code, which the provider's page takes off. */
  amount: cents,
  promoCode: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type PaymentPreview = z.output<typeof paymentPreview>;

/** A payment preview with what its promo code takes off now; a code that can no longer be used is left out, and `message` says so. */
export const pricedPayment = z.extend(paymentPreview, { discount: cents });
export type PricedPayment = z.output<typeof pricedPayment>;

/** A time at which a member may talk to an expert alone. */
export const officeHoursSlot = z.object({ startsAt: instant(), endsAt: instant(), isTaken: z.boolean() });

/** A slot that a member has. */
export const officeHoursRequest = z.object({
  id: uuid(),
  startsAt: instant(),
  endsAt: instant(),
  topic: z.string(),
  requestedAt: instant(),
});
export type OfficeHoursRequest = z.output<typeof officeHoursRequest>;
