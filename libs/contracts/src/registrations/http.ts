import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import {
  acknowledgement,
  division,
  email,
  experienceLevel,
  LINE_MAX,
  MESSAGES,
  notedPlan,
  optionalText,
  personName,
  requiredLine,
  TEXT_MAX,
} from '../fields.ts';
import { optionalStripeId } from '../billing/stripe-id.ts';
import { listOrPage, searchText } from '../page.ts';
import { clubListQuery, entryListQuery } from '../registration-list.ts';
import { COMPETITION_ID, COMPETITION_ID_MAX, COMPETITIONS_MAX, QUESTIONS_MAX } from './event-setup.ts';
import { MISSING, PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';
import { debateClubRegistration, debateClubStatus, pricedPayment, tournamentRegistration } from './model.ts';

const EMAIL_FORM = 'Please enter a valid email address.';

/**
 * In the order in which the specification reports errors (section 5): required fields come before the format of the
 * email address.
 */
export const tournamentForm = z.strictObject({
  firstName: personName(PROMPTS.firstName),
  lastName: personName(PROMPTS.lastName),
  email: z.pipe(requiredLine(PROMPTS.email, Number.MAX_SAFE_INTEGER), email(EMAIL_FORM)),
  phone: optionalText(40),
  /** The ids of the competitions to enter. Named by the specification; in the services the field is `competitions`. */
  events: z
    .array(z.string().check(z.maxLength(COMPETITION_ID_MAX), z.regex(COMPETITION_ID)), {
      error: 'Please select at least one event to compete in.',
    })
    .check(
      z.minLength(1, 'Please select at least one event to compete in.'),
      z.maxLength(COMPETITIONS_MAX, 'Select each event once.'),
      z.refine((ids: string[]) => new Set(ids).size === ids.length, 'Select each event once.'),
    ),
  division: division('Please select your competition division.'),
  experience: z.optional(experienceLevel()),
  /** Named by the specification; in the services the field is `specialRequests`. */
  accommodations: optionalText(TEXT_MAX),
  waiver: z.literal(true, { error: 'You must agree to the liability waiver to register.' }),
  /** The answers to the questions of its set-up, by the id of the question. */
  answers: z.optional(
    z
      .record(
        z.string().check(z.maxLength(COMPETITION_ID_MAX), z.regex(COMPETITION_ID)),
        z.string().check(z.maxLength(TEXT_MAX)),
      )
      .check(
        z.refine(
          (answers: object) => Object.keys(answers).length <= QUESTIONS_MAX,
          `There are at most ${QUESTIONS_MAX} questions.`,
        ),
      ),
  ),
  eventId: z.optional(z.uuid()),
  promoCode: optionalText(50),
  /** The price that the form showed, in cents: an entry that costs more by now is refused with `price_changed`. */
  shownPrice: z.optional(z.number().check(z.int(), z.gte(0))),
});

const entryAnswer = z.object({
  message: z.string(),
  waitlisted: z.optional(z.boolean()),
  position: z.optional(z.number()),
  /** The amount due before the discount of a promo code, and the token of its payment link. */
  payment: z.optional(z.object({ token: z.string(), amount: cents, promoCode: z.optional(z.string()) })),
  /** For {@link correctEntryEmail}. */
  correctionToken: z.optional(z.string()),
});

/** A member who enters themselves and sends their token gets the member price. */
export const registerForTournament = route({
  method: 'POST',
  path: '/api/tournament/register',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  recognizesMembers: true,
  reportsFirstError: true,
  missingMessage: MISSING.tournament,
  body: tournamentForm,
  response: entryAnswer,
  status: 201,
});

export const bootcampForm = z.strictObject({
  email: email(),
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
  phone: optionalText(40),
  experienceLevel: experienceLevel('Please select your experience level'),
  goals: optionalText(TEXT_MAX),
  referralSource: optionalText(
    LINE_MAX,
    `Your answer to “How did you hear about us?” must be ${LINE_MAX} characters or less`,
  ),
  specialRequests: optionalText(TEXT_MAX),
  promoCode: optionalText(50),
});

/** Holds a seat while the checkout is open; where a run is full, it answers the position on the waitlist instead. */
export const bootcampCheckout = route({
  method: 'POST',
  path: '/api/bootcamp-checkout',
  audience: 'public',
  rateLimit: 'checkout',
  recognizesMembers: true,
  body: bootcampForm,
  response: z.object({
    checkoutUrl: z.optional(z.string()),
    waitlisted: z.optional(z.boolean()),
    position: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
});

/**
 * Corrects the email address of an unpaid entry; requires the correction token from the answer to the form. The email
 * goes to the new address, and links that were sent to the former one end. `registration_fixed` once it is paid, or
 * after three corrections.
 */
export const correctEntryEmail = route({
  method: 'POST',
  path: '/api/tournament/entry/email',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)), email: email(EMAIL_FORM) }),
  response: entryAnswer,
});

/** In the body, because proxies log URLs. */
const paymentLink = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/**
 * The contents of the page `/pay?token=`. Changes nothing: mail scanners follow links. `payment_link_unknown` for an
 * unknown token.
 */
export const previewPaymentLink = route({
  method: 'POST',
  path: '/api/payment-links/preview',
  audience: 'public',
  rateLimit: 'checkout',
  body: paymentLink,
  response: pricedPayment,
});

/**
 * Opens the provider's page for a payment link; the same one again while it is open. `payment_link_unknown`,
 * `payment_link_closed` with the reason in words, and `purchase_exists` once it is paid.
 */
export const openPaymentLink = route({
  method: 'POST',
  path: '/api/payment-links/checkout',
  audience: 'public',
  rateLimit: 'checkout',
  recognizesMembers: true,
  body: paymentLink,
  response: z.object({ url: z.string() }),
});

export const listDebateClubRegistrations = route({
  method: 'GET',
  path: '/api/admin/debate-club-registrations',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: clubListQuery,
  response: listOrPage(debateClubRegistration),
});

/** The email addresses of the current view, each once ignoring letter case, newest registration first, for the clipboard. */
export const listDebateClubEmails = route({
  method: 'GET',
  path: '/api/admin/debate-club-registrations/emails',
  audience: 'admin',
  permission: 'people:export',
  rateLimit: 'none',
  query: z.strictObject({
    q: searchText(),
    status: z.optional(debateClubStatus),
    division: clubListQuery.shape.division,
    billingCycle: clubListQuery.shape.billingCycle,
    registeredFrom: clubListQuery.shape.registeredFrom,
    registeredUntil: clubListQuery.shape.registeredUntil,
  }),
  response: z.object({ emails: z.array(z.string()) }),
});

export const memberForm = z.strictObject({
  email: email('Valid email is required'),
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
  phone: optionalText(40),
  division: division('Choose a division: development or professional'),
  billingCycle: notedPlan(),
  experienceLevel: z.optional(experienceLevel()),
  goals: optionalText(TEXT_MAX),
  referralSource: optionalText(),
  billingStartDate: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  stripeCustomerId: optionalStripeId('cus_'),
  stripeSubscriptionId: optionalStripeId('sub_'),
  status: z._default(debateClubStatus, 'active'),
});

/**
 * Adds a registration manually. It gives no access to the member area: that requires a subscription.
 * `registration_exists` while the email address has a registration that is not cancelled.
 */
export const createDebateClubRegistration = route({
  method: 'POST',
  path: '/api/admin/debate-club-registrations',
  audience: 'admin',
  permission: 'registrations:write',
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
  permission: 'registrations:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

export const listTournamentRegistrations = route({
  method: 'GET',
  path: '/api/admin/tournament-registrations',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: entryListQuery,
  response: listOrPage(tournamentRegistration),
});

export const deleteTournamentRegistration = route({
  method: 'DELETE',
  path: '/api/admin/tournament-registrations/:id',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
