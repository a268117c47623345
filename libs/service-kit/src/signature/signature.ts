import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an HMAC with SHA-256 is worth (RFC 2104, section 3). */
const SECRET_MIN = 32;
/** Fewer different characters than this in a row of 32 were typed, not drawn. */
const DIFFERENT_MIN = 10;

/** Whether a secret can be guessed. One of `openssl rand -hex 24` or longer cannot. */
export const isWeakSecret = (secret: string): boolean => secret.length < SECRET_MIN || new Set(secret).size < DIFFERENT_MIN;

/** What is wrong with a secret of the environment, in words for whoever sets it. A missing one is reported elsewhere. */
export const secretProblems = (name: string, secret: unknown): string[] =>
  typeof secret === 'string' && isWeakSecret(secret) ? [`${name} must be at least 32 random characters: openssl rand -hex 24`] : [];

/** Proves to whoever holds the secret that they said this (HMAC-SHA256, as it may stand in an address). The same again each time. */
export const sign = (secret: string, said: string): string => createHmac('sha256', secret).update(said).digest('base64url');

/** Takes the same time wherever a signature differs. */
export const isSignature = (secret: string, said: string, given: string): boolean => {
  const [right, other] = [sign(secret, said), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return right.length === other.length && timingSafeEqual(right, other);
};
