/** The outcome of posting an email. */
export type PostOutcome =
  | { readonly kind: 'accepted'; readonly messageId: string | null }
  /** The provider refused this email for good. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The provider certainly does not have it. `pauseMs` is how long no email should be posted; 0 when the refusal concerned this one only. */
  | { readonly kind: 'postponed'; readonly reason: string; readonly pauseMs: number }
  /** The request may have arrived; the result is unknown. */
  | { readonly kind: 'unanswered'; readonly reason: string };

/** The relevant parts of a provider's refusal. Header names are in lower case. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Longer pauses are ignored: a broken clock at either end must not delay emails for days. */
const LONGEST_PAUSE_MS = 3_600_000;
/** The pause where the provider is down, or does not report when its limit resets. */
const USUAL_PAUSE_MS = 2_000;
const REASON_MAX = 500;

/** Concerns the sender, not the email: an operator corrects a wrong key or URL, and emails wait for that. */
const OURS = new Set([401, 403, 404, 405, 407, 408]);
/** A proxy that lost its upstream does not know whether that had accepted the email. */
const UNKNOWING = new Set([502, 504]);

const numberOf = (header: unknown): number | null =>
  typeof header === 'string' && /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : null;

const pauseAsked = ({ status, headers }: Refusal, now: Date): number => {
  const retryAfter = headers['retry-after'];
  const seconds = numberOf(retryAfter);
  if (seconds !== null) return seconds * 1_000;
  const date = typeof retryAfter === 'string' ? Date.parse(retryAfter) : Number.NaN;
  if (!Number.isNaN(date)) return date - now.getTime();
  // Every answer carries this header; it matters only when the limit is used up.
  const reset = status === 429 ? numberOf(headers['x-ratelimit-reset']) : null;
  return reset === null ? 0 : reset * 1_000 - now.getTime();
};

const describe = ({ status, body }: Refusal): string => {
  const errors =
    typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
      ? (body.errors as unknown[])
      : [];
  const messages = errors.flatMap((error) =>
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
      ? [error.message]
      : [],
  );
  return `${status}${messages.length === 0 ? '' : ` ${messages.join('; ')}`}`.slice(0, REASON_MAX);
};

/** Interprets an answer other than an acceptance. `now` is the machine's clock, with which dates in headers are compared. */
export const outcomeOfRefusal = (refusal: Refusal, now: Date): PostOutcome => {
  const { status } = refusal;
  const reason = describe(refusal);
  if (UNKNOWING.has(status)) return { kind: 'unanswered', reason };
  if (status !== 429 && status < 500 && !OURS.has(status)) return { kind: 'rejected', reason };
  const asked = Math.min(pauseAsked(refusal, now), LONGEST_PAUSE_MS);
  // A single 500 may concern this email; every other one concerns the provider or the sender.
  const pauseMs = asked > 0 ? asked : status === 500 ? 0 : USUAL_PAUSE_MS;
  return { kind: 'postponed', reason, pauseMs };
};

/** System calls before the first byte of the request is sent. */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo']);

interface Failure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  /** The errors of an AggregateError: one for each address that was tried. */
  readonly errors?: unknown;
}

const isFailure = (error: unknown): error is Failure => typeof error === 'object' && error !== null;

/** An error with all its causes. */
const causesOf = (error: unknown): Failure[] => {
  if (!isFailure(error)) return [];
  const inner = Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  return [error, ...inner.flatMap(causesOf), ...causesOf(error.cause)];
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Interprets a request without an answer. A connection that was never made carried nothing; a later failure (a reset, a timeout, half
 * an answer) leaves open whether the provider has the email.
 */
export const outcomeOfSilence = (error: unknown): PostOutcome => {
  const causes = causesOf(error);
  const calls = causes.flatMap(({ syscall }) => (typeof syscall === 'string' ? [syscall] : []));
  const messages = causes.map(({ message }) => text(message)).filter((message) => message !== '');
  const reason = `${causes.map(({ code }) => text(code)).find((code) => code !== '') ?? 'error'} ${messages[0] ?? ''}`
    .trim()
    .slice(0, REASON_MAX);
  return calls.length > 0 && calls.every((call) => BEFORE_SENDING.has(call))
    ? { kind: 'postponed', reason, pauseMs: USUAL_PAUSE_MS }
    : { kind: 'unanswered', reason };
};
