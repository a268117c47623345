import * as z from 'zod/mini';

/** The closed set of ways in which a request can fail. The gateway has one HTTP status for each. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

interface CatalogEntry {
  readonly kind: ErrorKind;
  /** The message for people, unless the thrower gives a more fitting one. */
  readonly message: string;
}

/** Every code that a client can see. Names are stable; messages are the specification's where it gives one. */
export const ERRORS = {
  invalid_request: { kind: 'invalid', message: 'Please check the highlighted fields.' },
  malformed_body: { kind: 'invalid', message: 'The request body is not valid JSON.' },
  body_type_refused: { kind: 'invalid', message: 'This address does not take a body of this type.' },
  malformed_request: { kind: 'invalid', message: 'This is not a request that the server can read.' },
  request_too_slow: { kind: 'invalid', message: 'The request took too long to arrive. Please try again.' },
  price_unknown: { kind: 'invalid', message: 'This price is not available.' },
  price_plan_mismatch: { kind: 'invalid', message: 'The chosen plan and its price do not match.' },
  redirect_not_allowed: { kind: 'invalid', message: 'The return address does not belong to this site.' },
  promo_invalid: { kind: 'invalid', message: 'Invalid promo code' },
  referral_invalid: { kind: 'invalid', message: 'Invalid referral code' },
  cursor_invalid: { kind: 'invalid', message: 'This page link is no longer valid. Start from the first page.' },
  signature_invalid: { kind: 'invalid', message: 'The signature does not match.' },
  link_invalid: { kind: 'invalid', message: 'This link is no longer valid. Please ask for a new one.' },
  current_password_wrong: { kind: 'invalid', message: 'Current password is incorrect' },
  password_common: { kind: 'invalid', message: 'This password is one of the most common ones. Please choose another.' },
  code_wrong: { kind: 'invalid', message: 'This code is not right, or it was used already.' },

  token_missing: { kind: 'unauthenticated', message: 'Please log in' },
  token_invalid: { kind: 'unauthenticated', message: 'Your session has ended. Please log in again.' },
  credentials_wrong: { kind: 'unauthenticated', message: 'Invalid email or password' },
  second_factor_required: {
    kind: 'unauthenticated',
    message: 'Please enter the code that your authenticator app shows now.',
  },
  passkey_refused: {
    kind: 'unauthenticated',
    message: 'This passkey is not registered here. Log in with your password instead.',
  },
  second_factor_wrong: { kind: 'unauthenticated', message: 'This code is not right, or it was used already.' },

  membership_required: { kind: 'forbidden', message: 'This is for active members. Join the Debate Club to read it.' },
  document_link_ended: {
    kind: 'forbidden',
    message: 'This link has expired. Open the document from Member Resources again.',
  },
  audience_wrong: { kind: 'forbidden', message: 'You do not have access to this.' },
  permission_missing: { kind: 'forbidden', message: 'Your role does not allow this. Ask an owner of the association.' },
  second_factor_missing: {
    kind: 'forbidden',
    message: 'Your role requires a second factor. Set it up before you go on.',
  },
  view_only: {
    kind: 'forbidden',
    message: 'You see this site as a member. Nothing can be changed, and secrets of the member are not shown.',
  },
  view_not_own: {
    kind: 'forbidden',
    message: 'Only the administrator who saved this view can change it. They and owners can delete it.',
  },
  account_deactivated: { kind: 'forbidden', message: 'This account has been deactivated. Please contact us.' },

  route_unknown: { kind: 'not_found', message: 'There is nothing at this address.' },
  not_found: { kind: 'not_found', message: 'We could not find what you asked for.' },
  article_unknown: { kind: 'not_found', message: 'We could not find this article. It may have been renamed.' },
  document_unknown: { kind: 'not_found', message: 'We could not find this document.' },
  payment_link_unknown: {
    kind: 'not_found',
    message:
      'This payment link is not valid, or no longer valid. Open the link in our newest email about this registration. If you registered with an account, log in and pay from your dashboard.',
  },
  receipt_link_unknown: {
    kind: 'not_found',
    message:
      'This link opens no receipt. If you have an account by now, its page Subscription has the receipts of all your payments.',
  },
  event_link_unknown: {
    kind: 'not_found',
    message:
      'This link is not valid, or no longer valid. Open the link in our newest email about this event. If your registration has ended, there is nothing to open.',
  },
  calendar_unknown: { kind: 'not_found', message: 'This calendar link is not valid, or no longer valid.' },
  person_unknown: {
    kind: 'not_found',
    message: 'We have no record of this email address: no account, registration, payment or email.',
  },
  checkout_unknown: { kind: 'not_found', message: 'We could not find this checkout.' },
  subscription_none: { kind: 'not_found', message: 'No active subscription found' },

  email_just_changed: {
    kind: 'conflict',
    message: 'The email of this account was changed a moment ago. Please try again.',
  },
  email_taken: {
    kind: 'conflict',
    message: 'An account with this email already exists. Please log in, or use the password you chose before.',
  },
  email_unverified: {
    kind: 'conflict',
    message:
      'Confirm your current email first: open Account Settings, ask for the confirmation link and follow it. If you mistyped the email, write to us.',
  },
  address_refused: { kind: 'conflict', message: 'This email cannot be used here. Please write to us.' },
  payment_due: { kind: 'conflict', message: 'Your last payment failed. Update your card to keep your membership.' },
  membership_exists: {
    kind: 'conflict',
    message: 'This email already has a membership. Please log in, or set up your account if you have none yet.',
  },
  purchase_exists: { kind: 'conflict', message: 'This has been paid already.' },
  payment_processing: {
    kind: 'conflict',
    message:
      'Your bank is still processing your payment, which can take a few days. We email you when the money has arrived.',
  },
  sync_mismatch: {
    kind: 'conflict',
    message:
      'In Stripe, this subscription is not a membership of this customer with this email address. Check both ids and the email address. Nothing was changed.',
  },
  switch_refused: { kind: 'conflict', message: 'The plan of this membership cannot be switched right now.' },
  switch_changed: {
    kind: 'conflict',
    message: 'The amounts have changed since they were shown. Nothing was charged. Check the new ones first.',
  },
  pause_refused: { kind: 'conflict', message: 'This cannot be paused now.' },
  membership_action_refused: { kind: 'conflict', message: 'This cannot be done with the membership now.' },
  offer_over: {
    kind: 'conflict',
    message: 'This offer has ended, and nothing was changed. Reload the page to see your membership.',
  },
  card_declined: {
    kind: 'conflict',
    message:
      'Your card was declined. Nothing was charged, and nothing was changed. Update your payment method, then try again.',
  },
  credit_refused: { kind: 'conflict', message: 'The credit was not changed.' },
  refund_refused: { kind: 'conflict', message: 'The payment provider refused this refund. Nothing was refunded.' },
  offline_payment_refused: { kind: 'conflict', message: 'No payment can be recorded for this now.' },
  promo_code_taken: { kind: 'conflict', message: 'This promo code exists already. Choose another code.' },
  refund_changed: {
    kind: 'conflict',
    message: 'The refund has changed since it was shown. Nothing was changed. Check the new amount first.',
  },
  withdrawal_refused: { kind: 'conflict', message: 'This entry cannot be withdrawn any more.' },
  price_changed: { kind: 'conflict', message: 'The price has changed. Please check it, and send the form again.' },
  event_exists: { kind: 'conflict', message: 'There is an event of this name at this time already.' },
  payment_link_closed: { kind: 'conflict', message: 'This can no longer be paid.' },
  setup_under_way: {
    kind: 'conflict',
    message: 'Another browser is finishing the setup. Please try again in a minute.',
  },
  registration_exists: { kind: 'conflict', message: 'You are already registered.' },
  administrator_stays: {
    kind: 'conflict',
    message:
      'An administrator has this email, and the record about staff keeps it. Deactivate the administrator instead. They can delete an account of their own in its settings.',
  },
  registration_fixed: {
    kind: 'conflict',
    message: 'The email address of this entry can no longer be changed here. Please write to us.',
  },
  too_many_unpaid: { kind: 'conflict', message: 'Please pay for what you have registered for first.' },
  registration_closed: { kind: 'conflict', message: 'Registration has closed.' },
  slot_unknown: { kind: 'conflict', message: 'This time is not offered any more. Please choose another.' },
  slot_taken: { kind: 'conflict', message: 'Someone else has just taken this time. Please choose another.' },
  slot_begun: { kind: 'conflict', message: 'This session has begun already.' },
  office_hours_held: {
    kind: 'conflict',
    message: 'You have a session already. Cancel it first to choose another time.',
  },
  article_slug_taken: { kind: 'conflict', message: 'Another article has this web address. Choose another one.' },
  article_published: { kind: 'conflict', message: 'This article is published. Unpublish it before you delete it.' },
  testimonial_exists: { kind: 'conflict', message: 'The same testimonial of this person is in the list already.' },
  comes_from_files: {
    kind: 'conflict',
    message:
      'This came with the site, and the next update of the site would restore it. Take it off the site instead: hide or unpublish it.',
  },
  campaign_state: {
    kind: 'conflict',
    message: 'The campaign has changed, and this is no longer possible. Please reload the page.',
  },
  audience_empty: {
    kind: 'conflict',
    message: 'No one would get this email: its audience has no address that we may email.',
  },
  second_factor_on: { kind: 'conflict', message: 'Your second factor is on already. Please reload the page.' },
  second_factor_off: { kind: 'conflict', message: 'Your second factor is off. Please reload the page.' },
  second_factor_not_started: {
    kind: 'conflict',
    message: 'This took too long, or was started again elsewhere. Please start again.',
  },
  view_name_taken: { kind: 'conflict', message: 'You have a view of this name already. Choose another name.' },
  too_many_views: { kind: 'conflict', message: 'You have 100 saved views. Delete one first.' },
  passkey_not_made: {
    kind: 'conflict',
    message: 'This passkey could not be saved: it took too long, or it is saved already. Please start again.',
  },
  site_text_outdated: {
    kind: 'conflict',
    message: 'This version was saved by an earlier release in a form that pages can no longer show.',
  },
  merge_refused: { kind: 'conflict', message: 'These two people cannot be merged.' },
  version_conflict: {
    kind: 'conflict',
    message: 'Another administrator changed this meanwhile. Reload the page and try again.',
  },
  idempotency_conflict: {
    kind: 'conflict',
    message: 'This was sent before with different content. Please reload the page and send it again.',
  },
  in_progress: { kind: 'conflict', message: 'This is already being processed. Please wait a moment.' },

  headers_too_large: { kind: 'too_large', message: 'The address or the headers of the request are too long.' },
  body_too_large: { kind: 'too_large', message: 'This is too large to send.' },
  too_many_requests: { kind: 'rate_limited', message: 'Too many requests. Please wait a moment and try again.' },
  too_many_attempts: { kind: 'rate_limited', message: 'Too many failed attempts. Please try again later.' },

  service_unavailable: {
    kind: 'unavailable',
    message: 'This is not available right now. Please try again in a moment.',
  },
  payment_provider_unavailable: {
    kind: 'unavailable',
    message:
      'Our payment provider does not answer right now. This request charged nothing. Please try again in a moment.',
  },
  internal: { kind: 'internal', message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** Every invalid field with its message; the names of nested fields are joined with dots. */
export type FieldErrors = Record<string, string>;

/** The response to every failure. `correlationId` finds the request in the logs of all processes. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  correlationId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;

interface DomainErrorOptions {
  readonly message?: string;
  readonly fields?: FieldErrors;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A failure that a person may see. Any other error becomes `internal`; its detail stays in the log. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}

/** Whether a code that was received is one of ours. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** More than any form has, so that a body of ten thousand unknown fields is not answered name by name. */
const MOST_FIELDS = 50;

/**
 * The first message of every invalid field of a failed parse, for at most 50 fields. An error of the whole body goes
 * under `""`.
 */
export const fieldErrors = (error: z.core.$ZodError): FieldErrors => {
  // The sender chooses the names: every object has `toString`, and an assignment to `__proto__` sets no property.
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      if (fields.size >= MOST_FIELDS) break;
      const name = path.join('.');
      if (!fields.has(name)) fields.set(name, issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message);
    }
  }
  return Object.fromEntries(fields);
};
