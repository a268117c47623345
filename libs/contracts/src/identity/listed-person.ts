import * as z from 'zod/mini';
import { division, instant, notedPlan, uuid } from '../fields.ts';
import { listQuery } from '../page.ts';
import { knownFrom, personMembership, TAG_LENGTH_MAX } from '../person-timeline.ts';

/** Whether a mailbox has an account, and whether it can log in. */
export const personAccount = z.enum(['active', 'deactivated', 'none']);
export type PersonAccount = z.output<typeof personAccount>;

/**
 * The sign-ups that are not paid. `membership`: the account never had a paid one. `event`: a tournament entry or a bootcamp seat that can
 * still be paid.
 */
export const unpaidSignUp = z.enum(['membership', 'event']);

/**
 * When the holder of an account was last seen, in days before today: at most 7, 30 or 90, more than 90; or never, since the account was
 * opened.
 */
export const lastSeen = z.enum(['week', 'month', 'quarter', 'earlier', 'never']);
export type LastSeen = z.output<typeof lastSeen>;

/** A status of the leading membership; `none` for people who never had one. */
export const listedMembership = z.enum([...personMembership.options, 'none']);
export type ListedMembership = z.output<typeof listedMembership>;

/** A mailbox that is known from an account, a membership, a registration, the newsletter, a message or a tag of staff. */
export const listedPerson = z.object({
  id: uuid(),
  email: z.string(),
  name: z.nullable(z.string()),
  account: personAccount,
  /** Of the leading membership: an open one first, then the newest. */
  status: z.nullable(personMembership),
  plan: z.nullable(notedPlan()),
  /** Of the account, else of the newest registration. */
  division: z.nullable(division()),
  tags: z.array(z.string()),
  from: z.array(knownFrom),
  unpaid: z.array(unpaidSignUp),
  /** The day in the association’s time zone; null for people who never logged in. */
  lastSeenOn: z.nullable(z.iso.date()),
  /** When the account was opened; without one, the first time that the mailbox was used. */
  joinedAt: instant(),
});
export type ListedPerson = z.output<typeof listedPerson>;

/** The filters of the list of people. */
export const personFilters = z.object({
  account: z.optional(personAccount),
  unpaid: z.optional(unpaidSignUp),
  plan: z.optional(notedPlan()),
  division: z.optional(division('There is no such division')),
  /** The id of a tournament or a bootcamp run. */
  event: z.optional(uuid()),
  tag: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(TAG_LENGTH_MAX))),
  seen: z.optional(lastSeen),
  /** Those who may be the same person as another of the list. */
  duplicates: z.optional(z.enum(['possible'])),
});
export type PersonFilters = z.output<typeof personFilters>;

/** As `listQuery`. `sort` is `joinedAt`, `name`, `email` or `lastSeenOn`; `status` is a {@link listedMembership}. */
export const personListQuery = z.extend(listQuery, personFilters.shape);
export type PersonListQuery = z.output<typeof personListQuery>;

/**
 * Why two people may be the same. `mailbox`: their addresses differ in dots or in what follows a plus sign. `name_and_local_part`: they have
 * the same name, and the same address at another provider. `name`: they have the same full name, which at most five people have.
 */
export const duplicateReason = z.enum(['mailbox', 'name_and_local_part', 'name']);
export type DuplicateReason = z.output<typeof duplicateReason>;

const namedPerson = z.pick(listedPerson, { email: true, name: true, account: true });

/** People who may be the same as a person, and those that staff keep apart from them. */
export const duplicates = z.object({
  possible: z.array(z.extend(namedPerson, { reasons: z.array(duplicateReason) })),
  distinct: z.array(namedPerson),
});
export type Duplicates = z.output<typeof duplicates>;
