import * as z from 'zod/mini';
import {
  acknowledgement,
  division,
  email,
  experienceLevel,
  LINE_MAX,
  MESSAGES,
  optionalText,
  plan,
  redirection,
  requiredLine,
  TEXT_MAX,
} from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import {
  competition,
  debateClubRegistration,
  debateClubStatus,
  myEvent,
  publicEvent,
  tournamentRegistration,
} from './model.ts';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const listEvents = route({
  method: 'GET',
  path: '/api/events',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: z.array(publicEvent),
});

/**
 * The same events in the same order, each with what it would cost the signed-in member and how they are entered. Entries that
 * were made without the member's token are not theirs to read here.
 */
export const listMyEvents = route({
  method: 'GET',
  path: '/api/events/mine',
  audience: 'member',
  rateLimit: 'none',
  response: z.array(myEvent),
});

const allFields = 'Please fill out all required fields.';

export const tournamentForm = z.strictObject({
  firstName: requiredLine(allFields),
  lastName: requiredLine(allFields),
  email: email('Please enter a valid email address.'),
  phone: optionalText(40),
  events: z
    .array(competition, { error: 'Please select at least one event to compete in.' })
    .check(z.minLength(1, 'Please select at least one event to compete in.'), z.maxLength(4)),
  division: division('Please select your competition division.'),
  experience: z.optional(experienceLevel()),
  accommodations: optionalText(TEXT_MAX),
  waiver: z.literal(true, { error: 'You must agree to the liability waiver to register.' }),
  eventId: z.optional(z.uuid()),
  promoCode: optionalText(50),
});

/** A member who enters themselves and sends their token gets the member price. */
export const registerForTournament = route({
  method: 'POST',
  path: '/api/tournament/register',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  knowsMembers: true,
  body: tournamentForm,
  response: z.object({
    message: z.string(),
    waitlisted: z.optional(z.boolean()),
    position: z.optional(z.number()),
  }),
  status: 201,
});

/** The parameters of a payment link in a letter. A mail program may have added some of its own. */
const linkQuery = z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)) });

/**
 * The payment link of a tournament entry: on to the checkout until the deadline, else to `/tournaments?paid=1` or
 * `/tournaments?closed=1`. People follow it, so that no failure is an error to read: without the entry's key it leads to
 * `/tournaments?link=unknown`, and when it cannot be followed right now to `/tournaments?link=later`.
 */
export const payTournamentEntry = route({
  method: 'GET',
  path: '/api/tournament-entries/:id/pay',
  audience: 'public',
  rateLimit: 'checkout',
  params: z.strictObject({ id: z.uuid() }),
  query: linkQuery,
  response: redirection,
  status: 303,
});

/**
 * The link that offers a bootcamp place: on to the checkout while the offer holds, else to `/bootcamp-registration?paid=1` or
 * `/bootcamp-registration?closed=1`. As that of a tournament entry it never answers an error: `?link=unknown`, `?link=later`.
 */
export const payBootcampPlace = route({
  method: 'GET',
  path: '/api/bootcamp-places/:id/pay',
  audience: 'public',
  rateLimit: 'checkout',
  params: z.strictObject({ id: z.uuid() }),
  query: linkQuery,
  response: redirection,
  status: 303,
});

export const listDebateClubRegistrations = route({
  method: 'GET',
  path: '/api/admin/debate-club-registrations',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(debateClubRegistration),
});

/** Every address of the current view, each once whatever its letter case, newest registration first, for the clipboard. */
export const listDebateClubEmails = route({
  method: 'GET',
  path: '/api/admin/debate-club-registrations/emails',
  audience: 'admin',
  rateLimit: 'none',
  query: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    status: z.optional(debateClubStatus),
  }),
  response: z.object({ emails: z.array(z.string()) }),
});

export const memberForm = z.strictObject({
  email: email('Valid email is required'),
  firstName: requiredLine(MESSAGES.firstName),
  lastName: requiredLine(MESSAGES.lastName),
  phone: optionalText(40),
  division: division(),
  billingCycle: plan(),
  experienceLevel: z.optional(experienceLevel()),
  goals: optionalText(TEXT_MAX),
  referralSource: optionalText(),
  billingStartDate: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  stripeCustomerId: optionalText(LINE_MAX),
  stripeSubscriptionId: optionalText(LINE_MAX),
  status: z._default(debateClubStatus, 'active'),
});

/**
 * Adds a registration by hand. It gives no access to the member area: that comes with a subscription. `registration_exists` while
 * the address has a registration that has not been cancelled.
 */
export const createDebateClubRegistration = route({
  method: 'POST',
  path: '/api/admin/debate-club-registrations',
  audience: 'admin',
  rateLimit: 'none',
  body: memberForm,
  response: debateClubRegistration,
  status: 201,
});

const byId = z.strictObject({ id: z.uuid() });

export const deleteDebateClubRegistration = route({
  method: 'DELETE',
  path: '/api/admin/debate-club-registrations/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

export const listTournamentRegistrations = route({
  method: 'GET',
  path: '/api/admin/tournament-registrations',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(tournamentRegistration),
});

export const deleteTournamentRegistration = route({
  method: 'DELETE',
  path: '/api/admin/tournament-registrations/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
