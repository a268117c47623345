import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import {
  acknowledgement,
  email,
  LINE_MAX,
  MESSAGES,
  newPassword,
  optionalText,
  passwordsMatch,
  plan,
  personName,
  requiredLine,
  returnUrl,
} from '../fields.ts';
import { route } from '../route.ts';
import { checkoutOutcome, discountType, payment, program, subscriptionDetails } from './model.ts';

const priceId = (message = 'Please choose a plan') =>
  z.string({ error: message }).check(z.minLength(1, message), z.maxLength(LINE_MAX, message));
const promoCodeInput = optionalText(50);

export const listPrograms = route({
  method: 'GET',
  path: '/api/programs',
  audience: 'public',
  rateLimit: 'none',
  response: z.array(program),
});

/** The fields of `/register` (section 5), as the form sends them. */
export const registerForm = z
  .strictObject({
    email: email(),
    firstName: personName(MESSAGES.firstName),
    lastName: personName(MESSAGES.lastName),
    password: newPassword(),
    confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }),
    plan: plan(),
    priceId: z.optional(priceId()),
    promoCode: promoCodeInput,
    referralCode: optionalText(50),
    successUrl: returnUrl(),
    cancelUrl: returnUrl(),
  })
  .check(passwordsMatch());

export const registerAndSubscribe = route({
  method: 'POST',
  path: '/api/register-and-subscribe',
  audience: 'public',
  recognizesMembers: true,
  rateLimit: 'checkout',
  body: registerForm,
  response: z.object({ checkoutUrl: z.string(), message: z.string() }),
});

export const subscriptionForm = z.strictObject({
  priceId: priceId(),
  customerEmail: email('Please enter a valid email address.'),
  /** Random, kept by the browser: identifies the checkout that this browser opened without an account. */
  attemptKey: z.optional(z.string().check(z.minLength(16), z.maxLength(100))),
  successUrl: returnUrl(),
  cancelUrl: returnUrl(),
});

/**
 * Opens a checkout for an email address; the holder of its mailbox gets the account. A signed-in member with a
 * membership cannot buy a second one under another email address.
 */
export const createSubscription = route({
  method: 'POST',
  path: '/api/create-subscription',
  audience: 'public',
  recognizesMembers: true,
  rateLimit: 'checkout',
  body: subscriptionForm,
  response: z.object({ url: z.string() }),
});

/** A signed-in person without a running membership pays: after a declined or cancelled checkout, or after a membership ended. */
export const resumeCheckout = route({
  method: 'POST',
  path: '/api/subscription/checkout',
  audience: 'member',
  rateLimit: 'checkout',
  body: z.strictObject({ plan: plan(), successUrl: returnUrl(), cancelUrl: returnUrl() }),
  response: z.object({ checkoutUrl: z.string() }),
});

/** The outcome of a checkout, for the success page. Billing reads its state from the provider before it answers. */
export const getCheckout = route({
  method: 'GET',
  path: '/api/checkout-sessions/:sessionId',
  audience: 'public',
  // A visitor who returns from the payment page may have no account yet; a signed-in member sees no other person's
  // checkout.
  recognizesMembers: true,
  rateLimit: 'provider-read',
  params: z.strictObject({
    sessionId: z.string().check(z.minLength(1), z.maxLength(LINE_MAX), z.regex(/^cs_[A-Za-z0-9_]+$/)),
  }),
  response: checkoutOutcome,
});

export const validatePromo = route({
  method: 'POST',
  path: '/api/validate-promo',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ code: requiredLine('Promo code is required', 50), priceId: priceId() }),
  response: z.object({
    valid: z.boolean(),
    /** The discount in percent of the price, for fixed amounts too. */
    discount: z.optional(z.number()),
    discountType: z.optional(discountType),
    amountOff: z.optional(cents),
  }),
});

export const validateReferral = route({
  method: 'GET',
  path: '/api/referrals/validate/:code',
  audience: 'public',
  rateLimit: 'write',
  params: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(50)) }),
  response: z.object({ valid: z.boolean(), referrerName: z.optional(z.string()) }),
});

export const getReferralCode = route({
  method: 'GET',
  path: '/api/referrals/my-code',
  audience: 'member',
  rateLimit: 'none',
  response: z.object({
    referralCode: z.string(),
    shareUrl: z.string(),
    totalReferrals: z.number(),
    completedReferrals: z.number(),
    totalCredits: cents,
  }),
});

/** `null` when the member has no subscription. */
export const getSubscription = route({
  method: 'GET',
  path: '/api/subscription/details',
  audience: 'member',
  rateLimit: 'none',
  response: z.nullable(subscriptionDetails),
});

/** Newest first. */
export const listPayments = route({
  method: 'GET',
  path: '/api/subscription/payment-history',
  audience: 'member',
  rateLimit: 'none',
  response: z.array(payment),
});

/** `email_unverified` for an account that was set up by a payment alone; `subscription_none`. */
export const resumeSubscription = route({
  method: 'POST',
  path: '/api/subscription/resume',
  audience: 'member',
  rateLimit: 'write',
  response: acknowledgement,
});

/** `email_unverified` for an account that was set up by a payment alone; `subscription_none`. */
export const updatePaymentMethod = route({
  method: 'POST',
  path: '/api/subscription/update-payment-method',
  audience: 'member',
  rateLimit: 'write',
  response: z.object({ url: z.string() }),
});

export const stripeWebhook = route({
  method: 'POST',
  path: '/api/webhooks/stripe',
  audience: 'webhook',
  takes: 'signed',
  signedBy: ['stripe-signature'],
  rateLimit: 'none',
  bodyLimit: 1024 * 1024,
  response: z.object({ received: z.boolean() }),
});

export * from './admin-http.ts';
