import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { event } from '../event.ts';
import { division, instant, uuid } from '../fields.ts';
import { performedAction, claimMade } from '../identity/model.ts';
import { competition, paymentRefusal, publicEvent } from './model.ts';

/**
 * The event as a calendar shows it (`CalendarEvent`, but for its title), and when this was so. Events from before it was told carry
 * none.
 */
export const calendarEntry = z.object({
  ...z.pick(publicEvent, {
    id: true,
    type: true,
    datetime: true,
    endsAt: true,
    timezone: true,
    description: true,
    location: true,
    sequence: true,
  }).shape,
  publishedAt: instant(),
});

/**
 * Registrations that no account has, each with the mailbox that it was made for, as `billing.claims-made.v1` does for customers. One whose
 * address is corrected is claimed again, and again where the former address was granted to an account meanwhile.
 */
export const claimsMade = event({
  name: 'registrations.claims-made.v1',
  payload: z.object({
    claims: z.array(
      z.extend(claimMade(['tournament_entry', 'bootcamp_registration', 'debate_club_registration'] as const), {
        /** The account that it was granted to for another mailbox, and that does not get it. */
        refusedTo: z.optional(uuid()),
      }),
    ),
  }),
  subscribers: ['identity'],
});

const person = { email: z.string(), firstName: z.string(), lastName: z.string() };

/** The account whose registration it is, for its end; null without one. Left out by revisions that did not publish it. */
const whose = { userId: z.optional(z.nullable(uuid())) };

/**
 * Somebody is entered for a tournament (`entered`), has moved up from its waitlist (`moved_up`), or has to pay for an entry
 * that a bootcamp seat or an annual membership included, because that was paid back (`no_longer_included`). Each is told once, and `entered` again to
 * each corrected email address.
 * `position` is that on the waitlist, null for who is in. `payKey` opens the payment link of a pending entry.
 */
export const tournamentEntered = event({
  name: 'registrations.tournament-entered.v1',
  payload: z.object({
    registrationId: uuid(),
    occasion: z.enum(['entered', 'moved_up', 'no_longer_included']),
    ...person,
    ...whose,
    title: z.string(),
    beginsAt: instant(),
    /** Until when it can be paid. */
    deadline: instant(),
    competitions: z.array(competition),
    division: division(),
    amount: cents,
    paymentStatus: z.enum(['pending', 'paid']),
    position: z.nullable(z.number()),
    payKey: uuid(),
    /** What had included the entry, for `no_longer_included`; a bootcamp seat where it is missing. */
    includedBy: z.optional(z.enum(['bootcamp', 'membership'])),
    /** Until when its place is kept for it unpaid, where places are limited; an older revision leaves it out. */
    heldUntil: z.optional(z.nullable(instant())),
    /** What the payment page takes something off for; an older revision leaves it out. */
    promoCode: z.optional(z.nullable(z.string())),
    /** Names what changed since it was published for the same occasion before: each revision is a new email. */
    revision: z.optional(z.string()),
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/** A tournament entry was paid for at the provider. */
export const tournamentEntryPaid = event({
  name: 'registrations.tournament-entry-paid.v1',
  payload: z.object({
    registrationId: uuid(),
    ...person,
    ...whose,
    title: z.string(),
    beginsAt: instant(),
    amountPaid: cents,
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/**
 * What became of somebody's bootcamp registration: its place is paid for (`confirmed`), there is none yet (`waitlisted`, with
 * the position), or one is free for them until `offeredUntil` (`offered`). `since` is when that happened.
 */
export const bootcampSeatChanged = event({
  name: 'registrations.bootcamp-seat-changed.v1',
  payload: z.object({
    registrationId: uuid(),
    change: z.enum(['confirmed', 'waitlisted', 'offered']),
    since: instant(),
    ...person,
    ...whose,
    title: z.string(),
    /** Of its first session. */
    beginsAt: instant(),
    /** Of its last session. */
    endsAt: instant(),
    amount: cents,
    position: z.nullable(z.number()),
    offeredUntil: z.nullable(instant()),
    payKey: uuid(),
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/**
 * A member has a slot of the office hours (`requested`), or has given it back (`cancelled`). Each is told once of a request. The
 * address and the names are empty where it is given back because the account was deleted.
 */
export const officeHoursChanged = event({
  name: 'registrations.office-hours-changed.v1',
  payload: z.object({
    requestId: uuid(),
    change: z.enum(['requested', 'cancelled']),
    ...person,
    ...whose,
    startsAt: instant(),
    endsAt: instant(),
    topic: z.string(),
  }),
  subscribers: ['messaging'],
});

/**
 * Registrations that changed in what mail has to know of them, with what there is now: whether they are on their list (`isIn`), and
 * until when (a tournament's end; null without one). Of who is not on it there is no address, and there are only names that staff wrote. The
 * highest `version` of a registration is the newest.
 */
export const contactsChanged = event({
  name: 'registrations.contacts-changed.v1',
  payload: z.object({
    contacts: z.array(
      z.object({
        registrationId: uuid(),
        list: z.enum(['debate_club', 'tournament']),
        version: z.number(),
        ...person,
        isIn: z.boolean(),
        until: z.nullable(instant()),
      }),
    ),
  }),
  subscribers: ['messaging'],
});

/**
 * Somebody's turn is over: an entry was not paid in time and gave its place back (`unpaid`; it can still be paid while there is room), or
 * the event has begun, or its registration ended, while they were on the waitlist (`waitlist_ended`). Once for each.
 */
export const placeLost = event({
  name: 'registrations.place-lost.v1',
  payload: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    /**
     * `refunded`: what was paid for it was refunded in full, at the payment provider; `no_longer_included`: what included it has ended, when it
     * could not be paid any more.
     */
    because: z.enum(['unpaid', 'waitlist_ended', 'refunded', 'no_longer_included']),
    since: instant(),
    ...person,
    title: z.string(),
    beginsAt: instant(),
    payKey: uuid(),
  }),
  subscribers: ['messaging'],
});

/**
 * An administrator removed a registration of an event that is to come, of which its person was emailed before. What was `paid` stays with the
 * association until it refunds it. Once for each.
 */
export const registrationRemoved = event({
  name: 'registrations.registration-removed.v1',
  payload: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    payment: z.enum(['paid', 'free', 'unpaid']),
    amountPaid: cents,
    ...person,
    userId: z.nullable(uuid()),
    title: z.string(),
    beginsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * A payment arrived for what can no longer be given: it is over, full, was withdrawn, or costs nothing by now. Billing pays all of it back.
 * Or what was paid before its registration was removed has been refunded since. Once for each payment.
 */
export const paymentRefused = event({
  name: 'registrations.payment-refused.v1',
  payload: z.object({ purchaseId: uuid(), reason: paymentRefusal }),
  subscribers: ['billing'],
});

/** Nothing is to be paid for a registration any more, or less than its open payment page says: that page ends. Idempotent. One that was opened after `openedUntil` stays. */
export const paymentWithdrawn = event({
  name: 'registrations.payment-withdrawn.v1',
  payload: z.object({ reference: uuid(), openedUntil: z.optional(instant()) }),
  subscribers: ['billing'],
});

/** Registrations of a deleted account, of which nothing may be left elsewhere either, whatever address they were made with. */
export const registrationsErased = event({
  name: 'registrations.registrations-erased.v1',
  payload: z.object({ registrationIds: z.array(uuid()) }),
  subscribers: ['messaging'],
});

/** Of a deleted account's holder nothing is left here but what is counted. Once for each telling of the deletion. */
export const personErased = event({
  name: 'registrations.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** An administrator changed something here; published in the transaction of the change. The record of it is identity's. */
export const adminActed = event({
  name: 'registrations.admin-acted.v1',
  payload: performedAction([
    'create_event',
    'edit_event',
    'clone_events',
    'close_event',
    'reopen_event',
    'create_debate_club_registration',
    'delete_debate_club_registration',
    'delete_tournament_registration',
    'delete_bootcamp_registration',
    'import_debate_club_registrations',
  ]),
  subscribers: ['identity'],
});
