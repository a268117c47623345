/*
 * How long a page of the provider can be paid. Pure.
 */

const MINUTE_MS = 60_000;
/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at: from 30 minutes to 24 hours ahead. */
const SHORTEST_MS = 30 * MINUTE_MS;
/** A page holds a seat, a place or a promo code's use for about half an hour (decisions, "Tournaments and bootcamp"). */
const HOLD_MS = SHORTEST_MS + 2 * MINUTE_MS;
/** The provider remembers an idempotency key for a day; a request that is older than this is not repeated. */
const REPEATABLE_MS = 12 * 60 * MINUTE_MS;

/** When a page that something is held for has to end. */
export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/**
 * When a page has to end for which something scarce is held, or whose promo code expires; `null` for one that lives as long as the
 * provider's pages do. A code that expires sooner than a page can is ended by a job.
 */
export const pageEndsAt = (
  now: Date,
  isScarce: boolean,
  promoCode: { readonly maxUses: number | null; readonly validUntil: Date | null } | null,
): Date | null => {
  const held = holdUntil(now);
  if (isScarce || promoCode?.maxUses != null) return held;
  const end = promoCode?.validUntil ?? null;
  if (end === null || end.getTime() - now.getTime() > LONGEST_MS) return null;
  return end < held ? held : end;
};

/** Whether the request for a page, begun then and perhaps lost, is too old to be repeated word for word. */
export const isStale = (opening: { readonly createdAt: Date; readonly expiresAt: Date | null }, now: Date): boolean =>
  opening.expiresAt === null
    ? now.getTime() - opening.createdAt.getTime() > REPEATABLE_MS
    : opening.expiresAt.getTime() - now.getTime() < SHORTEST_MS + MINUTE_MS / 2;
