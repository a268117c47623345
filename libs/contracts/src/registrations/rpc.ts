import * as z from 'zod/mini';
import { membershipChanged } from '../billing/events.ts';
import { cents } from '../cents.ts';
import { division, experienceLevel, instant, plan, uuid } from '../fields.ts';
import { idempotency } from '../idempotency.ts';
import { actingAdmin } from '../identity/model.ts';
import { exportRequest, exportSlice } from '../list-export.ts';
import { listQuery, pageOf } from '../page.ts';
import { person, personData } from '../person-data.ts';
import { foundPeople, peopleSearch, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import {
  competition,
  debateClubRegistration,
  debateClubStatus,
  entryStatus,
  paymentPreview,
  priceReason,
  publicEvent,
  tournamentRegistration,
} from './model.ts';

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
        }),
      ),
    }),
  ),
});

/** Newest first. `total` counts what the filter matches. */
export const listDebateClubRegistrations = rpc({
  name: 'registrations.list-debate-club-registrations.v1',
  input: listQuery,
  output: pageOf(debateClubRegistration),
});

export const listTournamentRegistrations = rpc({
  name: 'registrations.list-tournament-registrations.v1',
  input: listQuery,
  output: pageOf(tournamentRegistration),
});

export const exportDebateClubRegistrations = rpc({
  name: 'registrations.export-debate-club-registrations.v2',
  input: exportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

export const exportTournamentRegistrations = rpc({
  name: 'registrations.export-tournament-registrations.v2',
  input: exportRequest,
  output: exportSlice,
  timeoutMs: 15_000,
});

/**
 * Adds a registration by hand. It gives no access: that is the subscription's alone. It belongs to its address and to no account,
 * until a membership of the subscription that it names says whose it is. `registration_exists` while the address has one that has
 * not been cancelled, or where another one names the same subscription.
 */
export const createDebateClubRegistration = rpc({
  name: 'registrations.create-debate-club-registration.v1',
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
    by: actingAdmin,
  }),
  output: debateClubRegistration,
});

/** Every address of what the filter matches, newest registration first; see `nextCursor` for the rest. An address may come twice. */
export const listDebateClubEmails = rpc({
  name: 'registrations.list-debate-club-emails.v1',
  input: z.object({ q: z.optional(z.string()), status: z.optional(debateClubStatus), cursor: z.optional(z.string()) }),
  output: z.object({ emails: z.array(z.string()), nextCursor: z.nullable(z.string()) }),
});

/**
 * Hides a registration from the lists and counts. Its subscription is left alone, which `subscriptionGoesOn` says where it has one
 * that has not ended. `not_found` for what is not there or was deleted before.
 */
export const deleteDebateClubRegistration = rpc({
  name: 'registrations.delete-debate-club-registration.v1',
  input: z.object({ id: uuid(), by: actingAdmin }),
  output: z.object({ subscriptionGoesOn: z.boolean() }),
});

/**
 * Removes an entry and gives its place to who waits for it, as every place that comes free. What was paid for it stays paid: those
 * cents are answered. `not_found` for what is not there, `in_progress` while its payment page is open, where it may be paid any moment.
 */
export const deleteTournamentRegistration = rpc({
  name: 'registrations.delete-tournament-registration.v1',
  input: z.object({ id: uuid(), by: actingAdmin }),
  output: z.object({ keptPayment: cents }),
});

export const countRegistrations = rpc({
  name: 'registrations.count-registrations.v1',
  input: z.object({}),
  output: z.object({ activeDebateClubMembers: z.number(), totalTournamentRegistrations: z.number() }),
});

/**
 * What the list of the debate club has beside or without billing's memberships, between bounds: active rows that were added by hand
 * joined when they were added, and left with the deactivation of their account; rows that an administrator deleted have left, also those of a
 * subscription that goes on; `left` is negative where billing counts such a membership as leaving later, with its account. `active` is a
 * difference, which may be negative.
 */
export const countListedMembers = rpc({
  name: 'registrations.count-listed-members.v1',
  input: z.object({ bounds: z.array(instant()).check(z.minLength(2)) }),
  output: z.array(z.object({ joined: z.number(), left: z.number(), active: z.number() })),
});

/** What billing has to know to open the checkout of a registration. `title` is the line on the checkout page. */
const payable = z.object({
  registrationId: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  amount: cents,
  /** Until when it can be paid at the latest; null where nothing but its page ends that. */
  payBy: z.nullable(instant()),
  promoCode: z.nullable(z.string()),
  /** The account of the registration, where it has verified the mailbox and somebody else is to pay now: its open page is not for them to close. */
  holderId: z.optional(uuid()),
});
export type Payable = z.output<typeof payable>;

/**
 * From where a visitor registers, and how many unpaid registrations of an event that network has at most. Registrations keeps a keyed hash of it,
 * while it is unpaid. Left out by an older gateway.
 */
const network = z.optional(z.object({ address: z.string(), most: z.number() }));

/**
 * A place in the next bootcamp run, or on its waitlist. A held place stays so for five minutes, and while its checkout is
 * open. The same person gets the same place or position again, with the fields brought up to date unless they are kept (`isKeptFor`) or a guest is
 * about to pay. `registration_closed` when no run is open, `registration_exists` when the person's place is paid.
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
    /** From 1 on. */
    z.object({ waitlisted: z.literal(true), position: z.number() }),
  ]),
  // A crowd at the opening of a run takes its turns.
  timeoutMs: 10_000,
});

/** Gives a held place back whose checkout could not be opened. One with an open checkout stays held. Idempotent. */
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
  /** Whose token came along. Members' prices are for members who enter themselves. */
  member: z.nullable(z.object({ id: uuid(), email: z.string() })),
});

export type Entrant = z.output<typeof entrant>;

/** What an entry would cost this person. Throws as {@link enterTournament} does, and stores nothing. */
export const priceTournamentEntry = rpc({
  name: 'registrations.price-tournament-entry.v1',
  input: entrant,
  output: z.object({ eventId: uuid(), title: z.string(), amount: cents }),
});

const entered = z.object({
  registrationId: uuid(),
  title: z.string(),
  amount: cents,
  position: z.nullable(z.number()),
  /** Of its payment link, where it can be paid now. */
  payToken: z.optional(z.nullable(z.string())),
  /** The payment page takes its discount off the amount. */
  promoCode: z.optional(z.nullable(z.string())),
  /** For {@link correctEntryEmail}; null for an entry of an account, and for a paid one. */
  correctionToken: z.optional(z.nullable(z.string())),
  /** Whether what the account's membership or bootcamp includes does not price it, because it is in another name. */
  isInOtherName: z.optional(z.boolean()),
});

/**
 * Enters somebody for a tournament. A free entry is paid at once; any other is pending until its checkout, which the email
 * links, is paid. `registration_exists` for the second entry of a name and address, `registration_closed` after the deadline, `not_found`
 * for what is no tournament. `position` is that on the waitlist, from 1 on, and null for who is in. A named request
 * answers again what it was answered first; `idempotency_conflict` with other contents.
 */
export const enterTournament = rpc({
  name: 'registrations.enter-tournament.v1',
  input: z.extend(entrant, {
    phone: z.nullable(z.string()),
    competitions: z.array(competition),
    division: division(),
    experienceLevel: z.nullable(experienceLevel()),
    specialRequests: z.nullable(z.string()),
    promoCode: z.nullable(z.string()),
    idempotency: z.optional(idempotency),
    network,
  }),
  output: entered,
  timeoutMs: 10_000,
});

/**
 * Gives an unpaid entry another email address, to which its email then goes; links that were sent before end. The token is that of the
 * answer to {@link enterTournament}. `not_found` for another one, `registration_fixed` once it is paid or was corrected three times,
 * `registration_exists` where that address has an entry of this name.
 */
export const correctEntryEmail = rpc({
  name: 'registrations.correct-entry-email.v1',
  input: z.object({ token: z.string(), email: z.string() }),
  output: entered,
});

/** Whether a token is one with which {@link correctEntryEmail} finds an entry. `not_found` for another one. Changes nothing. */
export const checkEntryCorrection = rpc({
  name: 'registrations.check-entry-correction.v1',
  input: z.object({ token: z.string() }),
  output: z.object({}),
});

/** What {@link enterTournament} answered a named request before; null when it never did. `idempotency_conflict`. */
export const recallTournamentEntry = rpc({
  name: 'registrations.recall-tournament-entry.v1',
  input: idempotency,
  output: z.nullable(entered),
});

/** Whether an entry or a seat is there, and neither ended by a refund nor removed. */
export const checkRegistration = rpc({
  name: 'registrations.check-registration.v1',
  input: z.object({ registrationId: uuid() }),
  output: z.object({ isThere: z.boolean() }),
});

/** What the page of a payment link shows. Changes nothing. `payment_link_unknown` for a token that names nothing. */
export const previewPaymentLink = rpc({
  name: 'registrations.preview-payment-link.v1',
  input: z.object({ token: z.string() }),
  /** `payer` is whose uses of a promo code count; an older revision leaves it out. */
  output: z.extend(paymentPreview, {
    payer: z.optional(z.object({ userId: z.nullable(z.uuid()), email: z.string() })),
  }),
});

/**
 * What billing has to know to open the checkout that a payment link leads to; a bootcamp seat is held for as long as that takes. The page is
 * the account's where the account opens it signed in (`callerId`), and a guest's otherwise. `payment_link_unknown`, `purchase_exists` once it is paid, and `payment_link_closed` with the reason in words. Idempotent.
 */
export const takePaymentLink = rpc({
  name: 'registrations.take-payment-link.v1',
  /** An older gateway does not say who calls: the account has the page then. */
  input: z.object({ token: z.string(), network, callerId: z.optional(z.nullable(uuid())) }),
  output: z.extend(payable, { product: z.enum(['bootcamps', 'tournaments']) }),
});

/**
 * Makes or repairs the debate club registration of each membership. `made` counts those that were missing and those that were
 * hidden and are shown again; hidden ones stay so unless `bringBackHidden`. Idempotent.
 */
export const ensureRegistrations = rpc({
  name: 'registrations.ensure-registrations.v1',
  input: z.object({ memberships: z.array(membershipChanged.payload), bringBackHidden: z.boolean() }),
  output: z.object({ made: z.number() }),
  timeoutMs: 20_000,
});

/** Everything that this service keeps of a person. Every section is there, empty ones too. */
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
 * Gives an account's calendar a new key. The former one ends immediately, and the new one with the version of the session that asks for it.
 * Throws `token_invalid` where that has ended.
 */
export const makeCalendarFeed = rpc({
  name: 'registrations.make-calendar-feed.v1',
  input: z.object({ userId: uuid(), sessionVersion: z.optional(z.number()) }),
  output: calendarFeed,
});

/** Ends the key of an account's calendar. Idempotent. */
export const endCalendarFeed = rpc({
  name: 'registrations.end-calendar-feed.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({}),
});

/**
 * The calendar that a key opens. Its text is left out where the reader holds one that says the same. Throws `calendar_unknown`
 * for every key that opens none.
 */
export const readCalendar = rpc({
  name: 'registrations.read-calendar.v1',
  input: z.object({
    key: z.string(),
    /** Where the pages are that its entries name; no slash at its end. */
    siteUrl: z.string(),
    /** The `sha256` of the calendar that the reader holds. */
    cachedSha256: z.nullable(z.string()),
  }),
  output: z.object({
    /** Of all that it says, but not of when it was written. */
    sha256: z.string(),
    text: z.nullable(z.string()),
  }),
});

/** People who are registered for something, whose name or address somebody searches for. */
export const findPeople = rpc({ name: 'registrations.find-people.v1', input: peopleSearch, output: foundPeople });

/** A page of what registrations knows of somebody, and the name under which they registered last. */
export const readTimeline = rpc({
  name: 'registrations.read-timeline.v1',
  input: timelineRequest,
  output: z.extend(timelinePart, { name: z.nullable(z.string()) }),
});
