import { createHmac, timingSafeEqual } from 'node:crypto';
import { emailKey } from '@lectern/contracts/fields';

/** What an HMAC with SHA-256 is worth (RFC 2104, section 3). */
const SECRET_MIN = 32;
/** Fewer different characters than this in a row of 32 were typed, not drawn. */
const DIFFERENT_MIN = 10;

/** Whether a secret can be guessed. One of `openssl rand -hex 24` or longer cannot. */
export const isWeakSecret = (secret: string): boolean => secret.length < SECRET_MIN || new Set(secret).size < DIFFERENT_MIN;

/** Proves that a link stood in a letter to this address. Whoever holds the secret makes the same again, so none is stored. */
export const unsubscribeKey = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`unsubscribe:${emailKey(email)}`).digest('base64url');

/** Takes the same time wherever a key differs. */
export const isUnsubscribeKey = (secret: string, email: string, key: string): boolean => {
  const [right, given] = [unsubscribeKey(secret, email), key].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return right.length === given.length && timingSafeEqual(right, given);
};

/**
 * The address behind "unsubscribe" in a letter, and in its `List-Unsubscribe` header: a GET leads to a page that asks, a POST
 * does it at once (RFC 8058). It never ends.
 */
export const unsubscribeUrl = (siteUrl: string, secret: string, email: string): string =>
  `${siteUrl}/api/unsubscribe?${new URLSearchParams({ email: emailKey(email), key: unsubscribeKey(secret, email) }).toString()}`;
