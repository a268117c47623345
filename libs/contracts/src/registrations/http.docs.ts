import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID, MARCH_1, OTHER_ID, pageWith, PERSON } from '../route-docs/samples.ts';
import type * as http from './http.ts';

const title = 'Spring Tournament';
const token = '0b8f5d0e3c4a4a579c557a3f0c1d2e10.c2FtcGxl';
const checkoutUrl = 'https://checkout.stripe.com/c/pay/cs_test_sample';
const entry = {
  message: `We have your entry for the ${title}. Check your email for the link to pay and complete it.`,
  payment: { token, amount: 4_500 },
  correctionToken: token,
};
const member = {
  id: ID,
  userId: null,
  ...PERSON,
  phone: null,
  division: 'development' as const,
  billingCycle: 'monthly' as const,
  experienceLevel: 'beginner' as const,
  goals: null,
  referralSource: null,
  referralCode: null,
  status: 'active' as const,
  billingStartDate: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  registeredAt: MARCH_1,
};

export const registrationsDocs = {
  registerForTournament: {
    summary: 'Enters a person for a tournament, or puts the entry on the waitlist.',
    description:
      'Without `eventId` it is the next open tournament. `events` are ids of competitions of its set-up, which `GET /api/events` lists; `invalid_request` says which rule of the set-up the entry breaks. `answers` has the answers to the questions of its set-up by their ids (`Yes` for a checked checkbox); the field of a wrong or missing one is `answers.` and the id. A member who enters themselves and sends their token gets the member price. An entry that costs more than `shownPrice` is refused with `price_changed`. `payment` is missing where nothing is due; pay with its token at `POST /api/payment-links/checkout`.',
    errors: [
      ...(['not_found', 'address_refused', 'registration_exists', 'registration_closed'] as const),
      ...(['too_many_unpaid', 'promo_invalid', 'price_changed'] as const),
    ],
    body: {
      ...PERSON,
      events: ['prepared_speech'],
      division: 'development',
      experience: 'beginner',
      answers: { shirt_size: 'M' },
      waiver: true,
      eventId: ID,
      shownPrice: 4_500,
    },
    response: entry,
  },
  bootcampCheckout: {
    summary: 'Holds a seat in the next bootcamp run and opens its checkout, or answers a position on the waitlist.',
    errors: [
      ...(['address_refused', 'promo_invalid', 'registration_closed', 'registration_exists'] as const),
      ...(['too_many_unpaid', 'purchase_exists', 'in_progress', 'payment_provider_unavailable'] as const),
    ],
    body: { ...PERSON, experienceLevel: 'beginner', goals: 'To speak freely' },
    response: { checkoutUrl },
  },
  correctEntryEmail: {
    summary: 'Corrects the email address of an unpaid entry.',
    description: 'Requires the `correctionToken` of the entry. Possible three times; links that were sent before end.',
    errors: [
      ...(['not_found', 'address_refused', 'registration_fixed'] as const),
      ...(['registration_exists', 'too_many_unpaid', 'payment_provider_unavailable'] as const),
    ],
    body: { token, email: 'corrected@example.org' },
    response: {
      ...entry,
      message: `We have your entry for the ${title}. We sent the link to pay to corrected@example.org.`,
    },
  },
  previewPaymentLink: {
    summary: 'Reads what a payment link is for, and its price now.',
    description: 'Changes nothing.',
    errors: ['payment_link_unknown'],
    body: { token },
    response: {
      kind: 'tournament',
      state: 'payable',
      title,
      beginsAt: APRIL_11,
      firstName: PERSON.firstName,
      lastName: PERSON.lastName,
      amount: 4_500,
      promoCode: null,
      message: null,
      discount: 0,
    },
  },
  openPaymentLink: {
    summary: 'Opens the payment page of a payment link, or answers the one that is open.',
    errors: [
      ...(['payment_link_unknown', 'payment_link_closed', 'purchase_exists'] as const),
      ...(['too_many_unpaid', 'in_progress', 'payment_provider_unavailable'] as const),
    ],
    body: { token },
    response: { url: checkoutUrl },
  },
  listDebateClubRegistrations: {
    summary: 'Lists the debate club registrations, newest first.',
    description: '`q` searches names and email address; `status` is a registration’s status.',
    query: { limit: 50, status: 'active' },
    response: pageWith(member),
  },
  listDebateClubEmails: {
    summary: 'Lists the email addresses of debate club registrations, each once.',
    query: { status: 'active' },
    response: { emails: [PERSON.email] },
  },
  createDebateClubRegistration: {
    summary: 'Adds a debate club registration manually.',
    description: 'It gives no access to the member area: that requires a subscription.',
    errors: ['registration_exists'],
    body: { ...PERSON, division: 'development', billingCycle: 'monthly', experienceLevel: 'beginner' },
    response: member,
  },
  deleteDebateClubRegistration: {
    summary: 'Deletes a debate club registration.',
    description: 'Its subscription continues.',
    params: { id: ID },
    response: { message: 'The registration has been deleted.' },
  },
  listTournamentRegistrations: {
    summary: 'Lists the tournament entries, newest first.',
    description:
      '`q` searches names and email address; `status` is a payment status. `event` and `competition` are ids, and `place` is what an entry has: `paid`, `held` (not paid yet), `waiting`, `released` or `ended`. `rules=broken` finds the entries that break a rule of their tournament by now: those with a place keep it, those on the waitlist are skipped, and released ones cannot be paid. `ruleBroken` says which one.',
    query: { limit: 50, status: 'pending' },
    response: pageWith({
      id: ID,
      eventId: OTHER_ID,
      event: { title, datetime: APRIL_11, timezone: 'America/New_York' },
      userId: null,
      ...PERSON,
      phone: null,
      division: 'development' as const,
      competitions: ['Prepared Speech'],
      experienceLevel: 'beginner' as const,
      specialRequests: null,
      paymentStatus: 'pending' as const,
      position: null,
      isReleased: false,
      answers: [{ question: 'Shirt size', answer: 'M' }],
      ruleBroken: null,
      paymentAmount: 4_500,
      registeredAt: MARCH_1,
    }),
  },
  deleteTournamentRegistration: {
    summary: 'Deletes a tournament entry and offers its place to the waitlist.',
    description: 'Its payment is not refunded.',
    params: { id: ID },
    response: { message: 'The registration has been deleted.' },
  },
} satisfies DocsOf<typeof http>;
