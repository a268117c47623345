import * as z from 'zod/mini';
import { membershipChanged } from '../billing/events.ts';
import { offlinePayable } from '../billing/offline-payment.ts';
import { cents } from '../cents.ts';
import { division, experienceLevel, instant, plan, uuid } from '../fields.ts';
import { idempotency } from '../idempotency.ts';
import { actor } from '../identity/model.ts';
import { clubExportRequest, entryExportRequest, exportSlice } from '../list-export.ts';
import { pageOf } from '../page.ts';
import { clubListQuery, entryListQuery } from '../registration-list.ts';
import { person, personData } from '../person-data.ts';
import { knownRegistration, knownWorkshop, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import {
  debateClubRegistration,
  debateClubStatus,
  entryStatus,
  paymentPreview,
  priceReason,
  publicEvent,
  tournamentRegistration,
} from './model.ts';
import { refundSteps } from './refund-steps.ts';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const listEvents = rpc({
  name: 'registrations.list-events.v1',
  input: z.object({}),
  output: z.array(publicEvent),
});

/**
 * The events of {@link listEvents} in the same order, each with the member's own price and entry. `payment` opens the payment
 * link of a pending entry while it can be paid.
 */
export const listMyEvents = rpc({
  name: 'registrations.list-my-events.v1',
  input: z.object({ member: z.object({ id: uuid(), email: z.string() }) }),
  output: z.array(
    z.object({
      eventId: uuid(),
      type: z.enum(['tournament', 'bootcamp']),
      price: cents,
      reason: priceReason,
      entry: z.nullable(
        z.object({
          status: entryStatus,
          position: z.nullable(z.number()),
          payment: z.nullable(z.object({ registrationId: uuid(), key: z.string() })),
          /** Of a paid one, from a day before the event begins until it is over. An older service leaves it out. */
          zoomLink: z.optional(z.nullable(z.string())),
          refundSteps: z.optional(refundSteps),
          /** Of a tournament entry. An older service leaves it out. */
          entryToken: z.optional(z.string()),
          /** As of `myEvent`. */
          ruleBroken: z.optional(z.nullable(z.string())),
        }),
      ),
    }),
  ),
});

/** Newest first. `total` counts all matches of the filter. */
export const listDebateClubRegistrations = rpc({
  name: 'registrations.list-debate-club-registrations.v1',
  input: clubListQuery,
  output: pageOf(debateClubRegistration),
});

export const listTournamentRegistrations = rpc({
  name: 'registrations.list-tournament-registrations.v1',
  input: entryListQuery,
  output: pageOf(tournamentRegistration),
});

export const exportDebateClubRegistrations = rpc({
  name: 'registrations.export-debate-club-registrations.v2',
  input: clubExportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

export const exportTournamentRegistrations = rpc({
  name: 'registrations.export-tournament-registrations.v2',
  input: entryExportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

/**
 * Adds a registration manually. It gives no access: only a subscription does. It belongs to its email address and to no
 * account, until a membership of the subscription that it names identifies the account. `registration_exists` while the
 * email address has one that is not cancelled, or where another one names the same subscription.
 */
export const createDebateClubRegistration = rpc({
  name: 'registrations.create-debate-club-registration.v1',
  permission: 'registrations:write',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.nullable(z.string()),
    division: division(),
    billingCycle: plan(),
    experienceLevel: z.nullable(experienceLevel()),
    goals: z.nullable(z.string()),
    referralSource: z.nullable(z.string()),
    billingStartDate: z.nullable(instant()),
    stripeCustomerId: z.nullable(z.string()),
    stripeSubscriptionId: z.nullable(z.string()),
    status: debateClubStatus,
    by: actor,
  }),
  output: debateClubRegistration,
});

/**
 * The email addresses of all matches of the filter, newest registration first; `nextCursor` continues the list. An
 * address may appear twice.
 */
export const listDebateClubEmails = rpc({
  name: 'registrations.list-debate-club-emails.v1',
  input: z.object({
    q: z.optional(z.string()),
    status: z.optional(debateClubStatus),
    division: z.optional(division()),
    billingCycle: z.optional(plan()),
    registeredFrom: clubListQuery.shape.registeredFrom,
    registeredUntil: clubListQuery.shape.registeredUntil,
    cursor: z.optional(z.string()),
  }),
  output: z.object({ emails: z.array(z.string()), nextCursor: z.nullable(z.string()) }),
});

/**
 * Hides a registration from the lists and counts. Its subscription continues; `subscriptionGoesOn` says whether it has
 * one that has not ended. `not_found` for a registration that does not exist or was deleted before.
 */
export const deleteDebateClubRegistration = rpc({
  name: 'registrations.delete-debate-club-registration.v1',
  permission: 'registrations:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ subscriptionGoesOn: z.boolean() }),
});

/**
 * Removes an entry and offers its place to the waitlist, like every released place. The rest of its payment is not
 * refunded; the answer has those cents. `not_found` for an unknown entry, `in_progress` while its payment page is open and may be
 * paid at any moment.
 */
export const deleteTournamentRegistration = rpc({
  name: 'registrations.delete-tournament-registration.v1',
  permission: 'registrations:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ keptPayment: cents }),
});

export const countRegistrations = rpc({
  name: 'registrations.count-registrations.v1',
  input: z.object({}),
  output: z.object({ activeDebateClubMembers: z.number(), totalTournamentRegistrations: z.number() }),
});

/**
 * The debate club's list where it differs from billing's memberships, between bounds. Active rows that were added
 * manually joined when they were added, and left when their account was deactivated. Rows that an administrator deleted
 * have left, also those of a subscription that continues. `left` is negative where billing counts such a membership as
 * leaving later, with its account. `active` is a difference, which may be negative.
 */
export const countListedMembers = rpc({
  name: 'registrations.count-listed-members.v1',
  input: z.object({ bounds: z.array(instant()).check(z.minLength(2)) }),
  output: z.array(z.object({ joined: z.number(), left: z.number(), active: z.number() })),
});

/** The data with which billing opens the checkout of a registration. `title` is the line on the checkout page. */
const payable = z.object({
  registrationId: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  /** When the event begins. Left out by an older release. */
  beginsAt: z.optional(instant()),
  amount: cents,
  /** The latest time at which it can be paid; null where only its page limits that. */
  payBy: z.nullable(instant()),
  promoCode: z.nullable(z.string()),
  /**
   * The account of the registration, where it has verified the mailbox and another person pays now: that person cannot
   * close the account's open page.
   */
  holderId: z.optional(uuid()),
});
export type Payable = z.output<typeof payable>;

/**
 * The visitor's network, and the maximum number of unpaid registrations of an event from it. Registrations stores a
 * keyed hash of it, while the registration is unpaid. Left out by an older gateway.
 */
const network = z.optional(z.object({ address: z.string(), most: z.number() }));

/**
 * Reserves a seat in the next bootcamp run, or a position on its waitlist. A seat is held for five minutes, and while
 * its checkout is open. The same person gets the same seat or position again, with the fields updated unless they are
 * fixed (`isKeptFor`) or a guest is about to pay. `address_refused` as {@link enterTournament}, `registration_closed` where
 * no run is open, `registration_exists` where the person's seat is paid.
 */
export const reserveBootcampSeat = rpc({
  name: 'registrations.reserve-bootcamp-seat.v1',
  input: z.object({
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.nullable(z.string()),
    experienceLevel: experienceLevel(),
    goals: z.nullable(z.string()),
    referralSource: z.nullable(z.string()),
    specialRequests: z.nullable(z.string()),
    promoCode: z.nullable(z.string()),
    network,
  }),
  output: z.union([
    z.extend(payable, { held: z.literal(true), eventId: uuid() }),
    /** Counted from 1. */
    z.object({ waitlisted: z.literal(true), position: z.number() }),
  ]),
  // When a run opens, many requests queue for its lock.
  timeoutMs: 10_000,
});

/**
 * The price that {@link reserveBootcampSeat} would ask of this person for a seat; null where it refuses, because no run is
 * open or the person has a paid seat. Throws `address_refused`. Stores nothing.
 */
export const priceBootcampSeat = rpc({
  name: 'registrations.price-bootcamp-seat.v1',
  input: z.object({ userId: z.nullable(uuid()), email: z.string(), firstName: z.string(), lastName: z.string() }),
  output: z.object({ amount: z.nullable(cents) }),
});

/** Releases a held place whose checkout could not be opened. One with an open checkout stays held. Idempotent. */
export const releasePlace = rpc({
  name: 'registrations.release-place.v1',
  input: z.object({ registrationId: uuid() }),
  output: z.object({}),
});

const entrant = z.object({
  /** The tournament; the next open one when null. */
  eventId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The member whose token was sent. Member prices are for members who enter themselves. */
  member: z.nullable(z.object({ id: uuid(), email: z.string() })),
});

export type Entrant = z.output<typeof entrant>;

/** The person whose uses of a promo code count. */
const payer = z.object({ userId: z.nullable(uuid()), email: z.string() });

/**
 * The price of an entry for this person; null where the request with this idempotency key entered them already. Throws as
 * {@link enterTournament} does, and stores nothing.
 */
export const priceTournamentEntry = rpc({
  name: 'registrations.price-tournament-entry.v1',
  input: z.extend(entrant, { idempotency: z.optional(idempotency) }),
  output: z.nullable(z.object({ eventId: uuid(), amount: cents, payer })),
});

const entryResult = z.object({
  registrationId: uuid(),
  title: z.string(),
  amount: cents,
  position: z.nullable(z.number()),
  /** The names of the full competitions and divisions of an entry on the waitlist. Left out where the tournament itself is full. */
  full: z.optional(z.array(z.string())),
  /** The token of its payment link, where it can be paid now. */
  payToken: z.optional(z.nullable(z.string())),
  /** The payment page applies its discount to the amount. */
  promoCode: z.optional(z.nullable(z.string())),
  /** For {@link correctEntryEmail}; null for an entry of an account, and for a paid one. */
  correctionToken: z.optional(z.nullable(z.string())),
  /** Whether the entry is in another name, so that the account's membership or bootcamp does not include it. */
  isInOtherName: z.optional(z.boolean()),
});

/**
 * Enters a person for a tournament. A free entry counts as paid immediately; any other is pending until its checkout,
 * which the email links to, is paid. `address_refused` where a guest names the mailbox of a deactivated account,
 * `registration_exists` for the second entry of a name and email address, `registration_closed` after the deadline,
 * `not_found` for an event that is no tournament, `invalid_request` for competitions, a division or answers that its set-up does not
 * take, `price_changed` where it costs more than `shownPrice`. `position` is the position on the waitlist, from 1, and null for an
 * entry with a place. A request with the same idempotency key gets the first answer again; `idempotency_conflict` with
 * other contents.
 */
export const enterTournament = rpc({
  name: 'registrations.enter-tournament.v1',
  input: z.extend(entrant, {
    phone: z.nullable(z.string()),
    /** Ids. */
    competitions: z.array(z.string()),
    division: division(),
    experienceLevel: z.nullable(experienceLevel()),
    specialRequests: z.nullable(z.string()),
    /** To the questions of the set-up, by the id of the question. */
    answers: z.optional(z.record(z.string(), z.string())),
    promoCode: z.nullable(z.string()),
    /** Cents; no limit where it is left out. */
    shownPrice: z.optional(z.number()),
    idempotency: z.optional(idempotency),
    network,
  }),
  output: entryResult,
  timeoutMs: 10_000,
});

/**
 * Gives an unpaid entry another email address, which then gets its email; links that were sent before end. The token is
 * that of the answer to {@link enterTournament}. `not_found` for another token, `registration_fixed` once the entry is
 * paid or was corrected three times, `registration_exists` where that email address has an entry of this name.
 */
export const correctEntryEmail = rpc({
  name: 'registrations.correct-entry-email.v1',
  input: z.object({ token: z.string(), email: z.string() }),
  output: entryResult,
});

/** Whether {@link correctEntryEmail} accepts this token and address: `not_found` and `address_refused`. Changes nothing. */
export const checkEntryCorrection = rpc({
  name: 'registrations.check-entry-correction.v1',
  input: z.object({ token: z.string(), email: z.string() }),
  output: z.object({}),
});

/** Whether an entry or a seat exists that was neither refunded nor removed. */
export const checkRegistration = rpc({
  name: 'registrations.check-registration.v1',
  input: z.object({ registrationId: uuid() }),
  output: z.object({ isThere: z.boolean() }),
});

/**
 * The price and the person of an entry or a seat, for staff who record a payment; `problem` says why none can be recorded now. Changes
 * nothing. `not_found`.
 */
export const readOfflinePayable = rpc({
  name: 'registrations.read-offline-payable.v1',
  input: z.object({ registrationId: uuid() }),
  output: offlinePayable,
});

/** The registration that a token of a receipt names. `receipt_link_unknown` for any other token, and once its person was erased. */
export const readReceiptLink = rpc({
  name: 'registrations.read-receipt-link.v1',
  input: z.object({ token: z.string() }),
  output: z.object({ reference: uuid() }),
});

/** The contents of a payment link's page. Changes nothing. `payment_link_unknown` for an unknown token. */
export const previewPaymentLink = rpc({
  name: 'registrations.preview-payment-link.v1',
  input: z.object({ token: z.string() }),
  output: z.extend(paymentPreview, { payer }),
});

/**
 * The data with which billing opens the checkout of a payment link; a bootcamp seat is held meanwhile. The page belongs
 * to the account where the account opens it signed in (`callerId`), and to a guest otherwise. `payment_link_unknown`,
 * `purchase_exists` once it is paid, and `payment_link_closed` with the reason in words. Idempotent.
 */
export const takePaymentLink = rpc({
  name: 'registrations.take-payment-link.v1',
  /** An older gateway leaves `callerId` out: then the page belongs to the account. */
  input: z.object({ token: z.string(), network, callerId: z.optional(z.nullable(uuid())) }),
  output: z.extend(payable, { product: z.enum(['bootcamps', 'tournaments']) }),
});

/**
 * Creates or repairs the debate club registration of each membership. `made` counts those that were missing and those
 * that were hidden and are shown again; hidden ones stay so unless `bringBackHidden`. Idempotent.
 */
export const ensureRegistrations = rpc({
  name: 'registrations.ensure-registrations.v1',
  input: z.object({ memberships: z.array(membershipChanged.payload), bringBackHidden: z.boolean() }),
  output: z.object({ made: z.number() }),
  timeoutMs: 20_000,
});

/** Everything that registrations stores about a person. Every section is present, empty ones too. */
export const exportPerson = rpc({
  name: 'registrations.export-person.v1',
  input: person,
  output: personData,
  timeoutMs: 10_000,
});

const calendarFeed = z.nullable(z.object({ key: z.string(), createdAt: instant() }));

/** The key of an account's calendar; null while there is none. */
export const getCalendarFeed = rpc({
  name: 'registrations.get-calendar-feed.v1',
  input: z.object({ userId: uuid() }),
  output: calendarFeed,
});

/**
 * Gives an account's calendar a new key. The former one ends immediately, and the new one ends with the session version
 * of the request. Throws `token_invalid` where that session has ended.
 */
export const makeCalendarFeed = rpc({
  name: 'registrations.make-calendar-feed.v1',
  input: z.object({ userId: uuid(), sessionVersion: z.optional(z.number()) }),
  output: calendarFeed,
});

/** Removes the key of an account's calendar. Idempotent. */
export const endCalendarFeed = rpc({
  name: 'registrations.end-calendar-feed.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({}),
});

/**
 * The calendar of a key. Its text is left out where the reader's copy is current. Throws `calendar_unknown` for an
 * unknown key.
 */
export const readCalendar = rpc({
  name: 'registrations.read-calendar.v1',
  input: z.object({
    key: z.string(),
    /** The base URL of the pages that its entries link to; no trailing slash. */
    siteUrl: z.string(),
    /** The `sha256` of the reader's copy. */
    cachedSha256: z.nullable(z.string()),
  }),
  output: z.object({
    /** The hash of the contents, without the time at which they were written. */
    sha256: z.string(),
    text: z.nullable(z.string()),
  }),
});

/** A page of registrations' timeline of a person; with the first page the name of the latest registration, and the registrations. */
export const readTimeline = rpc({
  name: 'registrations.read-timeline.v1',
  input: timelineRequest,
  output: z.extend(timelinePart, {
    name: z.nullable(z.string()),
    /** Left out by older revisions. */
    registrations: z.optional(z.array(knownRegistration)),
    /** Left out by older revisions. */
    workshops: z.optional(z.array(knownWorkshop)),
  }),
});
