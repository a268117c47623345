import * as z from 'zod/mini';
import { visibleText } from '../console-text.ts';
import { IN_ONE_LINE } from '../content/text-fields.ts';
import {
  acknowledgement,
  division,
  fileAnswer,
  instant,
  LINE_MAX,
  MESSAGES,
  ONE_LINE,
  optionalText,
  personName,
  requiredEmail,
  requiredLine,
  TEXT_MAX,
  typedPassword,
  uuid,
  storedEmail,
} from '../fields.ts';
import { duplicates, listedPerson, personListQuery } from '../identity/listed-person.ts';
import { liftableReason } from '../messaging/preferences-model.ts';
import {
  knownAccount,
  knownCustomer,
  knownMailbox,
  knownRegistration,
  knownWorkshop,
  knownTag,
  personNote,
  registrationList,
  TAG_LENGTH_MAX,
  timelineItem,
  timelineKind,
} from '../person-timeline.ts';
import { listOrPage } from '../page.ts';
import { PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';

// Apart from the other routes, for the reason of `billing/admin-http.ts`.

/** Parts of the system with data about people. A part that does not answer is named, and the data of the others is shown. */
export const personPart = z.enum(['account', 'payments', 'registrations', 'mail']);
export type PersonPart = z.output<typeof personPart>;

const missing = z.array(personPart);

/** All people of the association, one for each email address, newest first. Changes are in the list within seconds. */
export const listPeople = route({
  method: 'GET',
  path: '/api/admin/people/list',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: personListQuery,
  response: listOrPage(listedPerson),
});

/** People who may be the same as the person of an email address, and those that staff keep apart. */
export const findDuplicates = route({
  method: 'GET',
  path: '/api/admin/people/duplicates',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: z.strictObject({ email: storedEmail() }),
  response: duplicates,
});

/**
 * Notes that the people of two email addresses are different, so that they are no longer suggested as the same; `isDistinct: false` ends
 * that. Repeating it changes nothing. `person_unknown` for an address that is not in the list of people.
 */
export const keepPeopleApart = route({
  method: 'POST',
  path: '/api/admin/people/distinct',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: z.strictObject({
    email: requiredEmail(PROMPTS.theirEmail),
    otherEmail: requiredEmail('Enter the email address of the other person'),
    isDistinct: z.boolean({ error: 'Say whether they are different people' }),
  }),
  response: acknowledgement,
});

/** The number of items on a page of a timeline. */
export const TIMELINE_PAGE = 50;

/** The person of a timeline, from each part that answers. */
export const knownPerson = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  account: z.nullable(knownAccount),
  customer: z.nullable(knownCustomer),
  mailbox: z.nullable(knownMailbox),
  /** Of staff, about the account and the email address; the newest first. */
  notes: z.array(personNote),
  /** Of staff, in alphabetical order. */
  tags: z.array(z.string()),
  /** The newest first; those of the account and of the email address. */
  registrations: z.array(knownRegistration),
  /** The account's sign-ups for workshops, the newest first. */
  workshops: z.array(knownWorkshop),
  /** The number of items of each kind. */
  counts: z.partialRecord(timelineKind, z.number()),
});
export type KnownPerson = z.output<typeof knownPerson>;

/**
 * Everything that is known about an email address, newest first; `not_found` where nothing is. Only the first page
 * includes the person. Reading it is recorded, once an hour.
 */
export const getPersonTimeline = route({
  method: 'GET',
  path: '/api/admin/people/timeline',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: z.strictObject({
    email: storedEmail(),
    kind: z.optional(timelineKind),
    cursor: z.optional(z.string().check(z.maxLength(500))),
  }),
  response: z.object({
    person: z.nullable(knownPerson),
    items: z.array(timelineItem),
    nextCursor: z.nullable(z.string()),
    missing,
  }),
});
export type PersonTimeline = z.output<(typeof getPersonTimeline)['response']>;

/**
 * Lets campaigns email an address again that bounced, or marked an email as spam. `not_found` where it is not
 * suppressed for either reason, also for the second request.
 */
export const liftSuppression = route({
  method: 'POST',
  path: '/api/admin/people/lift-suppression',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: z.strictObject({ email: storedEmail(), reason: liftableReason }),
  response: acknowledgement,
});

/** The reason for deactivating or reactivating an account, for the record. */
export const memberSwitchForm = z.strictObject({ reason: requiredLine('Please give a reason', LINE_MAX) });

const member = z.strictObject({ userId: uuid() });

/** Ends every session of a member immediately, and their calendar's URL. Payments stay; unpaid places in events are released. */
export const deactivateMember = route({
  method: 'POST',
  path: '/api/admin/members/:userId/deactivate',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: member,
  body: memberSwitchForm,
  response: acknowledgement,
});

export const memberEmailForm = z.strictObject({
  email: requiredEmail(PROMPTS.theirEmail),
  reason: requiredLine('Please give a reason', LINE_MAX),
  currentPassword: typedPassword(),
});

/**
 * Emails a link to another email address of a member. The account changes to it once its holder follows the link while
 * signed in, or resets the password with it. It therefore requires the administrator's own password: a stolen token
 * alone takes over no account.
 */
export const correctMemberEmail = route({
  method: 'POST',
  path: '/api/admin/members/:userId/change-email',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'sign-in',
  params: member,
  body: memberEmailForm,
  response: acknowledgement,
});

/**
 * Emails a member who has not confirmed the account's email address the link that does so, at most three times an hour with those that the
 * member requests. Where it is confirmed, or a link was sent within the last five seconds, the message says so and no email is sent. `account_deactivated`.
 */
export const sendConfirmation = route({
  method: 'POST',
  path: '/api/admin/members/:userId/send-confirmation',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: member,
  response: acknowledgement,
});

export const reactivateMember = route({
  method: 'POST',
  path: '/api/admin/members/:userId/reactivate',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: member,
  body: memberSwitchForm,
  response: acknowledgement,
});

/** An administrator who sees the site as a member may give a reason, for the record. */
export const memberViewForm = z.strictObject({ reason: optionalText(LINE_MAX) });

/**
 * A token with which the administrator reads the pages of a member for a quarter of an hour, as the member sees them. Other routes refuse
 * it with `view_only`. It ends with the administrator's session. Each one is recorded with its reason.
 */
export const viewAsMember = route({
  method: 'POST',
  path: '/api/admin/members/:userId/view',
  audience: 'admin',
  permission: 'people:view-as',
  rateLimit: 'none',
  params: member,
  body: memberViewForm,
  response: z.object({ token: z.string(), name: z.string(), expiresAt: instant() }),
});

const shownText = z.string().check(z.maxLength(LINE_MAX, { error: MESSAGES.tooLong }));

export const memberForm = z.strictObject({
  firstName: personName(PROMPTS.theirFirstName),
  lastName: personName(PROMPTS.theirLastName),
  division: division(),
  /** The values that the form showed. */
  seen: z.strictObject({ firstName: shownText, lastName: shownText, division: division() }),
});

/**
 * Corrects the names and the division of a member. Their registrations, payments and emails follow, as after a change of their own.
 * `version_conflict` where a field is neither as it was `seen` nor as it is to be: nothing is written. Repeating it changes nothing.
 */
export const correctMember = route({
  method: 'PUT',
  path: '/api/admin/members/:userId/profile',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: member,
  body: memberForm,
  response: acknowledgement,
});

/** The fields of a registration that staff can correct. */
export const registrationDetails = z.strictObject({
  firstName: personName(PROMPTS.theirFirstName),
  lastName: personName(PROMPTS.theirLastName),
  phone: optionalText(40),
  /** Left out for a bootcamp, which has none. */
  division: z.optional(division()),
  /** Of a registration without an account; unchanged where it is left out. */
  email: z.optional(requiredEmail(PROMPTS.theirEmail)),
});

export const registrationForm = z.extend(registrationDetails, {
  /** The values that the form showed. */
  seen: z.strictObject({
    firstName: shownText,
    lastName: shownText,
    phone: z.optional(shownText),
    division: z.optional(division()),
    email: z.optional(shownText),
  }),
});

/**
 * Corrects one registration, and nothing about its account. `version_conflict` as {@link correctMember}; `registration_exists` where
 * the event has a registration of that name and email; `invalid_request` for the name or division of one that came with a membership.
 * Another email moves a registration without an account to that mailbox; both mailboxes are emailed. `too_many_requests` beyond ten such
 * corrections of a mailbox an hour.
 */
export const correctRegistration = route({
  method: 'PUT',
  path: '/api/admin/registrations/:list/:id',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  params: z.strictObject({ list: registrationList, id: uuid() }),
  body: registrationForm,
  response: acknowledgement,
});

/** The client chooses the id, so that a repeated request adds nothing. */
export const noteForm = z.strictObject({
  id: uuid(),
  email: storedEmail(),
  note: visibleText('Enter a note', TEXT_MAX),
});

/**
 * Adds a note about a person, who gets it with their data. `idempotency_conflict` where another note has the id, `invalid_request`
 * beyond {@link NOTES_MAX}.
 */
export const addNote = route({
  method: 'POST',
  path: '/api/admin/people/notes',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: noteForm,
  response: acknowledgement,
  status: 201,
});

/** `not_found` for one that does not exist, also the second time. */
export const deleteNote = route({
  method: 'DELETE',
  path: '/api/admin/people/notes/:id',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: z.strictObject({ id: uuid() }),
  response: acknowledgement,
});

/** A word or two; spaces in a row become one. Without commas, which separate tags in files. */
export const tagForm = z.strictObject({
  email: storedEmail(),
  tag: visibleText('Enter a tag', TAG_LENGTH_MAX).check(
    z.overwrite((tag) => tag.replaceAll(/\s+/g, ' ')),
    z.regex(ONE_LINE, { error: IN_ONE_LINE }),
    z.regex(/^[^,;]*$/, 'Use letters, digits and spaces, without commas'),
  ),
});

/**
 * Gives a person a tag, which they get with their data; in the spelling that it has for others already. Repeating it changes nothing.
 * `invalid_request` beyond {@link TAGS_MAX}.
 */
export const addTag = route({
  method: 'POST',
  path: '/api/admin/people/tags',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: tagForm,
  response: acknowledgement,
});

/** Removes a tag of a person. Repeating it changes nothing. */
export const removeTag = route({
  method: 'POST',
  path: '/api/admin/people/tags/remove',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: tagForm,
  response: acknowledgement,
});

/** The tags of all people, those of most people first; the 200 first ones. */
export const listTags = route({
  method: 'GET',
  path: '/api/admin/people/tags',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  response: z.object({ tags: z.array(knownTag) }),
});

/**
 * Everything that is kept of the holder of a mailbox, as they would download it themselves: of the account with this email address,
 * verified or not, and of the mailbox. `person_unknown` where nothing is kept; `service_unavailable` where a part does not answer, which
 * the message names. Recorded as an action.
 */
export const exportPerson = route({
  method: 'GET',
  path: '/api/admin/people/data',
  audience: 'admin',
  permission: 'people:export',
  rateLimit: 'none',
  query: z.strictObject({ email: storedEmail() }),
  response: fileAnswer,
});

export const eraseForm = z.strictObject({
  /** Of the erasure. The client chooses it, so that a repeated request erases nothing more. */
  id: uuid(),
  /** The account that the page showed; left out where there was none. */
  userId: z.optional(z.uuid({ error: 'This is not the id of an account' })),
  email: requiredEmail(PROMPTS.theirEmail),
});

/**
 * Erases the person of an email address: their account, or the mailbox where there is none. A running membership ends, without a refund.
 * The other parts of the system follow, also later where one is down: see {@link getErasure}. `version_conflict` where the address has
 * another account than the page showed, or is being erased already; `idempotency_conflict` for a used `id` with another address;
 * `administrator_stays` for an administrator’s address; `person_unknown` where nothing is kept of a mailbox.
 */
export const erasePerson = route({
  method: 'POST',
  path: '/api/admin/people/erase',
  audience: 'admin',
  permission: 'people:erase',
  rateLimit: 'none',
  body: eraseForm,
  response: acknowledgement,
});

/** The parts of the system that have not confirmed an erasure yet. It has no data of the person. */
export const getErasure = route({
  method: 'GET',
  path: '/api/admin/people/erasures/:id',
  audience: 'admin',
  permission: 'people:erase',
  rateLimit: 'none',
  params: z.strictObject({ id: uuid() }),
  response: z.object({ erasedAt: instant(), waitingFor: z.array(personPart) }),
});
export type ErasureProgress = z.output<(typeof getErasure)['response']>;
