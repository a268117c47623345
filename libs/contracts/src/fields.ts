import * as z from 'zod/mini';

/**
 * Schemas of fields that several forms share, with the messages of the specification (section 5). The specification gives no maximum
 * lengths; these are far above what people type and only limit what is stored.
 */
export const EMAIL_MAX = 254;
export const NAME_MAX = 100;
export const LINE_MAX = 200;
export const TEXT_MAX = 5_000;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** The hint at the field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters.`;

/** The labels on the pages that are not the words of their property. */
const LABELS: Readonly<Record<string, string>> = {
  applicableProducts: 'Applies to',
  avatarUrl: 'Picture',
  capacity: 'Number of places',
  content: 'Text',
  datetime: 'Begins',
  discountType: 'Type',
  endsAt: 'Ends',
  isActive: 'Shown on the site',
  isSample: 'These people are samples',
  isPublic: 'Show on the site once sent',
  maxUses: 'Maximum uses',
  metaDescription: 'Description for search engines',
  metaTitle: 'Title for search engines',
  q: 'Search',
  slug: 'Web address',
  startsAt: 'When',
  stripeCustomerId: 'Customer id',
  stripeSubscriptionId: 'Subscription id',
  targetAudience: 'Audience',
  timezone: 'Time zone',
  topic: 'Your answer to “What do you want to work on?”',
  type: 'Kind',
};

/** The label of a field: that of its page, or the words of its property: `specialRequests` is “Special requests”. */
export const labelOf = (property: string): string => {
  if (Object.hasOwn(LABELS, property)) return LABELS[property]!;
  const words = property.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A message that names its field by its label. So one rule serves several fields, and the error under each says which one it is. */
export const fieldMessage =
  (say: (field: string, maximum: string) => string) =>
  (issue: { readonly path?: PropertyKey[] | undefined; readonly maximum?: unknown }): string =>
    say(
      labelOf(issue.path?.findLast((part) => typeof part === 'string') ?? 'this'),
      Number(issue.maximum).toLocaleString('en'),
    );

export const MESSAGES = {
  email: 'Please enter a valid email address',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  currentPassword: 'Please enter your current password',
  password: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be 128 characters or less',
  passwordsDiffer: "Passwords don't match",
  tooLong: fieldMessage((field, maximum) => `${field} must be ${maximum} characters or less`),
  nameWithLink: 'Please enter a name without a link',
  titleWithLink: 'Please enter a title without a link',
  nameInOneLine: 'Please enter a name in one line, without hidden characters',
} as const;

const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** The rest of the sentence about a field whose rule has no message of its own. */
const complaint = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_value') return `must be ${OR.format(issue.values.map(String))}`;
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    if (issue.expected === 'string') return 'must be text';
    if (issue.expected === 'number') return 'must be a number';
  }
  return 'is not valid';
};

// The library's own message is "Invalid input".
z.config({
  customError: (issue) =>
    issue.code === 'too_big' && issue.origin === 'string'
      ? MESSAGES.tooLong(issue)
      : fieldMessage((field) => `${field} ${complaint(issue)}`)(issue),
});

/** An email address that is looked up, trimmed: also one that {@link email} refuses today and that is stored already. */
export const storedEmail = (message: string = MESSAGES.email) =>
  z.pipe(
    z.string({ error: message }).check(z.trim()),
    z.email({ error: message }).check(z.maxLength(EMAIL_MAX, message)),
  );

/** Characters before the @ of an email address (RFC 5321): no provider delivers to more. */
const EMAIL_LOCAL_MAX = 64;

/** An email address as typed, trimmed. Compare email addresses with {@link emailKey} only. */
export const email = (message: string = MESSAGES.email) =>
  storedEmail(message).check(z.refine((address) => address.lastIndexOf('@') <= EMAIL_LOCAL_MAX, message));

/** The token of an emailed link. */
export const linkToken = () =>
  z
    .string({ error: 'A part of this link is missing. Open it again from the email' })
    .check(z.minLength(1), z.maxLength(200));

/** A required email address, with `prompt` where it is empty. */
export const requiredEmail = (prompt: string) => z.pipe(requiredLine(prompt, TEXT_MAX), email());

/** The comparison form of an email address: trimmed and lower-cased (decisions, "Accounts"). Two addresses are equal when their keys are. */
export const emailKey = (address: string): string => address.trim().toLowerCase();

/** The field for an existing password. It only has to be present; the server compares it. */
export const typedPassword = (message = 'Current password is required') =>
  z.string({ error: message }).check(z.minLength(1, message), z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong));

/** Matches the empty text, and one with a character that shows: neither a space nor one that fonts leave out. */
export const VISIBLE = /^$|[^\p{DI}\p{Z}\u2800]/u;
const NOT_VISIBLE = fieldMessage((field) => `${field} must have visible characters`);

/** A required line of text, trimmed. A text that is too long aborts the check, because later rules could take seconds on it. */
export const requiredLine = (message: string | typeof MESSAGES.tooLong, max: number = NAME_MAX) =>
  z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, { error: message }),
      z.maxLength(max, { error: MESSAGES.tooLong, abort: true }),
      z.regex(VISIBLE, { error: NOT_VISIBLE }),
    );

/** Matches a web or email address, which mail programs turn into a link. It does not match initials such as `J.R.R.` */
const LINK = /[@。]|:\/\/|[\p{L}\p{N}]\.\p{L}{2}/u;
/** Match a phone number: in a name, five digits in a row; elsewhere nine, because a date such as `10-11.01.2026` has up to eight. Digits may be separated. */
const NUMBER_IN_NAME = /\p{Nd}([^\p{L}\p{N}]*\p{Nd}){4}/u;
const NUMBER = /\p{Nd}([^\p{L}\p{N}]*\p{Nd}){8}/u;

/** Matches an abbreviation before a longer name, as in `St.John` and `J.Smith`, which {@link LINK} would take for a web address. */
const ABBREVIATED = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}?\.(?=\p{Lu}\p{Ll}\p{L}{2})/gu;

/** Normalizes a text before it is searched for links: replaces look-alike characters and removes invisible ones and abbreviations. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(ABBREVIATED, ' ');

const isReachable = (name: string): boolean => [LINK, NUMBER_IN_NAME].some((what) => what.test(plain(name)));

/** Whether a title or another text contains a link or a phone number. Dates are allowed. */
export const containsLink = (text: string): boolean => [LINK, NUMBER].some((what) => what.test(plain(text)));

/** Rejects line ends, terminal control characters, and characters that change the direction of the text after them. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** As {@link requiredLine}, or blank. */
export const lineOrBlank = (max: number) =>
  z
    .string({ error: fieldMessage((field) => `${field} must be text`) })
    .check(
      z.trim(),
      z.maxLength(max, { error: MESSAGES.tooLong, abort: true }),
      z.regex(VISIBLE, { error: NOT_VISIBLE }),
    );

/** A person's name. Names are shown to others and used in emails, so links and phone numbers are refused: strangers could advertise with them. */
export const personName = (message: string) =>
  requiredLine(message).check(
    z.regex(ONE_LINE, MESSAGES.nameInOneLine),
    z.refine((name: string) => !isReachable(name), MESSAGES.nameWithLink),
  );

/** Text that may be missing; the empty string of an untouched field counts as missing. */
export const optionalText = (max: number = LINE_MAX, tooLong: string | typeof MESSAGES.tooLong = MESSAGES.tooLong) =>
  z.optional(
    z.pipe(
      z.nullable(z.string().check(z.trim(), z.maxLength(max, { error: tooLong }))),
      z.transform((value: string | null): string | undefined => (value === null || value === '' ? undefined : value)),
    ),
  );

export const newPassword = () =>
  z
    .string({ error: MESSAGES.password })
    .check(z.minLength(PASSWORD_MIN, MESSAGES.password), z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong));

/** The one minimum length of an administrator's password: on the site, in commands and for the first administrator. */
export const ADMIN_PASSWORD_MIN = 12;
const ADMIN_PASSWORD = `Password must be at least ${ADMIN_PASSWORD_MIN} characters`;

export const newAdminPassword = () =>
  z
    .string({ error: ADMIN_PASSWORD })
    .check(z.minLength(ADMIN_PASSWORD_MIN, ADMIN_PASSWORD), z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong));

export const division = (message?: string) =>
  z.enum(['development', 'professional'], message === undefined ? undefined : { error: message });
export type Division = 'development' | 'professional';

export const experienceLevel = (message?: string) =>
  z.enum(['beginner', 'intermediate', 'advanced'], message === undefined ? undefined : { error: message });

const PLANS = ['monthly', 'annual'] as const;
export type Plan = (typeof PLANS)[number];
export const plan = () => z.enum(PLANS, { error: 'Please choose a plan' });
/** The plan that an administrator notes; its message names the accepted values. */
export const notedPlan = () => z.enum(PLANS);

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = () => z.iso.datetime();

export const uuid = () => z.uuid({ error: 'This is not a valid id' });

/** A URL that every parser reads in the same way: no backslash, space or control character, two slashes. */
const PLAIN_URL = /^https?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu;

/** Where the provider sends the browser afterwards. The gateway checks whether it belongs to this site. */
export const returnUrl = () =>
  z.optional(
    z
      .string()
      .check(z.maxLength(2_000), z.regex(PLAIN_URL, { error: 'This is not a web address', abort: true }), z.url()),
  );

/** An answer with nothing but a message. */
export const acknowledgement = z.object({ message: z.string() });

/** The answer of a route that redirects with status 303: the gateway sends it as the `Location` of an empty response. */
export const redirection = z.object({ redirectTo: z.string() });

/** The answer of a route that serves a page. The gateway sends its text as the body, under the policy of all pages. */
export const htmlPage = z.object({ html: z.string() });

/**
 * The answer of a route that serves a file. The gateway sends the bytes as the body and the rest as headers. Without
 * bytes it answers 304: the caller's file of this `etag` is current.
 */
export const fileAnswer = z.object({
  contentType: z.string(),
  /** The name under which a browser saves it; letters, digits, dots, hyphens and underscores only. */
  fileName: z.string().check(z.regex(/^[\w.-]+$/)),
  disposition: z.enum(['inline', 'attachment']),
  cacheControl: z.string(),
  /** As in the header: quoted, and after `W/` where the content is equivalent although the bytes may differ. */
  etag: z.string().check(z.regex(/^(W\/)?"[\w-]+"$/)),
  bytes: z.nullable(z.instanceof(Uint8Array)),
});

/** For a check of several fields: it runs although a field is invalid, because every invalid field is reported. */
export const always = (): boolean => true;

/** Requires `confirmPassword` to equal `password`, with the message on `confirmPassword`. */
export const passwordsMatch = <T extends { password: string; confirmPassword: string }>() =>
  z.refine<T>((form) => form.password === form.confirmPassword, {
    error: MESSAGES.passwordsDiffer,
    path: ['confirmPassword'],
    when: always,
  });
