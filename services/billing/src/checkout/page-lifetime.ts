/*
 * How long a page of the provider can be paid. Pure.
 */

const MINUTE_MS = 60_000;
/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at: from 30 minutes to 24 hours ahead. */
const SHORTEST_MS = 30 * MINUTE_MS;
/** What is held for a page is held for about half an hour (decisions, "Tournaments and bootcamp"). */
const HOLD_MS = SHORTEST_MS + 2 * MINUTE_MS;
/** The provider remembers an idempotency key for a day; a request that is older than this is not repeated. */
const REPEATABLE_MS = 12 * 60 * MINUTE_MS;

/** When a page that something is held for has to end. */
export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** Whether the request for a page, begun then and perhaps lost, is too old to be repeated word for word. */
export const isStale = (opening: { readonly createdAt: Date; readonly expiresAt: Date | null }, now: Date): boolean =>
  opening.expiresAt === null
    ? now.getTime() - opening.createdAt.getTime() > REPEATABLE_MS
    : opening.expiresAt.getTime() - now.getTime() < SHORTEST_MS + MINUTE_MS / 2;
