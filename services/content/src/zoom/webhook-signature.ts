import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@lectern/contracts/errors';

/** How long a signed post is accepted, in seconds; an older one may be a replay. */
export const SIGNATURE_TOLERANCE = 300;

export interface SignedPost {
  readonly payload: string;
  /** `x-zm-signature` */
  readonly signature: string;
  /** `x-zm-request-timestamp`, Unix seconds */
  readonly timestamp: string;
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/**
 * Throws `signature_invalid` unless a signature by one of the secrets fits timestamp and payload and the post is fresh at `now`
 * (https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events). Zoom's clock is the real one, so `now` is the
 * machine's time, not the application clock's.
 */
export const verifyZoomPost = (
  { payload, signature, timestamp }: SignedPost,
  secrets: readonly string[],
  now: Date,
): void => {
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= SIGNATURE_TOLERANCE;
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(`v0=${hmac(secret, `v0:${timestamp}:${payload}`)}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isFresh || !isSigned) throw new DomainError('signature_invalid');
};

/** The answer to a validation, which shows that the endpoint knows the secret. */
export const encryptedToken = (plainToken: string, secret: string): string => hmac(secret, plainToken);
