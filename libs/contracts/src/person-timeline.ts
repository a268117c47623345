import * as z from 'zod/mini';
import { division, instant, uuid } from './fields.ts';

/** What a person's timeline tells of, for its filters. */
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

/** One thing that the association knows of a person, at its time. Amounts are cents; nothing in it opens anything. */
export const timelineItem = z.discriminatedUnion('what', [
  // identity
  item('account_opened', 'account', {}),
  item('address_verified', 'account', {}),
  item('admin_acted', 'administration', { action: text, by: maybe, details: z.record(z.string(), z.unknown()) }),
  // billing
  item('membership_began', 'membership', { plan: text, amount, status: text }),
  item('renewal_changed', 'membership', { change: text, periodEnd: instant() }),
  item('membership_ended', 'membership', { plan: text }),
  item('invited', 'membership', { email: text, status: text }),
  item('was_invited', 'membership', { code: text, status: text }),
  item('checkout_opened', 'payments', { plan: text, amount, status: text, promoCode: maybe }),
  item('invoice', 'payments', { amount, refunded: amount, status: text, interval: maybe, invoiceUrl: maybe }),
  item('purchase', 'payments', {
    product: text,
    title: text,
    amount,
    refunded: amount,
    status: text,
    promoCode: maybe,
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
    /** Left out by revisions that did not answer it. */
    isGivenUp: z.optional(flag),
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
  item('calendar_feed', 'registrations', {}),
  // messaging
  item('email', 'mail', { to: text, template: text, subject: maybe, status: text, outcome: maybe }),
  item('campaign', 'mail', { subject: maybe, status: text, isOpened: flag, isClicked: flag }),
  item('contact_message', 'mail', { message: text }),
  item('starter_kit', 'mail', { isEmailed: flag }),
  item('subscribed', 'newsletter', { source: maybe, isActive: flag }),
  item('unsubscribed', 'newsletter', {}),
  item('no_list_mail', 'newsletter', { reason: text }),
  item('left_list', 'newsletter', { list: text }),
]);
export type TimelineItem = z.output<typeof timelineItem>;

/** Where a page of a timeline ended: newest first, and of one instant by id in the order of its bytes. */
export const timelinePosition = z.object({ at: instant(), id: z.string() });
export type TimelinePosition = z.output<typeof timelinePosition>;

/**
 * What a service is asked of a person: what it keeps of the account, and of the address whoever used it, since administrators
 * ask about an address. (Persons themselves get less: see `Person`.)
 */
export const timelineRequest = z.object({
  userId: z.nullable(uuid()),
  emailKey: z.string(),
  /** All of them where it is missing. */
  kind: z.nullable(timelineKind),
  /** The first page where it is missing. */
  after: z.nullable(timelinePosition),
  limit: z.number(),
});
export type TimelineRequest = z.output<typeof timelineRequest>;

/** A page of what one service tells; `counts` say how much there is of each kind, with the first page alone. */
export const timelinePart = z.object({
  items: z.array(timelineItem),
  counts: z.nullable(z.partialRecord(timelineKind, z.number())),
});
export type TimelinePart = z.output<typeof timelinePart>;

/** Negative where `one` comes before `other` on a timeline. Services order by the same. */
export const byTime = (one: TimelinePosition, other: TimelinePosition): number =>
  one.at !== other.at ? (one.at > other.at ? -1 : 1) : one.id > other.id ? -1 : one.id < other.id ? 1 : 0;

/** Where somebody is known from. */
export const KNOWN_FROM = ['account', 'debate_club', 'tournaments', 'bootcamp', 'newsletter'] as const;
export const knownFrom = z.enum(KNOWN_FROM);

/** Somebody whom a search found, once for each address. */
export const foundPerson = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  from: z.array(knownFrom),
});
export type FoundPerson = z.output<typeof foundPerson>;

/** Some of those who match; `hasMore` when there are others. */
export const foundPeople = z.object({ people: z.array(foundPerson), hasMore: z.boolean() });
export type FoundPeople = z.output<typeof foundPeople>;

/** How many people a search answers. */
export const FOUND_MAX = 20;

/** A search by name or address, as somebody typed it. Each service answers at most {@link FOUND_MAX} of those whom it knows. */
export const peopleSearch = z.object({ q: z.string() });

/** The account of an address, as administrators read it. */
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
  /** Cents */
  referralCredits: z.number(),
  /** Since when nobody can sign in to it. */
  deactivatedAt: z.nullable(instant()),
  createdAt: instant(),
});
export type KnownAccount = z.output<typeof knownAccount>;

/** What billing knows of somebody at a glance; amounts are cents. */
export const knownCustomer = z.object({
  name: z.string(),
  /** Charged in all, and what of it was paid back. */
  paid: z.number(),
  refunded: z.number(),
  /** The live membership, else the last one. */
  membership: z.nullable(
    z.object({
      /** As the member reads it. */
      status: z.string(),
      plan: z.string(),
      amount: z.number(),
      startedAt: instant(),
      /** Whether the member area, and with it every recording, is open. */
      hasAccess: z.boolean(),
      /** When it closes; missing for one that renews. */
      accessUntil: z.nullable(instant()),
      renewsAt: z.nullable(instant()),
    }),
  ),
});
export type KnownCustomer = z.output<typeof knownCustomer>;

/** Which lists an address is on: the newsletter (missing where it never was), and what keeps list mail from it. */
export const knownMailbox = z.object({
  newsletter: z.nullable(z.enum(['active', 'inactive'])),
  noListMail: z.array(z.string()),
});
export type KnownMailbox = z.output<typeof knownMailbox>;
