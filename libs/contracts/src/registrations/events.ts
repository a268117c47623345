import * as z from 'zod/mini';
import { SHIPPED_OFFICE_HOURS } from '../office-hours.ts';
import { cents } from '../cents.ts';
import { event } from '../event.ts';
import { division, instant, uuid } from '../fields.ts';
import { performedAction, claimMade } from '../identity/model.ts';
import { personRecord } from '../person-record.ts';
import { paymentRefusal } from '../billing/model.ts';
import { eventType } from './admin-model.ts';
import { eventNotice } from './event-notice-model.ts';
import { publicEvent } from './model.ts';
import { refundWay } from './own-entry-model.ts';
import { refundSteps } from './refund-steps.ts';

/**
 * The event as a calendar shows it (`CalendarEvent` without its title), and the time of that state. Missing in events
 * of revisions that did not publish it.
 */
export const calendarEntry = z.object({
  ...z.pick(publicEvent, {
    id: true,
    datetime: true,
    endsAt: true,
    timezone: true,
    description: true,
    location: true,
    sequence: true,
  }).shape,
  type: eventType,
  publishedAt: instant(),
});

const claimOfRegistration = z.extend(
  claimMade(['tournament_entry', 'bootcamp_registration', 'debate_club_registration'] as const),
  {
    /** The account that got this claim for another mailbox, and that must not keep it. */
    refusedTo: z.optional(uuid()),
  },
);

/**
 * Registrations without an account, each with the mailbox that it was made for, as `billing.claims-made.v1` has for
 * customers. A registration whose email address is corrected is claimed again, and once more where the former email
 * address was granted to an account meanwhile.
 */
export const claimsMade = event({
  name: 'registrations.claims-made.v1',
  payload: z.object({ claims: z.array(claimOfRegistration) }),
  subscribers: ['identity'],
});

const person = { email: z.string(), firstName: z.string(), lastName: z.string() };

/**
 * The account of the registration, for the deletion of that account; null without one. Left out by revisions that did
 * not publish it.
 */
const whose = { userId: z.optional(z.nullable(uuid())) };

/**
 * A person is entered for a tournament (`entered`), has moved up from its waitlist (`moved_up`), or has to pay for an
 * entry that a bootcamp seat or an annual membership included, because that was refunded (`no_longer_included`). Each
 * is published once, and `entered` again for each corrected email address. `position` is the position on the waitlist,
 * null for an entry with a place. `payKey` opens the payment link of a pending entry.
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
    /** The payment deadline. */
    deadline: instant(),
    /** Ids. */
    competitions: z.array(z.string()),
    /** Their names in the tournament's set-up. Left out for the shipped one, and by older revisions. */
    competitionNames: z.optional(z.array(z.string())),
    division: division(),
    amount: cents,
    paymentStatus: z.enum(['pending', 'paid']),
    position: z.nullable(z.number()),
    /** The full competitions and divisions that an entry on the waitlist asks for. Left out where the tournament itself is full. */
    full: z.optional(z.array(z.string())),
    payKey: uuid(),
    /** The purchase that had included the entry, for `no_longer_included`; a bootcamp seat where it is missing. */
    includedBy: z.optional(z.enum(['bootcamp', 'membership'])),
    /** Until when the unpaid place is held, where places are limited. Left out by older revisions. */
    heldUntil: z.optional(z.nullable(instant())),
    /** The promo code whose discount the payment page applies. Left out by older revisions. */
    promoCode: z.optional(z.nullable(z.string())),
    /** Identifies a change since this occasion was published before: each revision is a new email. */
    revision: z.optional(z.string()),
    /** As of {@link tournamentEntryPaid}. */
    entryToken: z.optional(z.string()),
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/**
 * Opens the receipt of a payment without an account: see `downloadGuestReceipt`. Null where nothing was paid, and for the registration of an
 * account, whose receipts are on its page. Left out by older revisions.
 */
const receiptToken = z.optional(z.nullable(z.string()));

/** The part of the payment that a withdrawal gives back, by date. Left out where nothing was paid or is given back, and by older revisions. */
const refunds = z.optional(refundSteps);

/** Opens the page of the entry: see `openOwnEntry`. Left out by older revisions. */
const entryToken = z.optional(z.string());

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
    receiptToken,
    entryToken,
    refundSteps: refunds,
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/**
 * The status of a bootcamp registration changed: its seat is paid (`confirmed`), it is on the waitlist (`waitlisted`,
 * with the position), or it has a seat offer until `offeredUntil` (`offered`). `since` is when that happened.
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
    /** The beginning of its first session. */
    beginsAt: instant(),
    /** The end of its last session. */
    endsAt: instant(),
    amount: cents,
    position: z.nullable(z.number()),
    offeredUntil: z.nullable(instant()),
    payKey: uuid(),
    /** Of a confirmed seat. */
    receiptToken,
    /** Of a confirmed seat. */
    refundSteps: refunds,
    calendar: z.optional(calendarEntry),
  }),
  subscribers: ['messaging'],
});

/**
 * A member's sign-up for a workshop changed: it has a seat (`signed_up`, or `moved_up` from the waitlist) or is on the
 * waitlist (`waitlisted`, with the position); it was given up by the member (`cancelled`), ended with the annual plan
 * (`plan_ended`), or was removed by staff (`removed`). Staff cancelled the workshop (`workshop_cancelled`). Earlier releases published
 * `workshop_changed` where staff moved it. `since` is when that happened; each is published once.
 */
export const workshopSeatChanged = event({
  name: 'registrations.workshop-seat-changed.v1',
  payload: z.object({
    registrationId: uuid(),
    change: z.enum([
      'signed_up',
      'waitlisted',
      'moved_up',
      'cancelled',
      'plan_ended',
      'removed',
      'workshop_changed',
      'workshop_cancelled',
    ]),
    since: instant(),
    ...person,
    ...whose,
    title: z.string(),
    beginsAt: instant(),
    endsAt: instant(),
    position: z.nullable(z.number()),
    /** Only for a member with a seat. */
    zoomLink: z.nullable(z.string()),
    calendar: calendarEntry,
  }),
  subscribers: ['messaging'],
});

/**
 * A person with a place is due a notice of its event ({@link eventNotice}). Each is published once for an event's date, and
 * again where the registration gets another mailbox. It may be out of date when it is handled: see `checkEventNotice`.
 */
export const eventNoticeDue = event({
  name: 'registrations.event-notice-due.v1',
  payload: z.object({
    noticeId: uuid(),
    registrationId: uuid(),
    eventId: uuid(),
    kind: eventType,
    notice: eventNotice,
    dueAt: instant(),
    ...person,
    userId: z.nullable(uuid()),
    title: z.string(),
    beginsAt: instant(),
    endsAt: instant(),
    /** Whether the link to the meeting is shown by now. */
    isLinkDue: z.boolean(),
    /** Only of a paid place, once it is due; null while staff have not entered it. */
    zoomLink: z.nullable(z.string()),
    /** Opens the event's page for its person; null for an unpaid entry and for a workshop, which is on the member's page. */
    accessToken: z.nullable(z.string()),
    /** Opens the page of a tournament entry: see `openOwnEntry`. Left out of others, and by older revisions. */
    entryToken: z.optional(z.string()),
    /** Of a tournament entry. */
    entry: z.nullable(
      z.object({
        competitions: z.array(z.string()),
        /** As of {@link tournamentEntered}. */
        competitionNames: z.optional(z.array(z.string())),
        division: division(),
      }),
    ),
    /** Of an unpaid entry: its payment link, and until when it can be paid. */
    payment: z.nullable(z.object({ payKey: uuid(), payBy: instant(), amount: cents })),
    calendar: calendarEntry,
  }),
  subscribers: ['messaging'],
});

/**
 * A member took a slot of the office hours (`requested`), or gave it up (`cancelled`). Each is published once for a
 * request. The email address and the names are empty where it is given up because the account was deleted.
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
    /** Of the office hours. Earlier releases leave it out: theirs are on New York's clock. */
    timeZone: z._default(z.string(), SHIPPED_OFFICE_HOURS.timeZone),
    topic: z.string(),
  }),
  subscribers: ['messaging'],
});

/**
 * Registrations that changed in the data that messaging needs, with the current data: whether they are on their list
 * (`isIn`), and until when (a tournament's end; null without one). A registration off the list has no email address,
 * and a name only where staff wrote it. The highest `version` of a registration is the newest.
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

/** Registrations that changed, for the list of people. See {@link personRecord}. */
export const personRecordsChanged = event({
  name: 'registrations.person-records-changed.v1',
  payload: z.object({ records: z.array(personRecord(['debate_club', 'tournaments', 'bootcamp'])) }),
  subscribers: ['identity'],
});

/**
 * A registration lost its place: an unpaid entry was not paid in time and released its place (`unpaid`; it can still be
 * paid while there is room), or it was on the waitlist when the event began or its registration closed
 * (`waitlist_ended`). Once for each.
 */
export const placeLost = event({
  name: 'registrations.place-lost.v1',
  payload: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    /**
     * `refunded`: its payment was refunded in full, at the payment provider; `undone`: staff undid a payment that they had recorded; `no_longer_included`: the purchase that
     * included it has ended, when the entry could not be paid any more.
     */
    because: z.enum(['unpaid', 'waitlist_ended', 'refunded', 'undone', 'no_longer_included']),
    since: instant(),
    ...person,
    title: z.string(),
    beginsAt: instant(),
    payKey: uuid(),
    /** Of its payments in all; left out by older revisions. */
    amountRefunded: z.optional(cents),
  }),
  subscribers: ['messaging'],
});

/**
 * An administrator removed a registration of a future event, after its person had received an email about it. The
 * association keeps the rest of what was paid until it refunds it. Once for each.
 */
export const registrationRemoved = event({
  name: 'registrations.registration-removed.v1',
  payload: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    payment: z.enum(['paid', 'free', 'unpaid']),
    amountPaid: cents,
    /** Of the amount paid; left out by older revisions. */
    amountRefunded: z.optional(cents),
    ...person,
    userId: z.nullable(uuid()),
    title: z.string(),
    beginsAt: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * A person withdrew a tournament entry, by their page of it. Its place is free. Billing refunds what is due of a payment at the
 * provider; staff return what they had recorded. Once for each entry.
 */
export const entryWithdrawn = event({
  name: 'registrations.entry-withdrawn.v1',
  payload: z.object({
    registrationId: uuid(),
    ...person,
    userId: z.nullable(uuid()),
    title: z.string(),
    beginsAt: instant(),
    at: instant(),
    /** Charged for it, and of that refunded before; 0 where nothing was. */
    amountPaid: cents,
    amountRefunded: cents,
    /** To be refunded now, beside that. */
    refund: cents,
    way: refundWay,
  }),
  subscribers: ['billing', 'messaging'],
});

/**
 * Staff saved rules that an entry on the waitlist breaks: places go to others until its person changes that, or the rule is gone. Once for each
 * entry and edit.
 */
export const waitingRuleBroken = event({
  name: 'registrations.waiting-rule-broken.v1',
  payload: z.object({
    registrationId: uuid(),
    ...person,
    userId: z.nullable(uuid()),
    title: z.string(),
    beginsAt: instant(),
    at: instant(),
    /** In words. */
    rule: z.string(),
    entryToken: z.string(),
  }),
  subscribers: ['messaging'],
});

/** An administrator moved a registration without an account from a mistyped or merged email to another one. Once for each move. */
export const registrationMoved = event({
  name: 'registrations.registration-moved.v1',
  payload: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp', 'debate_club']),
    ...person,
    formerEmail: z.string(),
    /** Whether staff merged both mailboxes: they are one person's. Left out by revisions that did not merge. */
    isMerged: z.optional(z.boolean()),
    title: z.string(),
    /** Null for the debate club. */
    beginsAt: z.nullable(instant()),
    /** Of its payment link, while it can be paid. */
    payKey: z.nullable(uuid()),
    /** Until when it can be paid; null without a `payKey`. Left out by older revisions. */
    payBy: z.optional(z.nullable(instant())),
    /** Of a tournament entry. Left out by older revisions. */
    competitions: z.optional(z.array(z.string())),
    competitionNames: z.optional(z.array(z.string())),
    division: z.optional(division()),
    /** Whether it is paid, or free. Left out by older revisions. */
    isPaid: z.optional(z.boolean()),
    receiptToken,
    /** Of the page of a tournament entry. */
    entryToken: z.optional(z.string()),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * An administrator corrected the name or the email of a registration without an account, also one that has ended: who paid for it
 * is called that, and is emailed there, too.
 */
export const guestCorrected = event({
  name: 'registrations.guest-corrected.v1',
  payload: z.object({ registrationId: uuid(), formerEmail: z.string(), ...person }),
  subscribers: ['billing'],
});

/**
 * A payment arrived for a registration that is no longer available: its event is over or full, or it was withdrawn or
 * is free by now. Billing refunds it in full. Also published where a payment was refunded after its registration was
 * removed. Once for each payment.
 */
export const paymentRefused = event({
  name: 'registrations.payment-refused.v1',
  payload: z.object({ purchaseId: uuid(), reason: paymentRefusal }),
  subscribers: ['billing'],
});

/**
 * A registration no longer needs a payment, or needs a lower one than its open payment page shows: that page ends.
 * Idempotent. A page that was opened after `openedUntil` stays.
 */
export const paymentWithdrawn = event({
  name: 'registrations.payment-withdrawn.v1',
  payload: z.object({ reference: uuid(), openedUntil: z.optional(instant()) }),
  subscribers: ['billing'],
});

/** The registrations of a deleted account, whose data every service must erase, whatever email address they were made with. */
export const registrationsErased = event({
  name: 'registrations.registrations-erased.v1',
  payload: z.object({ registrationIds: z.array(uuid()) }),
  subscribers: ['messaging'],
});

/**
 * Registrations erased the holder of a deleted account, except for its statistics. Once for each event that reports the
 * deletion.
 */
export const personErased = event({
  name: 'registrations.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** Registrations moved everything of a merged mailbox, and claims it for the account of the other one. Once for each event that reports the merge. */
export const personMerged = event({
  name: 'registrations.person-merged.v1',
  payload: z.object({ mergeId: uuid(), claims: z.array(claimOfRegistration) }),
  subscribers: ['identity'],
});

/** An administrator changed something in registrations; published in the transaction of the change. Identity keeps the record. */
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
    'delete_workshop_registration',
    'import_debate_club_registrations',
    'correct_registration',
  ]),
  subscribers: ['identity'],
});
