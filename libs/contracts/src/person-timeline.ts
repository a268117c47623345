import * as z from 'zod/mini';
import { division, instant, uuid } from './fields.ts';
import { workshopStatus } from './registrations/admin-model.ts';

/** The kinds of items on a person's timeline, for its filters. */
export const TIMELINE_KINDS = [
  'account',
  'membership',
  'payments',
  'registrations',
  'mail',
  'newsletter',
  'administration',
] as const;
export const timelineKind = z.enum(TIMELINE_KINDS);
export type TimelineKind = z.output<typeof timelineKind>;

const item = <const W extends string, const K extends TimelineKind, const S extends z.core.$ZodLooseShape>(
  what: W,
  kind: K,
  details: S,
) =>
  z.object({
    /** Unique on a timeline. */
    id: z.string(),
    at: instant(),
    what: z.literal(what),
    kind: z.literal(kind),
    details: z.object(details),
  });

const text = z.string();
const maybe = z.nullable(z.string());
/** Cents */
const amount = z.nullable(z.number());
const flag = z.boolean();

/**
 * One thing that the association knows about a person, with its time. Amounts are cents; no item contains a secret or a
 * link that grants access.
 */
export const timelineItem = z.discriminatedUnion('what', [
  // identity
  item('account_opened', 'account', {}),
  item('address_verified', 'account', {}),
  item('admin_acted', 'administration', { action: text, by: maybe, details: z.record(z.string(), z.unknown()) }),
  // billing
  item('membership_began', 'membership', { plan: text, amount, status: text }),
  item('renewal_changed', 'membership', {
    /** `cancelled`, `resumed`, `paused`, `pause_ended` or `switched`. */
    change: text,
    /** The plan since then, of a switch. Left out by older revisions. */
    plan: z.optional(maybe),
    periodEnd: instant(),
    /** Of a pause: when the next charge is due. Left out by older revisions. */
    pausedUntil: z.optional(z.nullable(instant())),
  }),
  item('cancellation_explained', 'membership', { reason: maybe, comment: maybe }),
  item('cancellation_offered', 'membership', {
    /** `pause` or `discount`. */
    offer: text,
    percent: z.nullable(z.number()),
    accepted: flag,
    reason: maybe,
    comment: maybe,
  }),
  /** An action of staff, for which the provider did not answer. One that was done is among their actions. */
  item('membership_changed', 'membership', { action: text, reason: maybe }),
  item('membership_ended', 'membership', { plan: text }),
  item('invited', 'membership', { email: text, status: text }),
  item('was_invited', 'membership', { code: text, status: text }),
  item('checkout_opened', 'payments', { plan: text, amount, status: text, promoCode: maybe }),
  item('invoice', 'payments', {
    amount,
    refunded: amount,
    status: text,
    interval: maybe,
    invoiceUrl: maybe,
    /** The provider's id. Left out by older revisions. */
    paymentId: z.optional(maybe),
  }),
  item('purchase', 'payments', {
    product: text,
    title: text,
    amount,
    refunded: amount,
    status: text,
    promoCode: maybe,
    /** The provider's id. Left out by older revisions. */
    paymentId: z.optional(maybe),
  }),
  item('credit', 'payments', { amount, withdrawn: amount, status: text }),
  // registrations
  item('debate_club', 'registrations', { status: text, division: text, billingCycle: text, isHidden: flag }),
  item('tournament', 'registrations', {
    event: text,
    begins: instant(),
    status: text,
    amount,
    isWaiting: flag,
    /** The names of the competitions. Left out by older revisions. */
    competitions: z.optional(maybe),
    /** To the questions of the tournament, in words. Left out by older revisions. */
    answers: z.optional(maybe),
    /** Left out by older revisions. */
    isReleased: z.optional(flag),
  }),
  item('bootcamp', 'registrations', {
    event: text,
    begins: instant(),
    status: text,
    seat: text,
    amount,
    isHidden: flag,
  }),
  item('office_hours', 'registrations', { starts: instant(), topic: text, isCancelled: flag }),
  item('office_hours_cancelled', 'registrations', { starts: instant() }),
  item('workshop', 'registrations', { event: text, begins: instant(), seat: text }),
  item('workshop_ended', 'registrations', { event: text, seat: text }),
  item('calendar_feed', 'registrations', {}),
  // messaging
  item('email', 'mail', { to: text, template: text, subject: maybe, status: text, outcome: maybe }),
  item('campaign', 'mail', { subject: maybe, status: text, isOpened: flag, isClicked: flag }),
  item('contact_message', 'mail', {
    /** Null for staff who may not read messages. */
    message: maybe,
    /** Left out by older revisions. */
    conversationId: z.optional(maybe),
  }),
  item('starter_kit', 'mail', { isEmailed: flag }),
  item('subscribed', 'newsletter', { source: maybe, isActive: flag }),
  item('subscriber_confirmed', 'newsletter', {}),
  item('unsubscribed', 'newsletter', {}),
  item('no_list_mail', 'newsletter', { reason: text }),
  item('left_list', 'newsletter', { list: text }),
]);
export type TimelineItem = z.output<typeof timelineItem>;

/** The end of a page of a timeline: newest first, items of one instant by id in byte order. A forged one may have a year or a text that Postgres does not have. */
export const timelinePosition = z.object({
  at: instant().check(z.regex(/^[1-9]/)),
  id: z.string().check(z.regex(/^[^\0]*$/)),
});
export type TimelinePosition = z.output<typeof timelinePosition>;

/**
 * A request for a page of a person's timeline: everything that the service knows about the account, and about the email
 * address whether or not its holder used it, since administrators ask about an email address. (A person's own data
 * export has less: see `Person`.)
 */
export const timelineRequest = z.object({
  userId: z.nullable(uuid()),
  emailKey: z.string(),
  /** Every kind where it is null. */
  kind: z.nullable(timelineKind),
  /** The first page where it is null. */
  after: z.nullable(timelinePosition),
  limit: z.number(),
});
export type TimelineRequest = z.output<typeof timelineRequest>;

/** A page of one service's timeline; `counts` has the number of items of each kind, with the first page only. */
export const timelinePart = z.object({
  items: z.array(timelineItem),
  counts: z.nullable(z.partialRecord(timelineKind, z.number())),
});
export type TimelinePart = z.output<typeof timelinePart>;

/** Negative where `one` comes before `other` on a timeline. Services use the same order. */
export const compareByTime = (one: TimelinePosition, other: TimelinePosition): number =>
  one.at !== other.at ? (one.at > other.at ? -1 : 1) : one.id > other.id ? -1 : one.id < other.id ? 1 : 0;

/** The status of a membership, or of a registration in the debate club. */
export const personMembership = z.enum(['pending', 'active', 'past_due', 'paused', 'cancelled']);

/** The sources through which a person is known. `contact`: they wrote to us. */
export const KNOWN_FROM = ['account', 'debate_club', 'tournaments', 'bootcamp', 'newsletter', 'contact'] as const;
export type PersonSource = Exclude<(typeof KNOWN_FROM)[number], 'account'>;
export const knownFrom = z.enum(KNOWN_FROM);

/** Each source as staff read it. */
export const KNOWN_FROM_WORDS: Readonly<Record<(typeof KNOWN_FROM)[number], string>> = {
  account: 'Account',
  debate_club: 'Debate Club',
  tournaments: 'Tournaments',
  bootcamp: 'Bootcamp',
  newsletter: 'Newsletter',
  contact: 'Message',
};

/** The account of an email address, as administrators see it. */
export const knownAccount = z.object({
  userId: uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  division: division(),
  subscriptionStatus: z.enum(['inactive', 'active']),
  isEmailVerified: z.boolean(),
  pendingEmail: z.nullable(z.string()),
  hasSetPassword: z.boolean(),
  referralCode: z.string(),
  /** Cents; null for staff who may not see payments. */
  referralCredits: z.nullable(z.number()),
  /** When it was deactivated; nobody can sign in to it since then. */
  deactivatedAt: z.nullable(instant()),
  createdAt: instant(),
});
export type KnownAccount = z.output<typeof knownAccount>;

/** A summary of billing's data about a person; amounts are cents. */
export const knownCustomer = z.object({
  name: z.string(),
  /** The total of all charges, and of their refunds. */
  paid: z.number(),
  refunded: z.number(),
  /** The live membership, else the last one. */
  membership: z.nullable(
    z.object({
      /** As the member sees it. */
      status: z.string(),
      plan: z.string(),
      amount: z.number(),
      startedAt: instant(),
      /** Whether the member area, and with it every recording, is open. */
      hasAccess: z.boolean(),
      /** When access ends; null for a membership that renews. */
      accessUntil: z.nullable(instant()),
      renewsAt: z.nullable(instant()),
      /** Its pause, to come or running; null without one. Left out by older revisions. */
      pausedFrom: z.optional(z.nullable(instant())),
      pausedUntil: z.optional(z.nullable(instant())),
    }),
  ),
  /**
   * Where staff with a login find them at the payment provider: the address of its dashboard, and the ids there. Null with the emulator,
   * which has no dashboard; left out by older revisions.
   */
  stripe: z.optional(
    z.nullable(
      z.object({ dashboard: z.string(), customerIds: z.array(z.string()), subscriptionId: z.nullable(z.string()) }),
    ),
  ),
});
export type KnownCustomer = z.output<typeof knownCustomer>;

/** A note of staff about a person. */
export const personNote = z.object({
  id: uuid(),
  text: z.string(),
  /** The name of its author; null for a former administrator. */
  by: z.nullable(z.string()),
  at: instant(),
});
export type PersonNote = z.output<typeof personNote>;

/** The maximum number of notes about a person. */
export const NOTES_MAX = 200;

/** A tag of staff, and how many people have it. */
export const knownTag = z.object({ tag: z.string(), people: z.number() });
export type KnownTag = z.output<typeof knownTag>;

/** The maximum number of tags of a person, and of characters of a tag. */
export const TAGS_MAX = 20;
export const TAG_LENGTH_MAX = 30;

/** The lists of registrations. */
export const registrationList = z.enum(['debate_club', 'tournament', 'bootcamp']);
export type RegistrationList = z.output<typeof registrationList>;

/** One registration of a person, with what staff can correct. */
export const knownRegistration = z.object({
  id: uuid(),
  list: registrationList,
  /** Null in the debate club. */
  event: z.nullable(z.object({ title: z.string(), begins: instant() })),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  /** Null for a bootcamp, which has none. */
  division: z.nullable(division()),
  /** Of the debate club as its list shows it; of an event what became of its place. */
  status: z.enum([
    'active',
    'pending',
    'paused',
    'cancelled',
    'paid',
    'unpaid',
    'held',
    'offered',
    'waiting',
    'released',
    'withdrawn',
    'refunded',
  ]),
  /** It came with a paid membership: its names and division are those of the account, or of the payment. */
  isOfMembership: z.boolean(),
  /** Whether an account has it. Left out by older revisions. */
  isOfAccount: z.optional(z.boolean()),
  registeredAt: instant(),
});
export type KnownRegistration = z.output<typeof knownRegistration>;

/** An account's sign-up for a workshop. Its name follows the account, so there is nothing to correct. */
export const knownWorkshop = z.object({
  id: uuid(),
  event: z.object({ id: uuid(), title: z.string(), begins: instant() }),
  firstName: z.string(),
  lastName: z.string(),
  status: workshopStatus,
  registeredAt: instant(),
});
export type KnownWorkshop = z.output<typeof knownWorkshop>;

/** The maximum number of registrations, and of workshops, on a person's page; the newest. */
export const REGISTRATIONS_MAX = 100;

/** The mailing lists of an email address: the newsletter (null where it never subscribed), and why list mail is suppressed. */
export const knownMailbox = z.object({
  newsletter: z.nullable(z.enum(['active', 'inactive'])),
  noListMail: z.array(z.string()),
});
export type KnownMailbox = z.output<typeof knownMailbox>;
