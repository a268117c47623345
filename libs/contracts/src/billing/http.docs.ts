import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11, ID, MARCH_1, PASSWORD, PERSON } from '../route-docs/samples.ts';
import type * as admin from './admin-http.ts';
import type * as http from './http.ts';

const priceId = 'price_sampleMonthly';
const url = 'https://checkout.stripe.com/c/pay/cs_test_sample';
const ownSubscription = { errors: ['email_unverified', 'subscription_none', 'payment_provider_unavailable'] } as const;
export const billingDocs = {
  listPrograms: {
    summary: 'Lists the programs with their prices in cents.',
    response: [
      {
        id: ID,
        type: 'debate_club',
        name: 'Debate Club',
        description: 'Weekly sessions with coaching.',
        priceMonthly: 9_500,
        priceAnnual: 95_000,
        stripePriceIdMonthly: priceId,
        stripePriceIdAnnual: 'price_sampleAnnual',
        priceOnce: null,
        stripePriceIdOnce: null,
        benefits: ['Weekly practice'],
      },
    ],
  },
  registerAndSubscribe: {
    summary: 'Creates an account and opens the checkout of its membership.',
    description:
      'The account exists also when the person does not pay. `plan` and `priceId`, where both are sent, must mean the same price.',
    errors: [
      ...(['redirect_not_allowed', 'price_unknown', 'price_plan_mismatch', 'promo_invalid'] as const),
      ...(['referral_invalid', 'password_common', 'email_taken', 'account_deactivated'] as const),
      ...(['membership_exists', 'payment_due', 'payment_processing', 'too_many_attempts'] as const),
      'payment_provider_unavailable',
    ],
    body: { ...PERSON, password: PASSWORD, confirmPassword: PASSWORD, plan: 'monthly' },
    response: { checkoutUrl: url, message: 'Your account is ready. Complete the payment to become a member.' },
  },
  createSubscription: {
    summary: 'Opens the checkout of a membership for an email address.',
    description:
      'The person who can read the mailbox gets the account. Repeat `attemptKey` to get the open checkout again.',
    errors: [
      ...(['redirect_not_allowed', 'price_unknown', 'address_refused', 'membership_exists'] as const),
      ...(['payment_due', 'payment_processing', 'payment_provider_unavailable'] as const),
    ],
    body: { priceId, customerEmail: PERSON.email, attemptKey: 'a-random-key-of-16' },
    response: { url },
  },
  resumeCheckout: {
    summary: 'Opens the checkout of a membership for the signed-in member.',
    errors: [
      ...(['redirect_not_allowed', 'membership_exists', 'payment_due'] as const),
      ...(['payment_processing', 'payment_provider_unavailable'] as const),
    ],
    body: { plan: 'annual' },
    response: { checkoutUrl: url },
  },
  getCheckout: {
    summary: 'Reads the outcome of a checkout.',
    description: 'A signed-in member sees the email address of no other person’s checkout.',
    errors: ['checkout_unknown', 'payment_provider_unavailable'],
    params: { sessionId: 'cs_test_sample' },
    response: {
      status: 'complete',
      plan: 'monthly',
      amount: 9_500,
      customerEmail: PERSON.email,
      hasAccount: true,
    },
  },
  validatePromo: {
    summary: 'Says whether a promo code is valid for a price, and what it takes off.',
    description: '`discount` is in percent of the price, `amountOff` in cents. Nothing is reserved.',
    errors: ['price_unknown'],
    body: { code: 'SPRING', priceId },
    response: { valid: true, discount: 20, discountType: 'percentage', amountOff: 1_900 },
  },
  validateReferral: {
    summary: 'Says whether a referral code belongs to a member.',
    params: { code: 'SAMPLE42' },
    response: { valid: true, referrerName: PERSON.firstName },
  },
  getReferralCode: {
    summary: 'Answers the referral code of the signed-in member, and what it has earned in cents.',
    errors: ['not_found'],
    response: {
      referralCode: 'SAMPLE42',
      shareUrl: 'https://example.org/register?ref=SAMPLE42',
      totalReferrals: 3,
      completedReferrals: 2,
      totalCredits: 4_000,
    },
  },
  getSubscription: {
    summary: 'Reads the subscription of the signed-in member; `null` where there is none.',
    response: {
      status: 'active',
      interval: 'month',
      amount: 9_500,
      current_period_end: APRIL_11,
      created: MARCH_1,
      cancel_at_period_end: false,
      access_until: null,
      ended_at: null,
      card: { last4: '4242', expires_at: '2030-01-01T00:00:00.000Z' },
    },
  },
  listPayments: {
    summary: 'Lists the payments of the signed-in member, newest first.',
    response: [
      {
        id: ID,
        status: 'succeeded',
        interval: 'month',
        created: MARCH_1,
        amount: 9_500,
        amountRefunded: 0,
        title: null,
        invoice_url: 'https://invoice.stripe.com/i/sample',
      },
    ],
  },
  resumeSubscription: {
    summary: 'Reverts the cancellation of the subscription while the paid period runs.',
    ...ownSubscription,
    response: { message: 'Your subscription continues. It renews on April 11, 2026.' },
  },
  updatePaymentMethod: {
    summary: 'Opens the payment provider’s page on which the member changes the card.',
    ...ownSubscription,
    response: { url: 'https://billing.stripe.com/p/session/sample' },
  },
  stripeWebhook: {
    summary: 'Receives an event of Stripe.',
    description: 'The signature covers the body byte for byte. A 200 means that the event is stored.',
    body: {
      id: 'evt_sample',
      type: 'invoice.paid',
      created: 1_791_036_000,
      data: { object: { id: 'in_sample', object: 'invoice', customer: 'cus_sample' } },
    },
    response: { received: true },
  },
} satisfies DocsOf<Omit<typeof http, keyof typeof admin>>;
